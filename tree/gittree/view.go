package gittree

import (
	"errors"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/agentlayers/layers/tree"
)

// maxLink bounds the text of a symbolic link, in bytes, as on Linux.
const maxLink = 4095

// Entry is what Lstat's Sys tells of a name in a commit.
type Entry struct {
	ID        string // of the file's, link's or folder's object; the commit for a submodule
	Submodule bool
}

// Tree shows the tree of c at the absolute folder at, read-only; what lies outside does not exist.
//
// It is the tree as git would check it out, before line endings and filters: the executable bit, links as
// links, submodules as empty folders. A made-up ".git" folder with a HEAD file stands at its root, so that the
// search for a project root ends there. FileInfo.Sys gives an Entry, except for the made-up names.
//
// The size of a file is known before it is inflated, and no more than the limit is. The answers are shared: do
// not write into File.Data.
func (r *Repo) Tree(c Commit, at string) (tree.FS, error) {
	at = path.Clean(at)
	if !tree.IsAbs(at) {
		return nil, &Error{Code: CodeRevision, Summary: "the tree must be shown at an absolute folder, not " + at}
	}
	root := plumbing.NewHash(c.Tree)
	entries, err := r.store.folder(root)
	if err != nil {
		return nil, known(err)
	}
	if _, ok := named(entries, ".git"); ok {
		return nil, broken(r.store.place.objectsDir(), "commit "+c.ID+" holds .git at its root, which git refuses to check out", nil)
	}
	marker := tree.NewMemory()
	marker.WriteFile(path.Join(at, ".git/HEAD"), []byte(c.ID+"\n"))
	v := &view{store: r.store, at: at, root: entry{name: path.Base(at), mode: fs.ModeDir | 0o755, id: root}}
	return tree.Mounts(map[string]tree.FS{at: v, path.Join(at, ".git"): marker}), nil
}

// view is the tree of one commit.
type view struct {
	store *store
	at    string
	root  entry
}

var errNotFolder = errors.New("not a folder")

// find walks down to p, folder by folder, following nothing.
func (v *view) find(op, p string) (entry, error) {
	fail := func(err error) (entry, error) { return entry{}, &fs.PathError{Op: op, Path: p, Err: err} }
	if !tree.Within(v.at, p) {
		return fail(fs.ErrNotExist)
	}
	here := v.root
	for part := range strings.SplitSeq(strings.TrimPrefix(p, v.at), "/") {
		if part == "" {
			continue
		}
		if !here.mode.IsDir() || here.link {
			return fail(fs.ErrNotExist)
		}
		entries, err := v.store.folder(here.id)
		if err != nil {
			return fail(err)
		}
		next, ok := named(entries, part)
		if !ok {
			return fail(fs.ErrNotExist)
		}
		here = next
	}
	return here, nil
}

// Lstat implements tree.FS.
func (v *view) Lstat(p string) (fs.FileInfo, error) {
	e, err := v.find("lstat", p)
	if err != nil {
		return nil, err
	}
	return info{e, v.store}, nil
}

// ReadLink implements tree.FS. A zero byte ends the text, as it does when git makes the link.
func (v *view) ReadLink(p string) (string, error) {
	e, err := v.find("readlink", p)
	if err == nil && e.mode&fs.ModeSymlink == 0 {
		err = &fs.PathError{Op: "readlink", Path: p, Err: fs.ErrInvalid}
	}
	if err != nil {
		return "", err
	}
	o, err := v.blob(e, maxLink)
	text, _, _ := strings.Cut(string(o.data), "\x00")
	if err == nil && text == "" {
		err = fs.ErrInvalid // no system makes a link to nothing
	}
	if err != nil {
		return "", &fs.PathError{Op: "readlink", Path: p, Err: err}
	}
	return text, nil
}

// ReadDir implements tree.FS.
func (v *view) ReadDir(p string) ([]fs.DirEntry, error) {
	e, err := v.find("open", p)
	if err != nil {
		return nil, err
	}
	if !e.mode.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: p, Err: errNotFolder}
	}
	if e.link {
		return nil, nil
	}
	entries, err := v.store.folder(e.id)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: p, Err: err}
	}
	out := make([]fs.DirEntry, len(entries))
	for i, child := range entries {
		out[i] = fs.FileInfoToDirEntry(info{child, v.store})
	}
	return out, nil
}

// ReadFile implements tree.FS.
func (v *view) ReadFile(p string, limit int64) (tree.File, error) {
	e, err := v.find("open", p)
	if err == nil && !e.mode.IsRegular() {
		err = &fs.PathError{Op: "read", Path: p, Err: tree.ErrNotRegular}
	}
	if err != nil {
		return tree.File{}, err
	}
	o, err := v.blob(e, limit)
	if err != nil {
		f := tree.File{}
		if errors.Is(err, tree.ErrTooLarge) {
			f = tree.File{Data: o.data, Identity: tree.Identity{Mode: e.mode, Size: info{e, v.store}.Size()}}
		}
		return f, &fs.PathError{Op: "read", Path: p, Err: err}
	}
	return tree.File{Data: o.data, Identity: tree.Identity{Mode: e.mode, Size: int64(len(o.data))}}, nil
}

func (v *view) blob(e entry, limit int64) (object, error) {
	o, err := v.store.read(e.id, limit)
	if err == nil && o.kind != plumbing.BlobObject {
		err = broken(v.store.place.objectsDir(), "object "+e.id.String()+" is not a file", nil)
	}
	return o, err
}

// info describes a name. Its size is looked up when asked for: most callers only want the kind.
type info struct {
	entry entry
	store *store
}

func (i info) Name() string       { return i.entry.name }
func (i info) Mode() fs.FileMode  { return i.entry.mode }
func (i info) IsDir() bool        { return i.entry.mode.IsDir() }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) Sys() any           { return Entry{i.entry.id.String(), i.entry.link} }

// Size is 0 for folders, and for a file that is not here: reading it gives the error.
func (i info) Size() int64 {
	if i.IsDir() {
		return 0
	}
	n, err := i.store.size(i.entry.id)
	if err != nil {
		return 0
	}
	return n
}
