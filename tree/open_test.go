package tree_test

import (
	"errors"
	"io/fs"
	"testing"

	"github.com/agentlayers/layers/tree"
)

// TestOpenReadsParts: a part of a file, and the refusals of ReadFile, in every world.
func TestOpenReadsParts(t *testing.T) {
	t.Parallel()
	all := worlds(t, map[string]string{"/d/file": "0123456789"}, map[string]string{"/link": "d/file"})
	for name, fsys := range all {
		h, err := tree.Open(fsys, "/d/file", 10)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		part := make([]byte, 3)
		if _, err := h.ReadAt(part, 4); err != nil || string(part) != "456" || h.Size() != 10 {
			t.Errorf("%s: got %q of %d bytes, %v", name, part, h.Size(), err)
		}
		if err := h.Close(); err != nil {
			t.Errorf("%s: close: %v", name, err)
		}
		for p, want := range map[string]error{"/link": tree.ErrNotRegular, "/d": tree.ErrNotRegular, "/none": fs.ErrNotExist} {
			if _, err := tree.Open(fsys, p, 10); !errors.Is(err, want) {
				t.Errorf("%s: open %s: %v, want %v", name, p, err, want)
			}
		}
	}
	if _, err := tree.Open(all["memory"], "/d/file", 9); !errors.Is(err, tree.ErrTooLarge) {
		t.Errorf("a file that must be read whole: %v", err)
	}
}
