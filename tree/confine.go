package tree

import (
	"io"
	"path"
)

// Confiner is an FS that can hold on to one of its folders, so that nothing below is ever reached through a link,
// also when a folder on the way is swapped for one between two calls.
type Confiner interface {
	// Confine shows the folder at dir, at the same path; what lies elsewhere does not exist there. Close lets go
	// of the folder.
	Confine(dir string) (FS, io.Closer, error)
}

// Confine is fsys with the folder at dir held on to, where fsys is a Confiner; elsewhere it answers as before. An
// FS that is none cannot change under its reader, and is returned as it is.
func Confine(fsys FS, dir string) (FS, io.Closer, error) {
	c, ok := fsys.(Confiner)
	if !ok {
		return fsys, nothing{}, nil
	}
	inner, closer, err := c.Confine(path.Clean(dir))
	if err != nil {
		return nil, nil, err
	}
	if path.Clean(dir) == "/" {
		return inner, closer, nil
	}
	return Mounts(map[string]FS{"/": fsys, dir: inner}), closer, nil
}

type nothing struct{}

func (nothing) Close() error { return nil }

// Confine implements Confiner.
func (r rebased) Confine(dir string) (FS, io.Closer, error) {
	inner, closer, err := Confine(r.fsys, r.inner(dir))
	if err != nil {
		return nil, nil, r.outer(dir, err)
	}
	return rebased{inner, r.from, r.to}, closer, nil
}
