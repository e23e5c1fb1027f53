package skills_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/skills"
	"github.com/agentlayers/layers/tree"
)

func TestCall(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	put(m, "deploy", "deploy", "ship it")
	dir := root + "/deploy"
	m.WriteFile(dir+"/scripts/run.sh", []byte("echo"))
	m.WriteFile(dir+"/reference.md", nil)
	m.WriteFile(dir+"/.git/config", nil)
	m.Symlink(dir+"/secrets", "/home")
	m.Symlink(dir+"/key", "/home/.ssh/id")
	m.Special(dir+"/pipe", fs.ModeNamedPipe)
	m.WriteFile("/home/.ssh/id", []byte("key"))
	set := find(t, m, options(t))
	files := &counting{FS: m}
	got, err := set.Call(context.Background(), files, "deploy", skills.Bounds{})
	if err != nil {
		t.Fatal(err)
	}
	want := skills.Call{Name: "deploy", Dir: dir, Text: "Body of deploy.\n", Resources: []string{"reference.md", "scripts/run.sh"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if len(files.files) > 0 {
		t.Errorf("files were opened: %q", files.files)
	}
}

// TestCallIsBounded: whatever lies in the folder, the answer stays within its bounds and says that it was cut.
func TestCallIsBounded(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body  string
		bytes int
		text  string
	}{
		"whole lines":      {"one\ntwo\nthree\n", 10, "one\ntwo\n"},
		"exactly":          {"one\ntwo\n", 8, "one\ntwo\n"},
		"one long line":    {strings.Repeat("é", 50), 11, strings.Repeat("é", 5)},
		"blanks in front":  {"\n\r\none\n", 4, "one\n"},
		"nothing but head": {"", 4, ""},
	} {
		m := tree.NewMemory()
		m.WriteFile(root+"/a/SKILL.md", []byte("---\nname: a\ndescription: d\n---\n"+c.body))
		got, err := find(t, m, options(t)).Call(context.Background(), m, "a", skills.Bounds{Bytes: c.bytes})
		if err != nil || got.Text != c.text || got.CutBytes != len(strings.TrimLeft(c.body, "\r\n"))-len(c.text) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	m := tree.NewMemory()
	put(m, "a", "a", "d")
	deep := root + "/a"
	for i := range 300 {
		m.WriteFile(fmt.Sprintf("%s/a/many/%d/f", root, i), nil)
		deep += "/d"
	}
	m.WriteFile(deep+"/f", nil)
	set := find(t, m, options(t))
	for _, b := range []skills.Bounds{{Files: 5}, {}} {
		got, err := set.Call(context.Background(), m, "a", b)
		if err != nil || !got.CutFiles || len(got.Resources) > 200 || b.Files > 0 && len(got.Resources) != b.Files {
			t.Errorf("%+v: %d resources, cut %v, %v", b, len(got.Resources), got.CutFiles, err)
		}
	}
}

func TestCallRefuses(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	put(m, "deploy", "deploy", "ship it")
	o := options(t)
	o.Rules = []skills.Rule{{Name: "deploy", Enabled: false}}
	set := find(t, m, o)
	var off *skills.DisabledError
	if _, err := set.Call(context.Background(), m, "deploy", skills.Bounds{}); !errors.As(err, &off) || off.Rule == nil {
		t.Errorf("a disabled skill: %v", err)
	}
	var missing *skills.NotFoundError
	if _, err := set.Call(context.Background(), m, "../deploy", skills.Bounds{}); !errors.As(err, &missing) {
		t.Errorf("no name: %v", err)
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := find(t, m, options(t)).Call(done, m, "deploy", skills.Bounds{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
