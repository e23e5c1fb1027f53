package tree_test

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
)

// asked is a record of everything below /d, sealed, and the file system.
func asked(t *testing.T) (*tree.Recorder, *tree.Memory) {
	t.Helper()
	m := tree.NewMemory()
	m.WriteFile("/d/file", []byte("one"))
	m.WriteFile("/d/sub/deep", []byte("deep"))
	m.Symlink("/d/link", "file")
	m.WriteFile("/d/unread", []byte("x"))
	r := tree.NewRecorder(m)
	ask(r)
	r.Seal(r.Accesses())
	return r, m
}

func ask(r *tree.Recorder) {
	for _, p := range []string{"/d", "/d/file", "/d/link", "/d/sub", "/d/sub/deep", "/d/absent"} {
		_, _ = r.Lstat(p)
	}
	_, _ = r.ReadDir("/d")
	_, _ = r.ReadLink("/d/link")
	_, _ = r.ReadFile("/d/file", 10)
	_, _ = r.ReadFile("/d/sub/deep", 10)
}

// TestAgainSaysWhatDiffers: one edit each, told by name.
func TestAgainSaysWhatDiffers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		edit    func(*tree.Memory)
		changed []string
		differ  []string
	}{
		"nothing":            {func(*tree.Memory) {}, nil, nil},
		"told for nothing":   {func(*tree.Memory) {}, []string{"/d/file", "/d/link", "/d/absent", "/elsewhere"}, nil},
		"same bytes":         {func(m *tree.Memory) { m.WriteFile("/d/file", []byte("one")) }, []string{"/d/file"}, nil},
		"other bytes":        {func(m *tree.Memory) { m.WriteFile("/d/file", []byte("two")) }, []string{"/d/file"}, []string{"/d/file"}},
		"mode":               {func(m *tree.Memory) { m.Chmod("/d/file", 0) }, []string{"/d/file"}, []string{"/d/file"}},
		"gone":               {func(m *tree.Memory) { m.Remove("/d/file") }, []string{"/d/file"}, []string{"/d", "/d/file"}},
		"there":              {func(m *tree.Memory) { m.WriteFile("/d/absent", nil) }, []string{"/d/absent"}, []string{"/d", "/d/absent"}},
		"another name":       {func(m *tree.Memory) { m.WriteFile("/d/more", nil) }, []string{"/d/more"}, []string{"/d"}},
		"a file nobody read": {func(m *tree.Memory) { m.WriteFile("/d/unread", nil) }, []string{"/d/unread"}, nil},
		"link":               {func(m *tree.Memory) { m.Symlink("/d/link", "sub") }, []string{"/d/link"}, []string{"/d/link"}},
		"file to link":       {func(m *tree.Memory) { m.Symlink("/d/file", "sub") }, []string{"/d/file"}, []string{"/d", "/d/file"}},
		"file to pipe":       {func(m *tree.Memory) { m.Special("/d/file", fs.ModeNamedPipe) }, []string{"/d/file"}, []string{"/d", "/d/file"}},
		"folder gone":        {func(m *tree.Memory) { m.Remove("/d/sub") }, []string{"/d/sub"}, []string{"/d", "/d/sub", "/d/sub/deep"}},
		"folder to link":     {func(m *tree.Memory) { m.Remove("/d/sub"); m.Symlink("/d/sub", ".") }, []string{"/d/sub"}, []string{"/d", "/d/sub", "/d/sub/deep"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, m := asked(t)
			c.edit(m)
			next, differ := r.Again(c.changed, time.Time{})
			if diff := cmp.Diff(c.differ, differ); diff != "" {
				t.Errorf("differ (-want +got):\n%s", diff)
			}
			cold := tree.NewRecorder(m)
			ask(cold)
			ask(next)
			if diff := cmp.Diff(cold.Accesses(), next.Accesses()); diff != "" {
				t.Errorf("against a record from nothing:\n%s", diff)
			}
		})
	}
}

// TestSealedRecorderAnswersNow: what is asked later is not recorded and not remembered.
func TestSealedRecorderAnswersNow(t *testing.T) {
	t.Parallel()
	r, m := asked(t)
	m.WriteFile("/d/file", []byte("two"))
	if f, err := r.ReadFile("/d/file", 10); err != nil || string(f.Data) != "two" {
		t.Errorf("%q, %v", f.Data, err)
	}
	next, _ := r.Again(nil, time.Time{})
	if f, err := next.ReadFile("/d/file", 10); err != nil || string(f.Data) != "one" {
		t.Errorf("nobody told of the change, yet: %q, %v", f.Data, err)
	}
}

