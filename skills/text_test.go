package skills_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"strings"
	"testing"

	"github.com/agentlayers/layers/skills"
	"github.com/agentlayers/layers/tree"
)

// TestLoadRefusesWhatWasNotFound: a skill's text is that of the file which was found, or an error that names it.
func TestLoadRefusesWhatWasNotFound(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	put(m, "a", "alpha", "first")
	r := tree.NewRecorder(m)
	set := find(t, r, options(t))
	r.Seal(r.Accesses())
	file := root + "/a/SKILL.md"
	if l, err := set.Load("alpha"); err != nil || !strings.HasSuffix(string(l.Body), "Body of alpha.\n") {
		t.Fatalf("%q, %v", l.Body, err)
	}
	old, _ := m.ReadFile(file, 1<<10)
	for name, c := range map[string]struct {
		edit func()
		err  error
	}{
		"written":    {func() { m.WriteFile(file, append([]byte(nil), append(old.Data, '!')...)) }, nil},
		"gone":       {func() { m.Remove(file) }, fs.ErrNotExist},
		"unreadable": {func() { m.WriteFile(file, old.Data); m.Chmod(file, 0) }, fs.ErrPermission},
		"a link":     {func() { m.Remove(file); m.Symlink(file, "elsewhere") }, tree.ErrNotRegular},
	} {
		c.edit()
		var changed *skills.ChangedError
		_, err := set.Load("alpha")
		if !errors.As(err, &changed) || changed.Path != file || changed.Name != "alpha" || c.err != nil && !errors.Is(err, c.err) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := set.Call(context.Background(), m, "alpha", skills.Bounds{}); !errors.As(err, &changed) {
			t.Errorf("%s, called: %v", name, err)
		}
		m.Remove(file)
		m.WriteFile(file, old.Data)
		if l, err := set.Load("alpha"); err != nil || string(l.Body) != string(old.Data) {
			t.Errorf("%s, put back: %q, %v", name, l.Body, err)
		}
	}
}

// TestSameText tells texts apart, whatever the heads say.
func TestSameText(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	for name, text := range map[string]string{"a": "one\n", "b": "one\n", "c": "two\n", "d": "", "e": "\n"} {
		m.WriteFile(root+"/"+name+"/SKILL.md", []byte("---\nname: "+name+"\ndescription: of "+name+"\n---\n"+text))
	}
	list := find(t, m, options(t)).Skills
	for _, a := range list {
		for _, b := range list {
			if want := a == b || a.Name+b.Name == "ab" || a.Name+b.Name == "ba"; a.SameText(b) != want {
				t.Errorf("%s and %s: same %v", a.Name, b.Name, !want)
			}
		}
	}
}

// TestPlacesOfFields: what a skill keeps of its file shows every field of the head.
func TestPlacesOfFields(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	m.WriteFile(root+"/a/SKILL.md", []byte("---\ndescription: does it # or not\nmetadata:\n  short-description: 'sh\u00f6rt'\nname: alpha\n---\nBody\n"))
	s := find(t, m, options(t)).Skills[0]
	for field, want := range map[string]string{"name": "5:7 alpha", "description": "2:14 does it", "metadata.short-description": "4:22 'sh\u00f6rt'"} {
		at := s.Span(field)
		if got := strings.TrimPrefix(at.String(), s.Path+":") + " " + s.Head[at.Start.Offset:at.End.Offset]; got != want {
			t.Errorf("%s stands at %q, want %q", field, got, want)
		}
	}
	if at := s.Comment(); s.Head[at.Start.Offset:at.End.Offset] != "# or not" {
		t.Errorf("the comment stands at %v", at)
	}
	if at := s.Span("license"); !at.IsZero() {
		t.Errorf("a field that is not there stands at %v", at)
	}
	if !strings.HasSuffix(s.Head, "---\n") {
		t.Errorf("the head is %q", s.Head)
	}
}

// TestSearchAgainReadsNothingTwice: of an earlier search of the same files their bytes are not needed, also where a
// root comes in between.
func TestSearchAgainReadsNothingTwice(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	put(m, "a", "alpha", "first")
	put(m, "b", "beta", "'unclosed")
	m.WriteFile(root+"/a/agents/openai.yaml", []byte("interface:\n  display_name: A\n"))
	m.WriteFile(root+"/c/SKILL.md", []byte("no head\n"))
	c := &counting{FS: m}
	record := tree.NewRecorder(c)
	search := func(fsys tree.FS, o skills.Options) *skills.Found {
		t.Helper()
		f, err := skills.Search(context.Background(), fsys, o)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	o := options(t)
	first := search(record, o)
	if len(c.files) != 4 {
		t.Fatalf("read %q", c.files)
	}
	m.WriteFile("/repo/sub/.agents/skills/d/SKILL.md", []byte("---\nname: delta\ndescription: d\n---\n"))
	o.Cwd, o.Previous = "/repo/sub", first
	c.files = nil
	got := search(record, o).Set(record, o)
	if len(c.files) != 1 {
		t.Errorf("read again %q", c.files)
	}
	o.Previous = nil
	want := search(m, o).Set(m, o)
	if a, b := asText(t, got), asText(t, want); a != b {
		t.Errorf("with an earlier search\n%s\nwithout\n%s", a, b)
	}
}

// copying gives every reader bytes of its own, as a disk does.
type copying struct{ tree.FS }

func (c copying) ReadFile(p string, limit int64) (tree.File, error) {
	f, err := c.FS.ReadFile(p, limit)
	f.Data = bytes.Clone(f.Data)
	return f, err
}

// TestTextsAreNotKept: what is found, and the record of the search, take far less memory than the files.
func TestTextsAreNotKept(t *testing.T) { //nolint:paralleltest // it counts memory
	const files, size = 100, 100 << 10
	m := tree.NewMemory()
	for i := range files {
		m.WriteFile(fmt.Sprintf("%s/s%03d/SKILL.md", root, i), fmt.Appendf(nil, "---\nname: s%03d\ndescription: d\n---\n%s", i, strings.Repeat("text\n", size/5)))
	}
	o := options(t)
	held := func() uint64 {
		runtime.GC()
		var s runtime.MemStats
		runtime.ReadMemStats(&s)
		return s.HeapAlloc
	}
	before := held()
	r := tree.NewRecorder(copying{m})
	set := find(t, r, o)
	r.Seal(r.Accesses())
	after := held()
	if grown := int64(after) - int64(before); len(set.Skills) != files || grown > files*size/10 {
		t.Errorf("%d skills of %d bytes take %d", len(set.Skills), size, grown)
	}
	runtime.KeepAlive(r)
	runtime.KeepAlive(set)
}
