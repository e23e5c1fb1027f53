package tree

import (
	"errors"
	"io/fs"
	"path"
	"strings"
)

// Hop is one symbolic link that was followed: the link's own resolved place and its text.
type Hop struct {
	Link   string `json:"link"`
	Target string `json:"target"`
}

// Resolved is where a path leads.
type Resolved struct {
	Path string // every link replaced; exists when the error is nil
	Hops []Hop
}

// EvalSymlinks replaces every link in p, the last part included.
//
// ".." is a step like any other: link/../x leaves the folder the link points to, as the operating system
// does, so p must not have been cleaned as text first. When a part is missing the error is fs.ErrNotExist
// and Resolved holds what was reached. At most MaxHops links are followed.
func EvalSymlinks(fsys FS, p string) (Resolved, error) {
	r, _, err := resolve(fsys, p)
	return r, err
}

// resolve is EvalSymlinks, and describes what it leads to where it has looked at that; info is nil elsewhere.
func resolve(fsys FS, p string) (r Resolved, info fs.FileInfo, err error) {
	if rec, ok := fsys.(*Recorder); ok {
		return rec.resolve(p)
	}
	return follow(fsys, Resolved{Path: "/"}, strings.Split(p, "/"), p)
}

// linked is the part of an FS that links are followed with.
type linked interface {
	Lstat(path string) (fs.FileInfo, error)
	ReadLink(path string) (string, error)
}

// follow goes on from r, a folder, through the parts of rest; p is the whole path, for errors. info describes what the
// last part leads to; it is nil where that was not looked at, as it was a step up or there was none.
func follow(fsys linked, r Resolved, rest []string, p string) (_ Resolved, info fs.FileInfo, err error) {
	for len(rest) > 0 {
		part := rest[0]
		rest = rest[1:]
		switch part {
		case "", ".":
			continue
		case "..":
			r.Path, info = path.Dir(r.Path), nil
			continue
		}
		next := below(r.Path, part)
		info, err = fsys.Lstat(next)
		if err != nil {
			r.Path = next
			return r, nil, err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			r.Path = next
			if !info.IsDir() && hasSteps(rest) {
				return r, info, &fs.PathError{Op: "open", Path: next, Err: errNotDir}
			}
			continue
		}
		target, err := fsys.ReadLink(next)
		if err != nil {
			r.Path = next
			return r, nil, err
		}
		info = nil
		r.Hops = append(r.Hops, Hop{Link: next, Target: target})
		if len(r.Hops) > MaxHops {
			return r, nil, &fs.PathError{Op: "open", Path: p, Err: ErrTooManyLinks}
		}
		if IsAbs(target) {
			r.Path = "/"
		}
		rest = append(strings.Split(target, "/"), rest...)
	}
	return r, info, nil
}

// below is what path.Join gives for a clean folder and the name of something in it.
func below(dir, name string) string { return strings.TrimSuffix(dir, "/") + "/" + name }

// errNotDir is "a part of the path is a file"; like the operating system's ENOTDIR it is not fs.ErrNotExist.
var errNotDir = errors.New("not a directory")

// hasSteps reports whether any part still asks for a folder.
func hasSteps(parts []string) bool {
	for _, p := range parts {
		if p != "" {
			return true
		}
	}
	return false
}

// IsMissing reports whether err means that nothing is there: a missing part, or a file where a folder
// would have to be.
func IsMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNotDir) }

// Stat describes what p leads to, links followed.
func Stat(fsys FS, p string) (fs.FileInfo, Resolved, error) {
	r, info, err := resolve(fsys, p)
	if err != nil {
		return nil, r, err
	}
	if info == nil {
		info, err = fsys.Lstat(r.Path)
	}
	return info, r, err
}

// IsDir reports whether p leads to a folder.
func IsDir(fsys FS, p string) bool {
	info, _, err := Stat(fsys, p)
	return err == nil && info.IsDir()
}

// Read reads the regular file that p leads to, links followed, of at most limit bytes.
func Read(fsys FS, p string, limit int64) (File, Resolved, error) {
	r, err := EvalSymlinks(fsys, p)
	if err != nil {
		return File{}, r, err
	}
	f, err := fsys.ReadFile(r.Path, limit)
	return f, r, err
}

// Canonical is p with every link replaced, or p itself when it does not exist.
func Canonical(fsys FS, p string) string {
	r, err := EvalSymlinks(fsys, p)
	if err != nil {
		return p
	}
	return r.Path
}
