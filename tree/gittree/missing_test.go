package gittree_test

import (
	"errors"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
	"github.com/agentlayers/layers/tree/gittree"
)

// TestMissingObjects: a clone that has not everything says which kind it is.
func TestMissingObjects(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.write("f", "one")
	r.git("config", "uploadpack.allowFilter", "true")
	id := r.commit("one")
	r.git("clone", "-q", "--filter=blob:none", "--no-checkout", "file://"+r.slash(), "../partial")
	r.git("clone", "-q", "--shared", ".", "../shared")

	v := r.at("../partial").view("HEAD")
	if info, err := v.Lstat("/repo/f"); err != nil || !info.Mode().IsRegular() {
		t.Errorf("partial: the name is known: %v, %v", info, err)
	}
	_, err := v.ReadFile("/repo/f", 10)
	wantMissing(t, err, "partial clone")

	if err := os.Rename(r.dir, path.Dir(r.dir)+"/moved"); err != nil {
		t.Fatal(err)
	}
	g, err := gittree.Open(disk.FS(), r.at("../shared").slash(), gittree.Options{Follow: gittree.Always})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if g.Facts.Head.Commit != id || !g.Facts.Alternates[0].Missing {
		t.Errorf("shared: %+v", g.Facts)
	}
	_, err = g.Commit("HEAD")
	wantMissing(t, err, "the alternate "+r.slash()+"/.git/objects does not exist")
}

func wantMissing(t *testing.T, err error, text string) {
	t.Helper()
	var e *gittree.Error
	if !errors.As(err, &e) || e.Code != gittree.CodeMissing || !strings.Contains(e.Summary, text) || e.Fix == "" {
		t.Errorf("got %v, want %s with %q", err, gittree.CodeMissing, text)
	}
}

// TestSharedClones: objects of alternates, and of the alternates of alternates, are found.
func TestSharedClones(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.write("f", "one")
	r.commit("one")
	r.git("clone", "-q", "--shared", ".", "../second")
	second := r.at("../second")
	second.write("g", "two")
	second.commit("two")
	second.git("clone", "-q", "--shared", ".", "../third")
	third := r.at("../third")
	third.write(".git/objects/info/alternates", "# a note\n../../../second/.git/objects\n")
	v := third.view("HEAD")
	for p, want := range map[string]string{"/repo/f": "one", "/repo/g": "two"} {
		if f, _, err := tree.Read(v, p, 10); err != nil || string(f.Data) != want {
			t.Errorf("%s: %q, %v", p, f.Data, err)
		}
	}
}
