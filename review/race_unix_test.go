//go:build unix

package review_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/review"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
)

// long multiplies the runs of the tests in which something changes meanwhile.
var long = flag.Int("long", 1, "run the race tests this many times longer")

// meanwhile calls change again and again until stop is called, which gives the number of calls.
func meanwhile(change func(n int)) (stop func() int) {
	done, calls := make(chan struct{}), make(chan int)
	go func() {
		for n := 0; ; n++ {
			select {
			case <-done:
				calls <- n
				return
			default:
				change(n)
			}
		}
	}()
	return func() int { close(done); return <-calls }
}

// swapTree makes a repository whose folder svc holds an agent's files and hooks of git, and a folder with the same
// names that must not be opened; opens counts how often it was.
func swapTree(t *testing.T) (dir, root, canary string, opens func() int) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	root, canary = dir+"/repo", dir+"/canary"
	must(t, os.MkdirAll(root+"/.git", 0o755))
	write(t, root+"/.git/config", []byte("[core]\n\thooksPath = svc/hooks\n"))
	folders := []string{"", "/.codex", "/.codex/rules", "/hooks"}
	for _, sub := range folders {
		must(t, os.MkdirAll(root+"/svc"+sub, 0o755))
		must(t, os.MkdirAll(canary+sub, 0o755))
	}
	for _, name := range []string{"/AGENTS.md", "/.codex/config.toml", "/.codex/rules/a.rules", "/hooks/pre-commit"} {
		write(t, root+"/svc"+name, []byte("# ours\n"))
		write(t, canary+name, []byte("canary = \"must not be read\"\n"))
		chmod(t, root+"/svc"+name, 0o755)
		chmod(t, canary+name, 0o755)
	}
	for i, sub := range folders {
		folders[i] = canary + sub
	}
	return dir, root, canary, canaryWatch(t, folders...)
}

// TestSwappedMeanwhile swaps a folder for a link to a canary and back while reviews run, at whatever moment that
// happens. The canary is never part of one.
func TestSwappedMeanwhile(t *testing.T) {
	t.Parallel()
	dir, root, canary, opens := swapTree(t)
	svc, aside := root+"/svc", dir+"/aside"
	stop := meanwhile(func(int) {
		_ = os.Rename(svc, aside) // what fails is done again
		_ = os.Symlink(canary, svc)
		_ = os.Remove(svc)
		_ = os.Rename(aside, svc)
	})
	whole, runs := 0, 30**long
	for n := range runs {
		careful := disk.NewCareful()
		if s := tryAudit(t, careful, root); s != nil {
			whole++
			for _, content := range review.NewRecord(s, review.All).Content {
				if bytes.Contains(content, []byte("must not be read")) {
					t.Errorf("review %d holds the canary", n)
				}
			}
		}
		must(t, careful.Close())
	}
	swaps := stop()
	if n := opens(); n != 0 {
		t.Errorf("the canary was opened %d times", n)
	}
	t.Logf("%d reviews, %d of them whole, during %d swaps", runs, whole, swaps)
}

// TestFilesSwappedMeanwhile puts one version of the files in the place of another while reviews run: each file of a
// review is one version, whole, and what was hashed is what was parsed and what is kept.
func TestFilesSwappedMeanwhile(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	root := dir + "/repo"
	must(t, os.MkdirAll(root+"/.codex", 0o755))
	must(t, os.Mkdir(root+"/.git", 0o755))
	padding := strings.Repeat("# filling, so that a file has more than one page\n", 400)
	text := func(n int) []byte {
		return fmt.Appendf(nil, "model = \"m%d\"\n%s[mcp_servers.docs]\ncommand = \"m%d\"\n", n, padding, n)
	}
	names := []string{root + "/.codex/config.toml", root + "/AGENTS.md"}
	for _, name := range names {
		write(t, name, text(0))
	}
	stop := meanwhile(func(n int) {
		name := names[n%2]
		_ = os.WriteFile(name+".new", text(n%7), 0o600)
		_ = os.Rename(name+".new", name)
	})
	whole, runs := 0, 30**long
	for range runs {
		careful := disk.NewCareful()
		s := tryAudit(t, careful, root)
		must(t, careful.Close())
		if s == nil {
			continue
		}
		whole++
		kept := review.NewRecord(s, review.All)
		if _, err := kept.Marshal(); err != nil || kept.Pin != s.Pin(review.All) {
			t.Fatalf("%v", err)
		}
		f := s.Audit.Set.File(".codex/config.toml")
		for _, e := range kept.Entries {
			if e.Path != f.Rel {
				continue
			}
			if !bytes.Equal(kept.Content[e.Hash], f.Text.Bytes) || e.Hash != "sha256:"+strings.TrimPrefix(f.Digest, "sha256:") {
				t.Fatalf("what is kept or hashed is not what was read: %s, %s", e.Hash, f.Digest)
			}
		}
		model, _ := source.String(source.Value(f.Tree(), "model"))
		command, _ := source.String(source.Value(f.Tree(), "mcp_servers", "docs", "command"))
		if !strings.HasPrefix(string(f.Text.Bytes), "model = \""+model+"\"\n") || model != command {
			t.Fatalf("the file is a mixture: %q and %q", model, command)
		}
	}
	t.Logf("%d reviews, %d of them whole, during %d writes", runs, whole, stop())
}

// TestTwoRecorders writes records of one root and of others from several goroutines, while the store is read: it
// always opens, and the record always is one of those that were written.
func TestTwoRecorders(t *testing.T) {
	t.Parallel()
	s, m := newStore(t), repo()
	first := review.NewRecord(take(t, m, "/repo"), review.Active)
	m.WriteFile("/repo/.codex/config.toml", []byte("model = \"x\"\n"))
	second := review.NewRecord(take(t, m, "/repo"), review.All)
	must(t, s.Record(t.Context(), first))
	runs := 20 * *long
	var writers sync.WaitGroup
	for w, r := range []*review.Record{first, second} {
		writers.Go(func() {
			own := *r
			for n := range runs {
				own.Root = "/repo"
				if n%4 == 3 {
					own.Root = fmt.Sprintf("/other%d", w)
				}
				if err := s.Record(t.Context(), &own); err != nil {
					t.Errorf("writer %d: %v", w, err)
				}
			}
		})
	}
	stop := meanwhile(func(int) {
		r, err := s.Read("/repo")
		if err != nil || r == nil || r.Pin != first.Pin && r.Pin != second.Pin {
			t.Errorf("between two writes: %v", err)
		}
		if _, err := s.List(); err != nil {
			t.Error(err)
		}
	})
	writers.Wait()
	reads := stop()
	if list, err := s.List(); err != nil || len(list) != 3 {
		t.Errorf("%d records, %v", len(list), err)
	}
	t.Logf("%d writes, %d reads", 2*runs, reads)
}

// tryAudit takes a snapshot, or nil when the audit was incomplete.
func tryAudit(t *testing.T, fsys tree.FS, root string) *review.Snapshot {
	t.Helper()
	dialects, err := audit.Dialects()
	must(t, err)
	set, err := gather.Dir(t.Context(), gather.Options{
		Host: resolve.HostFrom(fsys, nil, root), Root: root, Dialects: dialects[:1],
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
