//go:build linux

package atomicfile_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

func TestReplaceKeepsOwnerAndAttributes(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "f")
	write(t, name, "old", 0o660)
	attributes := unix.Setxattr(name, "user.note", []byte("kept"), 0) == nil
	if os.Getuid() == 0 {
		if err := os.Chown(name, 1234, 2345); err != nil {
			t.Fatal(err)
		}
	}
	before, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := replace(name, to("new")); err != nil {
		t.Fatal(err)
	}
	after, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	was, is := before.Sys().(*syscall.Stat_t), after.Sys().(*syscall.Stat_t)
	if was.Uid != is.Uid || was.Gid != is.Gid || before.Mode() != after.Mode() || was.Ino == is.Ino {
		t.Errorf("owner %d:%d mode %v, was %d:%d %v", is.Uid, is.Gid, after.Mode(), was.Uid, was.Gid, before.Mode())
	}
	buf := make([]byte, 16)
	if n, err := unix.Getxattr(name, "user.note", buf); attributes && (err != nil || string(buf[:n]) != "kept") {
		t.Errorf("the attribute is %q, %v", buf[:max(n, 0)], err)
	}
}
