package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// server is the agent's long-running form, asked over its standard input.
type server struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	id  int
}

// settle is how long the server may do its own start-up work before anything is measured.
const settle = 1500 * time.Millisecond

func serve(m measure, a agent, w workload) (*server, error) {
	args := append(m.isolate[:len(m.isolate):len(m.isolate)], a.path, "-c", "features.plugins=false", "app-server")
	cmd := w.command(args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &server{cmd: cmd, in: in, out: bufio.NewReaderSize(out, 1<<20)}
	client := map[string]any{"clientInfo": map[string]string{"name": "bench", "title": "bench", "version": "0"}}
	if err := s.call("initialize", client); err != nil {
		return nil, errors.Join(err, s.stop())
	}
	if err := s.send(map[string]any{"jsonrpc": "2.0", "method": "initialized"}); err != nil {
		return nil, errors.Join(err, s.stop())
	}
	time.Sleep(settle)
	return s, nil
}

func (s *server) send(message any) error {
	data, err := json.Marshal(message)
	if err != nil {
		return err
	}
	_, err = s.in.Write(append(data, '\n'))
	return err
}

func (s *server) call(method string, params any) error {
	s.id++
	if err := s.send(map[string]any{"jsonrpc": "2.0", "id": s.id, "method": method, "params": params}); err != nil {
		return err
	}
	for {
		line, err := s.out.ReadBytes('\n')
		if err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		var answer struct {
			ID     int
			Result json.RawMessage
			Error  json.RawMessage
		}
		if json.Unmarshal(line, &answer) != nil || answer.ID != s.id {
			continue
		}
		switch {
		case answer.Error != nil:
			return fmt.Errorf("%s: %s", method, answer.Error)
		case answer.Result != nil:
			return nil
		}
	}
}

// resolve asks for configuration and skills, everything read anew, and gives the processor time in ms.
func (s *server) resolve(cwd string) (float64, error) {
	before, err := s.cpu()
	if err != nil {
		return 0, err
	}
	if err := s.call("config/read", map[string]any{"cwd": cwd, "includeLayers": true}); err != nil {
		return 0, err
	}
	if err := s.call("skills/list", map[string]any{"cwds": []string{cwd}, "forceReload": true}); err != nil {
		return 0, err
	}
	after, err := s.cpu()
	return after - before, err
}

// cpu adds up the run time of the server's threads, which Linux tells in ns. A thread that ends meanwhile is lost.
func (s *server) cpu() (float64, error) {
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", s.cmd.Process.Pid))
	if err == nil && len(files) == 0 {
		err = errors.New("the system does not tell the run time of threads")
	}
	total := 0.0
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			continue
		}
		ns, err := strconv.ParseFloat(strings.Fields(string(data))[0], 64)
		if err != nil {
			return 0, err
		}
		total += ns
	}
	return total / 1e6, err
}

func (s *server) stop() error {
	_ = s.in.Close()            // ends the server
	_ = s.cmd.Process.Kill()    // it may have ended already
	_, _ = s.cmd.Process.Wait() // killed on purpose
	return nil
}
