package tree_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
)

// counted counts the files that are read.
type counted struct {
	tree.FS
	reads int
}

func (c *counted) ReadFile(p string, limit int64) (tree.File, error) {
	c.reads++
	return c.FS.ReadFile(p, limit)
}

// TestReadOnce: the record has the digest and lets go of the bytes; who asks again gets the same bytes or an error.
func TestReadOnce(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	m.WriteFile("/f", []byte("one"))
	c := &counted{FS: m}
	r := tree.NewRecorder(c)
	want := tree.Digest([]byte("one"))
	step := func(name, held, data, digest string, reads int, wrong error) {
		t.Helper()
		f, d, err := tree.ReadOnce(r, "/f", 10, held)
		if string(f.Data) != data || d != digest || !errors.Is(err, wrong) || c.reads != reads {
			t.Errorf("%s: %q, digest %q, %v, %d reads", name, f.Data, d, err, c.reads)
		}
	}
	step("first", "", "one", want, 1, nil)
	step("held", want, "", want, 1, nil)
	step("not held", "", "one", want, 2, nil)
	step("other held", "x", "one", want, 3, nil)
	if f, err := r.ReadFile("/f", 2); string(f.Data) != "on" || !errors.Is(err, tree.ErrTooLarge) {
		t.Errorf("with a lower limit: %q, %v", f.Data, err)
	}
	if f, err := r.ReadFile("/f", 10); string(f.Data) != "one" || err != nil || c.reads != 5 {
		t.Errorf("asked for by another: %q, %v, %d reads", f.Data, err, c.reads)
	}
	if a := r.Accesses(); len(a) != 1 || a[0].Digest != want || a[0].Found != "file" {
		t.Errorf("recorded as %+v", a)
	}
	m.WriteFile("/f", []byte("two"))
	step("changed, held", want, "", want, 5, nil)
	step("changed", "", "", "", 6, tree.ErrChanged)
	if f, err := r.ReadFile("/f", 10); f.Data != nil || !errors.Is(err, tree.ErrChanged) {
		t.Errorf("changed, asked for by another: %q, %v", f.Data, err)
	}
	r.Seal(r.Accesses())
	step("sealed", want, "two", tree.Digest([]byte("two")), 8, nil)
}

// TestReadOnceKeepsWhatOthersRead: bytes that another reader asked for are not read again.
func TestReadOnceKeepsWhatOthersRead(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	m.WriteFile("/f", []byte("abc"))
	c := &counted{FS: m}
	r := tree.NewRecorder(c)
	if _, err := r.ReadFile("/f", 2); !errors.Is(err, tree.ErrTooLarge) {
		t.Error(err)
	}
	if _, _, err := tree.ReadOnce(r, "/f", 1, ""); !errors.Is(err, tree.ErrTooLarge) || c.reads != 1 {
		t.Errorf("%v, %d reads", err, c.reads)
	}
	if _, err := r.ReadFile("/f", 10); err != nil {
		t.Error(err)
	}
	f, digest, err := tree.ReadOnce(r, "/f", 10, "")
	if string(f.Data) != "abc" || digest != tree.Digest(f.Data) || err != nil || c.reads != 2 {
		t.Errorf("%q, %s, %v, %d reads", f.Data, digest, err, c.reads)
	}
	if _, digest, err = tree.ReadOnce(m, "/f", 10, ""); digest != tree.Digest(f.Data) || err != nil {
		t.Errorf("without a record: %s, %v", digest, err)
	}
}

// TestScratch: files are read in the memory of the file before, whatever their sizes, and what is kept of one stays.
func TestScratch(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var s tree.Scratch
	r := tree.NewRecorder(disk.FS())
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	for i, size := range []int{0, 10, 3, 600, 5000, 1, 2 << 20, 7, 4096} {
		want := strings.Repeat(string(rune('a'+i)), size)
		file := filepath.Join(real, want[:min(1, size)]+"file")
		if err := os.WriteFile(file, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		p := disk.Slash(file)
		f, digest, err := s.ReadOnce(r, p, 4<<20, "")
		if err != nil || string(f.Data) != want || digest != tree.Digest([]byte(want)) || f.Identity.Size != int64(size) {
			t.Errorf("%d bytes: %d read, %v", size, len(f.Data), err)
		}
		if size < 3 {
			continue
		}
		short, _, err := s.ReadOnce(tree.NewRecorder(disk.FS()), p, 2, "")
		if string(short.Data) != want[:2] || !errors.Is(err, tree.ErrTooLarge) {
			t.Errorf("%d bytes, up to 2: %q, %v", size, short.Data, err)
		}
	}
	part := tree.NewRecorder(disk.FS())
	p := disk.Slash(filepath.Join(real, "efile"))
	_, _, _ = s.ReadOnce(part, p, 2, "")
	_, _, _ = s.ReadOnce(part, disk.Slash(filepath.Join(real, "bfile")), 100, "")
	if f, err := part.ReadFile(p, 2); string(f.Data) != "ee" || !errors.Is(err, tree.ErrTooLarge) {
		t.Errorf("what is kept of a file that is too large: %q, %v", f.Data, err)
	}
}
