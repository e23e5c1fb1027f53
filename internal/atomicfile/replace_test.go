//go:build unix

package atomicfile_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/agentlayers/layers/internal/atomicfile"
)

const limit = 1 << 20

// replace reads, changes and writes a file under the lock.
func replace(name string, change func(string) string) error {
	l, err := atomicfile.Acquire(context.Background(), name)
	if err != nil {
		return err
	}
	s, err := atomicfile.Read(name, limit)
	if err == nil {
		err = l.Replace(s, []byte(change(string(s.Data))), 0o600)
	}
	return errors.Join(err, l.Release())
}

func to(text string) func(string) string { return func(string) string { return text } }

func write(t *testing.T, name, text string, perm fs.FileMode) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), perm); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, perm); err != nil {
		t.Fatal(err)
	}
}

func content(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// only fails when dir holds anything but the names.
func only(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("%s holds %q, want %q", dir, got, names)
	}
}

func TestReplaceGoesThroughLinksAndKeepsTheMode(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	sub := filepath.Join(dir, "dotfiles")
	if err := os.Mkdir(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	target, link := filepath.Join(sub, "real"), filepath.Join(dir, "link")
	write(t, target, "old", 0o640)
	for name, text := range map[string]string{link: "middle", filepath.Join(dir, "middle"): "dotfiles/real"} {
		if err := os.Symlink(text, name); err != nil {
			t.Fatal(err)
		}
	}
	if err := replace(link, to("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(target)
	if err != nil || info.Mode() != 0o640 || content(t, target) != "new" {
		t.Errorf("%v %v %q", info.Mode(), err, content(t, target))
	}
	if text, err := os.Readlink(link); err != nil || text != "middle" {
		t.Errorf("the link is %q, %v", text, err)
	}
	only(t, sub, "real")
}

func TestReplaceMakesFoldersAndTheTargetOfALink(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := replace(filepath.Join(dir, "a", "b", "f"), to("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(dir, "a", "b", "f"))
	if err != nil || info.Mode() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink("missing", link); err != nil {
		t.Fatal(err)
	}
	if err := replace(link, to("new")); err != nil || content(t, filepath.Join(dir, "missing")) != "new" {
		t.Error(err)
	}
}

func TestReplaceRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		want  error
		after string
		spoil func(t *testing.T, name string)
	}{
		{"changed", atomicfile.ErrChanged, "other", func(t *testing.T, name string) { write(t, name, "other", 0o600) }},
		{"longer", atomicfile.ErrChanged, "old and more", func(t *testing.T, name string) { write(t, name, "old and more", 0o600) }},
		{"mode", atomicfile.ErrChanged, "old", func(t *testing.T, name string) { write(t, name, "old", 0o640) }},
		{"gone", atomicfile.ErrChanged, "", func(t *testing.T, name string) { _ = os.Remove(name) }},
		{"exchanged", atomicfile.ErrChanged, "old", func(t *testing.T, name string) {
			write(t, name+".x", "old", 0o600)
			if err := os.Rename(name+".x", name); err != nil {
				t.Fatal(err)
			}
		}},
		{"linked", atomicfile.ErrChanged, "old", func(t *testing.T, name string) {
			write(t, name+".x", "old", 0o600)
			_ = os.Remove(name)
			if err := os.Symlink(filepath.Base(name)+".x", name); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			name := filepath.Join(dir, "f")
			write(t, name, "old", 0o600)
			err := replace(name, func(string) string { c.spoil(t, name); return "new" })
			if !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
			if c.after != "" && content(t, name) != c.after {
				t.Errorf("the file holds %q, want %q", content(t, name), c.after)
			}
			entries, _ := filepath.Glob(filepath.Join(dir, ".*"))
			if len(entries) > 0 {
				t.Errorf("left behind: %q", entries)
			}
		})
	}
}

func TestReplaceRefusesReadOnlyHardLinkedAndSpecialFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	write(t, name, "old", 0o444)
	if err := replace(name, to("new")); !errors.Is(err, atomicfile.ErrReadOnly) {
		t.Errorf("read-only: %v", err)
	}
	write(t, filepath.Join(dir, "g"), "old", 0o600)
	if err := os.Link(filepath.Join(dir, "g"), filepath.Join(dir, "h")); err != nil {
		t.Fatal(err)
	}
	if err := replace(filepath.Join(dir, "g"), to("new")); !errors.Is(err, atomicfile.ErrHardLinked) {
		t.Errorf("hard link: %v", err)
	}
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := replace(pipe, to("new")); !errors.Is(err, atomicfile.ErrNotRegular) {
		t.Errorf("pipe: %v", err)
	}
	if err := os.Symlink("loop", filepath.Join(dir, "loop")); err != nil {
		t.Fatal(err)
	}
	if err := replace(filepath.Join(dir, "loop"), to("new")); err == nil {
		t.Error("a loop of links is written to")
	}
	only(t, dir, "f", "g", "h", "loop", "pipe")
}

func TestANewFileNeverTakesTheNameOfAnother(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "sub", "f")
	err := replace(name, func(string) string {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, name, "other", 0o600)
		return "new"
	})
	if !errors.Is(err, atomicfile.ErrChanged) || content(t, name) != "other" {
		t.Errorf("%v %q", err, content(t, name))
	}
	only(t, filepath.Dir(name), "f")
}