// TestLimitsAreTheReaders: one file, asked for with several limits in any order.
func TestLimitsAreTheReaders(t *testing.T) {
	t.Parallel()
	for _, limits := range [][]int64{{2, 3, 9}, {9, 3, 2}, {3, 2, 9}} {
		m := tree.NewMemory()
		m.WriteFile("/f", []byte("abc"))
		r := tree.NewRecorder(m)
		for _, limit := range limits {
			want, wantErr := m.ReadFile("/f", limit)
			got, err := r.ReadFile("/f", limit)
			if string(got.Data) != string(want.Data) || (err == nil) != (wantErr == nil) {
				t.Errorf("limit %d of %v: %q, %v", limit, limits, got.Data, err)
			}
			if got.Digest() != tree.Digest(got.Data) {
				t.Errorf("limit %d of %v: another digest than that of %q", limit, limits, got.Data)
			}
		}
	}
}

// TestStale: with a clock nothing is stale that is old enough; what has another stamp is, and what is too new.
func TestStale(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "file")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("one")
	d, f := disk.Slash(dir), disk.Slash(file)
	record := func(at time.Time) *tree.Recorder {
		r := tree.NewRecorder(disk.FS())
		r.Begun(at)
		_, _ = r.Lstat(f)
		_, _ = r.Lstat(d + "/absent")
		_, _ = r.ReadFile(f, 10)
		_, _ = r.ReadDir(d)
		r.Seal(r.Accesses())
		return r
	}
	later := time.Now().Add(time.Hour)
	r := record(later)
	if got := r.Stale(); got != nil {
		t.Errorf("nothing changed: %v", got)
	}
	if got := record(time.Now()).Stale(); len(got) != 2 {
		t.Errorf("read in the moment of writing: %v", got)
	}
	if got := record(time.Time{}).Stale(); len(got) != 2 {
		t.Errorf("without a clock: %v", got)
	}
	write("two")
	if got := r.Stale(); len(got) != 1 || got[0] != f {
		t.Errorf("another text: %v", got)
	}
	next, differ := r.Again(r.Stale(), later)
	if len(differ) != 1 {
		t.Errorf("differ: %v", differ)
	}
	next.Seal(r.Accesses())
	if got := next.Stale(); got != nil {
		t.Errorf("after another look: %v", got)
	}
}

// TestRenew: lists of which some say something else now join as all of them would from nothing.
func TestRenew(t *testing.T) {
	t.Parallel()
	for seed := range uint64(500) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		truth := map[string]tree.Access{}
		tell := func(p string) {
			truth[p] = []tree.Access{
				{Path: p, Found: "file", Digest: fmt.Sprint(rnd.IntN(9))},
				{Path: p, Found: "folder", Listed: true},
				{Path: p, Found: "absent"},
				{Path: p, Found: "unreadable"},
			}[rnd.IntN(4)]
		}
		paths := strings.Split("/a /b /c /d /e /f /g /h", " ")
		list := func(likely func(p string) bool) (out []tree.Access) {
			for _, p := range paths {
				a := truth[p]
				if rnd.IntN(4) == 0 { // this reader has only looked
					a.Digest, a.Listed = "", false
				}
				if likely(p) {
					out = append(out, a)
				}
			}
			return out
		}
		some := func(string) bool { return rnd.IntN(3) == 0 }
		for _, p := range paths {
			tell(p)
		}
		before := [][]tree.Access{list(some), list(some), nil, list(some)}
		all := tree.Union(before...)
		was, lists := slices.Clone(all), slices.Clone(before)
		changed := paths[rnd.IntN(len(paths))]
		tell(changed)
		for i, l := range lists {
			has := func(p string) bool { return slices.ContainsFunc(l, func(a tree.Access) bool { return a.Path == p }) }
			switch {
			case has(changed) && rnd.IntN(6) == 0:
				lists[i] = list(some)
			case has(changed):
				lists[i] = list(has)
			}
		}
		if diff := cmp.Diff(tree.Union(lists...), tree.Renew(all, before, lists), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("seed %d (-want +got):\n%s", seed, diff)
		}
		if diff := cmp.Diff(was, all); diff != "" {
			t.Fatalf("seed %d: the earlier list is another one now:\n%s", seed, diff)
		}
	}
}
