//go:build unix

package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// cannotMeasure says why this build cannot measure a process; "" when it can.
func cannotMeasure() string {
	if raceDetector {
		return "memory and time are measured without the race detector"
	}
	return ""
}

// ownUsage is what this process has used so far.
func ownUsage() (usageOf, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return usageOf{}, err
	}
	out := usageOf{CPU: time.Duration(u.Utime.Nano() + u.Stime.Nano()), Bytes: int64(u.Maxrss)}
	if runtime.GOOS == "linux" {
		out.Bytes = peak() // Maxrss counts what the parent had before it started this program
	}
	return out, nil
}

// peak reads the most memory that this program had, as Linux tells it in kibibytes.
func peak() int64 {
	data, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			n, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			return n << 10
		}
	}
	return 0
}

func pipe(t *testing.T, p string) {
	t.Helper()
	if err := syscall.Mkfifo(p, 0o600); err != nil {
		t.Fatal(err)
	}
}

func socket(t *testing.T, p string) {
	t.Helper()
	if err := syscall.Mknod(p, syscall.S_IFSOCK|0o600, 0); err != nil {
		t.Skip("skipped: this system makes no socket here: " + err.Error())
	}
}

// becomeNobody gives up what an administrator may, who may read everything.
func becomeNobody() error {
	if os.Getuid() != 0 {
		return nil
	}
	const nobody = 65534
	return syscall.Setuid(nobody)
}

// readOnly takes from everybody the right to write in a folder. It is no read-only file system, for which a test would
// need to mount one.
func readOnly(t *testing.T, dir string) {
	t.Helper()
	if err := os.Chmod(filepath.Join(dir, "AGENTS.md"), 0o444); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(dir, 0o755) }) // so that it can be removed
}
