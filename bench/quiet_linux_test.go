package bench_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// traced runs "layers explain" below strace and gives the calls of the system that the filter lets through.
func traced(t *testing.T, w *workload, filter string, stdout *os.File, args ...string) []string {
	t.Helper()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("skipped: strace is not installed")
	}
	out := filepath.Join(t.TempDir(), "trace")
	cmd := exec.Command(strace, append([]string{"-f", "-qq", "-o", out, "-e", "trace=" + filter, program(t), "explain"}, args...)...)
	cmd.Dir = w.cwd
	cmd.Env = []string{"HOME=" + w.home(), "PATH=" + os.Getenv("PATH"), "TERM=tmux-256color", "TMUX=" + w.base + "/tmux,1,0", "LANG=C.UTF-8", "GODEBUG=asyncpreemptoff=1"}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if stdout != nil {
		cmd.Stdin, cmd.Stdout, cmd.Stderr = stdout, stdout, stdout
	}
	if err := cmd.Run(); err != nil {
		t.Skipf("skipped: strace does not run here: %v %s", err, stderr.Bytes())
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

var (
	changes = regexp.MustCompile(`O_WRONLY|O_RDWR|O_CREAT|O_TRUNC| (rename|unlink|mkdir|rmdir|symlink|link|chmod|fchmod|chown|fchown|lchown|truncate|ftruncate|utime|mknod|setxattr|lsetxattr|removexattr)\w*\(`)
	starts  = regexp.MustCompile(` (fork|vfork|execveat)\(| clone3?\(`)
	thread  = regexp.MustCompile(`CLONE_THREAD`)
)

// noCall is a line that tells of a signal, of an end, of a call that another line tells of, or of one that a signal
// made the kernel begin again.
var noCall = regexp.MustCompile(`^\d+ +(---|\+\+\+|<\.\.\.)|= \? ERESTART`)

// harmless are files that a runtime opens for writing and that hold nothing.
var harmless = regexp.MustCompile(`"/dev/(null|tty)"`)

// TestExplainLeavesNoTrace: "layers explain" writes nothing, starts no process and opens no socket, neither into a
// pipe nor on a terminal inside tmux.
func TestExplainLeavesNoTrace(t *testing.T) { //nolint:paralleltest // it shares the built program
	w := sizes[0].make(realTemp(t))
	w.disk(t)
	for _, c := range []struct {
		name string
		tty  *os.File
		args []string
	}{
		{"pipe", nil, []string{"--json"}},
		{"terminal", terminal(t), nil},
	} {
		if c.name == "terminal" && c.tty == nil {
			fmt.Println("skipped: there is no terminal to be had here")
			continue
		}
		runs := 0
		for _, line := range traced(t, w, "%file,%process,%network", c.tty, c.args...) {
			switch {
			case strings.Contains(line, " execve("):
				runs++
			case starts.MatchString(line) && !thread.MatchString(line):
				t.Errorf("%s: a process is started: %s", c.name, line)
			case changes.MatchString(line) && !harmless.MatchString(line):
				t.Errorf("%s: something is written: %s", c.name, line)
			case strings.Contains(line, " socket("), strings.Contains(line, " connect("):
				t.Errorf("%s: a socket is opened: %s", c.name, line)
			}
		}
		if runs != 1 {
			t.Errorf("%s: %d programs are run, want layers alone", c.name, runs)
		}
	}
}

// terminal is one end of a new terminal, 500 lines high so that no pager is needed; nil where there is none.
func terminal(t *testing.T) *os.File {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return nil
	}
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(int(master.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 500, Col: 100})
	}
	if err != nil {
		return nil
	}
	tty, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return nil
	}
	go func() { _, _ = io.Copy(io.Discard, master) }() // ends with the terminal
	t.Cleanup(func() {
		_ = tty.Close()
		_ = master.Close()
	})
	return tty
}

// TestUnrelatedFilesCostNoCall: files outside every root change no call of the system. Calls whose number follows from
// scheduling are left out.
func TestUnrelatedFilesCostNoCall(t *testing.T) { //nolint:paralleltest // it shares the built program
	w := sizes[0].make(realTemp(t))
	w.disk(t)
	count := func() (n int, lines []string) {
		for _, line := range traced(t, w, "openat,newfstatat,readlinkat,getdents64", nil, "--json") {
			if !noCall.MatchString(line) {
				n++
				lines = append(lines, line)
			}
		}
		return n, lines
	}
	before, _ := count()
	for i := range 3000 {
		p := fmt.Sprintf("%s/repo/src/more%02d/f%04d.go", w.base, i/100, i)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if after, lines := count(); after != before {
		t.Errorf("%d calls before, %d with 3,000 more files:\n%s", before, after, strings.Join(lines, "\n"))
	}
}