func TestReplaceSweepsWhatAStoppedWriterLeft(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "f[1]*")
	write(t, name, "old", 0o600)
	write(t, filepath.Join(dir, ".f[1]*.layers-123"), "half", 0o600)
	write(t, filepath.Join(dir, ".other.layers-123"), "not ours", 0o600)
	if err := replace(name, to("new")); err != nil {
		t.Fatal(err)
	}
	only(t, dir, ".other.layers-123", "f[1]*")
}

// TestWritersTakeTurns counts in one file with many writers at once: no step is lost.
func TestWritersTakeTurns(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "f")
	const writers, steps = 8, 10
	var all sync.WaitGroup
	for range writers {
		all.Go(func() {
			for range steps {
				err := replace(name, func(old string) string {
					n, _ := strconv.Atoi(old)
					return strconv.Itoa(n + 1)
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if got := content(t, name); got != strconv.Itoa(writers*steps) {
		t.Errorf("counted to %s, want %d", got, writers*steps)
	}
}

func TestALockGivesUpWithItsContext(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "f")
	l, err := atomicfile.Acquire(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := atomicfile.Acquire(ctx, name); !errors.Is(err, context.Canceled) {
		t.Errorf("second lock: %v", err)
	}
	if err := l.Release(); err != nil {
		t.Fatal(err)
	}
}

// fullDisk makes this test binary a writer for which files end after a few bytes.
const fullDisk = "ATOMICFILE_FULL_DISK"

func TestMain(m *testing.M) {
	name := os.Getenv(fullDisk)
	if name == "" {
		os.Exit(m.Run())
	}
	signal.Ignore(syscall.SIGXFSZ)
	few := syscall.Rlimit{Cur: 10, Max: 10}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &few); err != nil {
		fmt.Println(err)
		os.Exit(3)
	}
	err := replace(name, to(strings.Repeat("new", 100)))
	fmt.Println(err)
	if err != nil {
		os.Exit(7)
	}
}

func TestFullDiskLeavesTheFileAsItWas(t *testing.T) {
	t.Parallel()
	for _, exists := range []bool{true, false} {
		dir := t.TempDir()
		name := filepath.Join(dir, "f")
		if exists {
			write(t, name, "old", 0o600)
		} else {
			name = filepath.Join(dir, "new", "f")
		}
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), fullDisk+"="+name)
		out, err := cmd.CombinedOutput()
		var code *exec.ExitError
		if !errors.As(err, &code) || code.ExitCode() != 7 {
			t.Fatalf("%v: %s", err, out)
		}
		if exists {
			only(t, dir, "f")
			if content(t, name) != "old" {
				t.Errorf("the file holds %q", content(t, name))
			}
		} else {
			only(t, dir)
		}
	}
}
