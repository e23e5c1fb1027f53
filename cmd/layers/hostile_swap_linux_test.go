package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// TestSwappedFolder: a folder above the files is a link to the outside every now and then while an audit runs. Nothing
// outside is ever opened: the kernel would have noted it.
func TestSwappedFolder(t *testing.T) {
	dir := hostileDir(t)
	repo, out, hold := filepath.Join(dir, "repo"), filepath.Join(dir, "outside"), filepath.Join(dir, "hold")
	many(t, filepath.Join(repo, "p"), 60, "d%d/AGENTS.md", "inside\n")
	many(t, out, 60, "d%d/AGENTS.md", "canary \u202e\n")
	opened := watchOutside(t, out)
	stop, swaps := make(chan struct{}), 0
	var done sync.WaitGroup
	done.Go(func() {
		p := filepath.Join(repo, "p")
		for {
			select {
			case <-stop:
				return
			default:
			}
			if errors.Join(os.Rename(p, hold), os.Symlink(out, p), os.Remove(p), os.Rename(hold, p)) != nil {
				return
			}
			swaps++
		}
	})
	for range 15 {
		if text, _, _ := measured(t, dir, "audit"); strings.Contains(text, "canary") {
			t.Error("text from outside was shown")
		}
	}
	close(stop)
	done.Wait()
	if swaps < 100 {
		t.Fatalf("the folder was swapped %d times only", swaps)
	}
	if n := opened(); n > 0 {
		t.Errorf("something outside was opened (%d bytes of notes, %d swaps)", n, swaps)
	}
}

// watchOutside has the kernel note everything that is opened in the folder at dir and in those directly below, and
// gives a way to ask for the bytes of notes.
func watchOutside(t *testing.T, dir string) (opened func() int) {
	t.Helper()
	watch, err := syscall.InotifyInit1(syscall.IN_NONBLOCK | syscall.IN_CLOEXEC)
	if err != nil {
		t.Skip("skipped: the system cannot watch folders")
	}
	t.Cleanup(func() { _ = syscall.Close(watch) }) // only ever read
	below, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range append(below, filepath.Join(dir, ".codex"), dir) {
		_, err := syscall.InotifyAddWatch(watch, p, syscall.IN_OPEN|syscall.IN_ACCESS)
		if err != nil && !errors.Is(err, syscall.ENOENT) {
			t.Fatal(err)
		}
	}
	return func() int {
		n, _ := syscall.Read(watch, make([]byte, 1<<16)) // nothing there is an error
		return n
	}
}
