package tree

import (
	"io/fs"
	"path"
	"sort"
	"strings"
)

// Mounts shows several file systems as one, each at its own absolute path. The longest matching mount
// point answers; folders that lead to a mount point exist even when nothing is mounted there.
func Mounts(at map[string]FS) FS {
	m := mounts{}
	for p, fsys := range at {
		m.points = append(m.points, mountPoint{path.Clean(p), fsys})
	}
	sort.Slice(m.points, func(i, j int) bool { return len(m.points[i].path) > len(m.points[j].path) })
	m.way = NewMemory()
	for _, pt := range m.points {
		m.way.Mkdir(pt.path)
	}
	return m
}

type mountPoint struct {
	path string
	fsys FS
}

type mounts struct {
	points []mountPoint
	way    *Memory // the folders that lead to mount points
}

// at returns the file system that answers for p; each receives the full path.
func (m mounts) at(p string) FS {
	for _, pt := range m.points {
		if Within(pt.path, p) {
			return pt.fsys
		}
	}
	return m.way
}

// leads reports whether p is a mount point or a folder above one.
func (m mounts) leads(p string) bool {
	for _, pt := range m.points {
		if Within(p, pt.path) {
			return true
		}
	}
	return false
}

func (m mounts) Lstat(p string) (fs.FileInfo, error) {
	info, err := m.at(p).Lstat(p)
	if err != nil && m.leads(p) {
		if wayInfo, wayErr := m.way.Lstat(p); wayErr == nil {
			return wayInfo, nil
		}
	}
	return info, err
}

func (m mounts) ReadLink(p string) (string, error) { return m.at(p).ReadLink(p) }

func (m mounts) ReadFile(p string, limit int64) (File, error) { return m.at(p).ReadFile(p, limit) }

func (m mounts) ReadDir(p string) ([]fs.DirEntry, error) {
	entries, err := m.at(p).ReadDir(p)
	if !m.leads(p) {
		return entries, err
	}
	way, wayErr := m.way.ReadDir(p)
	if wayErr != nil || len(way) == 0 {
		return entries, err
	}
	seen := map[string]bool{}
	for _, e := range entries {
		seen[e.Name()] = true
	}
	for _, e := range way {
		if !seen[e.Name()] {
			entries = append(entries, e)
		}
	}
	sort.Slice(entries, func(i, j int) bool { return entries[i].Name() < entries[j].Name() })
	return entries, nil
}

// Rebase shows the folder from of fsys at the path to: with to "/" it is a system root of its own, as for a
// container image; with from "/tmp/x" and to "/repo" it is a tree at the place it will have.
//
// Links are returned as written and followed by this package inside the new namespace, so an absolute link
// never leads out of it.
func Rebase(fsys FS, from, to string) FS {
	return rebased{fsys, path.Clean(from), path.Clean(to)}
}

type rebased struct {
	fsys     FS
	from, to string
}

func (r rebased) inner(p string) string {
	if !Within(r.to, p) {
		return path.Join(r.from, ".outside-the-mount", p) // never exists: p is not below the mount point
	}
	return path.Join(r.from, strings.TrimPrefix(p, r.to))
}

// outer gives errors the path that the caller asked for.
func (r rebased) outer(p string, err error) error {
	if pe, ok := err.(*fs.PathError); ok { //nolint:errorlint // only the outermost error carries the inner path
		return &fs.PathError{Op: pe.Op, Path: p, Err: pe.Err}
	}
	return err
}

func (r rebased) Lstat(p string) (fs.FileInfo, error) {
	info, err := r.fsys.Lstat(r.inner(p))
	return info, r.outer(p, err)
}

func (r rebased) ReadLink(p string) (string, error) {
	s, err := r.fsys.ReadLink(r.inner(p))
	return s, r.outer(p, err)
}

func (r rebased) ReadDir(p string) ([]fs.DirEntry, error) {
	es, err := r.fsys.ReadDir(r.inner(p))
	return es, r.outer(p, err)
}

func (r rebased) ReadFile(p string, limit int64) (File, error) {
	f, err := r.fsys.ReadFile(r.inner(p), limit)
	return f, r.outer(p, err)
}
