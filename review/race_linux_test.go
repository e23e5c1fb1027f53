package review_test

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/review"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
)

// opened watches folders and tells how often something in them was opened.
func opened(t *testing.T, dirs ...string) func() int {
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

// swapping exchanges a folder and a link to the canary until stop is called.
func swapping(t *testing.T, dir, canary string) (stop func() int) {
	t.Helper()
	link, aside := dir+".link", dir+".aside"
	must(t, os.Symlink(canary, link))
	done := make(chan struct{})
	var all sync.WaitGroup
	n := 0
	all.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
			}
			_ = os.Rename(dir, aside)
			_ = os.Rename(link, dir)
			_ = os.Rename(dir, link)
			_ = os.Rename(aside, dir)
			n++
		}
	})
	return func() int {
		close(done)
		all.Wait()
		return n
	}
}

// TestSwappedFolder audits a repository while one of its folders is swapped for a link to a canary. The canary is
// never opened and nothing of it is pinned.
func TestSwappedFolder(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	root, canary := dir+"/repo", dir+"/canary"
	for _, d := range []string{root + "/.git", root + "/svc/.codex/rules", canary + "/.codex/rules"} {
		must(t, os.MkdirAll(d, 0o755))
	}
	secret := []byte("canary = \"must not be read\"\n")
	for _, name := range []string{"/AGENTS.md", "/.codex/config.toml", "/.codex/rules/a.rules"} {
		write(t, root+"/svc"+name, []byte("# ours\n"))
		write(t, canary+name, secret)
	}
	events := opened(t, canary, canary+"/.codex", canary+"/.codex/rules")
	stop := swapping(t, root+"/svc", canary)
	whole, missed := 0, 0
	for range 150 {
		s := tryAudit(t, root)
		if s == nil {
			missed++ // the audit saw that something was not as it should be
			continue
		}
		whole++
		for _, content := range review.NewRecord(s, review.All).Content {
			if bytes.Contains(content, []byte("must not be read")) {
				t.Fatal("the canary is part of the review")
			}
		}
	}
	swaps := stop()
	t.Logf("%d audits were whole, %d incomplete, %d swaps", whole, missed, swaps)
	if n := events(); n != 0 {
		t.Errorf("the canary was opened %d times", n)
	}
	if swaps < 10 {
		t.Errorf("only %d swaps", swaps)
	}
}

// tryAudit takes a snapshot, or nil when the audit was incomplete.
func tryAudit(t *testing.T, root string) *review.Snapshot {
	t.Helper()
	careful := disk.NewCareful()
	defer careful.Close()
	dialects, err := audit.Dialects()
	must(t, err)
	set, err := gather.Dir(t.Context(), gather.Options{
		Host: resolve.HostFrom(tree.FS(careful), nil, root), Root: root, Dialects: dialects[:1],
	})
	if err != nil {
		return nil
	}
	s, err := review.Take(audit.Run(t.Context(), set, nil, audit.Options{}))
	if err != nil {
		return nil
	}
	return s
}
