package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// workload generates a tree for one program.
func (o options) workload(name, size string) (workload, error) {
	out := filepath.Join(o.work, name)
	cmd := exec.Command("python3", o.generator, "--size", size, "--out", out)
	if text, err := cmd.CombinedOutput(); err != nil {
		return workload{}, fmt.Errorf("generate %s: %w\n%s", size, err, text)
	}
	w := workload{dir: filepath.Join(out, size)}
	data, err := os.ReadFile(filepath.Join(w.dir, "manifest.json"))
	if err != nil {
		return w, err
	}
	return w, json.Unmarshal(data, &w)
}

// command prepares a program in a workload, its answer thrown away.
func (w workload) command(args ...string) *exec.Cmd {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Env = w.Cwd, w.environment()
	return cmd
}

// cost is what one process and those that it waited for have used.
type cost struct {
	cpu  float64 // ms, user and system
	peak float64 // KB of memory
}

// cold starts a program once and says what it cost.
func (w workload) cold(args ...string) (cost, error) {
	cmd := w.command(args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		return cost{}, fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, stderr.Bytes())
	}
	s := cmd.ProcessState
	return cost{float64(s.UserTime()+s.SystemTime()) / 1e6, peakOf(s)}, nil
}

// figure starts a program that prints words and numbers in turns, and gives the number after a word.
func (w workload) figure(word string, args ...string) (float64, error) {
	cmd := w.command(args...)
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	fields := strings.Fields(string(out))
	for i := 0; i+1 < len(fields); i++ {
		if fields[i] == word {
			return strconv.ParseFloat(fields[i+1], 64)
		}
	}
	return 0, fmt.Errorf("%s printed no %s", args[0], word)
}

// syscalls counts the calls of a program that are about files and descriptors.
func (w workload) syscalls(args ...string) (int, error) {
	out, err := os.CreateTemp(w.dir, "strace-*")
	if err != nil {
		return 0, err
	}
	defer func() { _ = os.Remove(out.Name()) }()
	if err := out.Close(); err != nil {
		return 0, err
	}
	cmd := w.command(append([]string{"strace", "-f", "-c", "-o", out.Name(), "-e", "trace=%file,%desc"}, args...)...)
	if err := cmd.Run(); err != nil {
		return 0, fmt.Errorf("strace %s: %w", args[0], err)
	}
	data, err := os.ReadFile(out.Name())
	if err != nil {
		return 0, err
	}
	for line := range strings.SplitSeq(string(data), "\n") {
		if f := strings.Fields(line); len(f) > 3 && f[len(f)-1] == "total" {
			return strconv.Atoi(f[3])
		}
	}
	return 0, errors.New("strace printed no total")
}

// noNetwork is the start of a command line that takes the network away.
func noNetwork() (prefix []string, reason string) {
	for _, p := range [][]string{{"unshare", "-n"}, {"unshare", "-rn"}} {
		if err := exec.Command(p[0], append(p[1:], "true")...).Run(); err == nil {
			return p, ""
		}
	}
	return nil, "unshare -n is not possible here"
}

// promptInput is the agent's own command that resolves everything, without what has nothing to do with that.
func (m measure) promptInput(a agent) []string {
	return append(m.isolate[:len(m.isolate):len(m.isolate)], a.path,
		"-c", "features.shell_snapshot=false", "-c", "features.plugins=false", "debug", "prompt-input", "hi")
}
