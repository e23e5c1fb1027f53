package golden

import (
	"io/fs"
	"path"

	"github.com/agentlayers/layers/tree"
)

// enforced holds a reader to permission bits as the owner of the tree is held who is not the superuser: a folder
// without its execute bit hides what is below, one without its read bit cannot be listed, a file without its
// read bit cannot be read. It answers as tree.Memory does.
type enforced struct {
	fsys  tree.FS
	perms map[string]fs.FileMode // by path; others keep the bits they have
}

// enter reports whether every folder above p may be passed.
func (e enforced) enter(op, p string) error {
	for _, dir := range tree.Ancestors(path.Clean(p))[1:] {
		if perm, ok := e.perms[dir]; ok && perm&0o100 == 0 {
			if info, err := e.fsys.Lstat(dir); err == nil && info.IsDir() {
				return &fs.PathError{Op: op, Path: p, Err: fs.ErrPermission}
			}
		}
	}
	return nil
}

// open is enter for something that is read as well.
func (e enforced) open(p string) error {
	if err := e.enter("open", p); err != nil {
		return err
	}
	if perm, ok := e.perms[path.Clean(p)]; ok && perm&0o400 == 0 {
		return &fs.PathError{Op: "open", Path: p, Err: fs.ErrPermission}
	}
	return nil
}

// Lstat implements tree.FS.
func (e enforced) Lstat(p string) (fs.FileInfo, error) {
	if err := e.enter("lstat", p); err != nil {
		return nil, err
	}
	info, err := e.fsys.Lstat(p)
	if perm, ok := e.perms[path.Clean(p)]; ok && err == nil {
		return permInfo{info, perm}, nil
	}
	return info, err
}

// ReadLink implements tree.FS.
func (e enforced) ReadLink(p string) (string, error) {
	if err := e.enter("readlink", p); err != nil {
		return "", err
	}
	return e.fsys.ReadLink(p)
}

// ReadDir implements tree.FS. The entries describe themselves with the bits of this layout.
func (e enforced) ReadDir(p string) ([]fs.DirEntry, error) {
	info, err := e.Lstat(p)
	if err == nil && info.IsDir() {
		err = e.open(p)
	}
	if err != nil {
		return nil, err
	}
	entries, err := e.fsys.ReadDir(p)
	for i, entry := range entries {
		if perm, ok := e.perms[path.Join(p, entry.Name())]; ok {
			if info, infoErr := entry.Info(); infoErr == nil {
				entries[i] = fs.FileInfoToDirEntry(permInfo{info, perm})
			}
		}
	}
	return entries, err
}

// ReadFile implements tree.FS. What is no regular file is reported as that, whatever its bits.
func (e enforced) ReadFile(p string, limit int64) (tree.File, error) {
	info, err := e.Lstat(p)
	if err == nil && info.Mode().IsRegular() {
		err = e.open(p)
	}
	if err != nil {
		return tree.File{}, err
	}
	f, err := e.fsys.ReadFile(p, limit)
	if perm, ok := e.perms[path.Clean(p)]; ok {
		f.Identity.Mode = f.Identity.Mode&^fs.ModePerm | perm
	}
	return f, err
}

// permInfo is a file description with other permission bits.
type permInfo struct {
	fs.FileInfo
	perm fs.FileMode
}

// Mode implements fs.FileInfo.
func (i permInfo) Mode() fs.FileMode { return i.FileInfo.Mode()&^fs.ModePerm | i.perm&fs.ModePerm }
