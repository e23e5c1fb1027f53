package review_test

import (
	"bytes"
	"io/fs"
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/agentlayers/layers/review"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
)

// canaryWatch watches folders and tells how often something in them was opened.
func canaryWatch(t *testing.T, dirs ...string) func() int {
	t.Helper()
	fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
	if err != nil {
		t.Skipf("skipped: no inotify: %v", err)
	}
	t.Cleanup(func() { _ = unix.Close(fd) })
	for _, dir := range dirs {
		if _, err := unix.InotifyAddWatch(fd, dir, unix.IN_OPEN|unix.IN_ACCESS); err != nil {
			t.Skipf("skipped: no inotify: %v", err)
		}
	}
	return func() int {
		n := 0
		for buf := make([]byte, 64<<10); ; n++ {
			if got, err := unix.Read(fd, buf); err != nil || got <= 0 {
				return n
			}
		}
	}
}

// swapping is a file system in which a folder becomes a link right before the n-th call.
type swapping struct {
	tree.FS
	calls, at int
	swap      func()
}

func (s *swapping) tick() {
	if s.calls++; s.calls == s.at {
		s.swap()
	}
}

func (s *swapping) Lstat(p string) (fs.FileInfo, error) { s.tick(); return s.FS.Lstat(p) }

func (s *swapping) ReadLink(p string) (string, error) { s.tick(); return s.FS.ReadLink(p) }

func (s *swapping) ReadDir(p string) ([]fs.DirEntry, error) { s.tick(); return s.FS.ReadDir(p) }

func (s *swapping) ReadFile(p string, limit int64) (tree.File, error) {
	s.tick()
	return s.FS.ReadFile(p, limit)
}

// TestSwappedFolder audits a repository again and again; each time one of its folders is swapped for a link to a
// canary before another call of the file system. The canary is never opened and nothing of it is pinned.
func TestSwappedFolder(t *testing.T) {
	t.Parallel()
	dir, root, canary, opens := swapTree(t)
	svc, aside := root+"/svc", dir+"/aside"
	whole, incomplete := 0, 0
	for at := 1; ; at++ {
		careful := disk.NewCareful()
		fsys := &swapping{FS: careful, at: at, swap: func() {
			must(t, os.Rename(svc, aside))
			must(t, os.Symlink(canary, svc))
		}}
		if s := tryAudit(t, fsys, root); s == nil {
			incomplete++ // the audit saw that something was not as it should be
		} else {
			whole++
			for _, content := range review.NewRecord(s, review.All).Content {
				if bytes.Contains(content, []byte("must not be read")) {
					t.Fatalf("swapped before call %d: the canary is part of the review", at)
				}
			}
		}
		must(t, careful.Close())
		if n := opens(); n != 0 {
			t.Fatalf("swapped before call %d: the canary was opened", at)
		}
		if fsys.calls < at {
			break
		}
		must(t, os.Remove(svc))
		must(t, os.Rename(aside, svc))
	}
	t.Logf("%d audits were whole, %d incomplete", whole, incomplete)
	if whole+incomplete < 30 {
		t.Errorf("only %d audits", whole+incomplete)
	}
}
