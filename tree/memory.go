package tree

import (
	"io/fs"
	"path"
	"sort"
	"strings"
	"time"
)

// Memory is an FS that lives in memory, for tests, unsaved editor text and "what if" files.
//
// Permission bits count as they do for the owner of a tree who is not the superuser: a folder without its
// execute bit hides what is below, a file without its read bit cannot be read. Build it first, share it
// afterwards: the methods that change it are not safe to call while it is read.
type Memory struct {
	nodes map[string]*memNode
}

type memNode struct {
	mode     fs.FileMode
	data     []byte // file content or link text
	children map[string]bool
}

// NewMemory returns a file system with an empty root folder.
func NewMemory() *Memory {
	return &Memory{nodes: map[string]*memNode{"/": {mode: fs.ModeDir | 0o755, children: map[string]bool{}}}}
}

// Mkdir creates a folder and its parents.
func (m *Memory) Mkdir(p string) {
	p = path.Clean(p)
	if n := m.nodes[p]; n != nil && n.mode.IsDir() {
		return
	}
	m.put(p, &memNode{mode: fs.ModeDir | 0o755, children: map[string]bool{}})
}

// WriteFile creates or replaces a regular file and creates its parents.
func (m *Memory) WriteFile(p string, data []byte) {
	m.put(path.Clean(p), &memNode{mode: 0o644, data: data})
}

// Symlink creates a link with the given text.
func (m *Memory) Symlink(p, target string) {
	m.put(path.Clean(p), &memNode{mode: fs.ModeSymlink | 0o777, data: []byte(target)})
}

// Special creates an entry that is neither file, folder nor link, such as fs.ModeNamedPipe.
func (m *Memory) Special(p string, kind fs.FileMode) {
	m.put(path.Clean(p), &memNode{mode: kind | 0o644})
}

// Chmod sets the permission bits of an existing entry.
func (m *Memory) Chmod(p string, perm fs.FileMode) {
	if n := m.nodes[path.Clean(p)]; n != nil {
		n.mode = n.mode&^fs.ModePerm | perm&fs.ModePerm
	}
}

// Remove deletes an entry and everything below it.
func (m *Memory) Remove(p string) {
	p = path.Clean(p)
	for name := range m.nodes {
		if Within(p, name) {
			delete(m.nodes, name)
		}
	}
	if parent := m.nodes[path.Dir(p)]; parent != nil {
		delete(parent.children, path.Base(p))
	}
}

func (m *Memory) put(p string, n *memNode) {
	if p == "/" {
		return
	}
	if old := m.nodes[p]; old != nil {
		m.Remove(p)
	}
	m.Mkdir(path.Dir(p))
	m.nodes[path.Dir(p)].children[path.Base(p)] = true
	m.nodes[p] = n
}

// find returns the entry at p after checking that every folder above may be entered.
func (m *Memory) find(op, p string) (*memNode, error) {
	p = path.Clean(p)
	for _, dir := range Ancestors(p)[1:] {
		switch n := m.nodes[dir]; {
		case n == nil:
		case !n.mode.IsDir():
			return nil, &fs.PathError{Op: op, Path: p, Err: errNotDir}
		case n.mode&0o100 == 0:
			return nil, &fs.PathError{Op: op, Path: p, Err: fs.ErrPermission}
		}
	}
	n := m.nodes[p]
	if n == nil {
		return nil, &fs.PathError{Op: op, Path: p, Err: fs.ErrNotExist}
	}
	return n, nil
}

// Lstat implements FS.
func (m *Memory) Lstat(p string) (fs.FileInfo, error) {
	n, err := m.find("lstat", p)
	if err != nil {
		return nil, err
	}
	return memInfo{path.Base(p), n}, nil
}

// ReadLink implements FS.
func (m *Memory) ReadLink(p string) (string, error) {
	n, err := m.find("readlink", p)
	if err != nil {
		return "", err
	}
	if n.mode&fs.ModeSymlink == 0 {
		return "", &fs.PathError{Op: "readlink", Path: p, Err: fs.ErrInvalid}
	}
	return string(n.data), nil
}

// ReadDir implements FS.
func (m *Memory) ReadDir(p string) ([]fs.DirEntry, error) {
	n, err := m.find("open", p)
	if err != nil {
		return nil, err
	}
	if !n.mode.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: p, Err: errNotDir}
	}
	if n.mode&0o400 == 0 {
		return nil, &fs.PathError{Op: "open", Path: p, Err: fs.ErrPermission}
	}
	names := make([]string, 0, len(n.children))
	for name := range n.children {
		names = append(names, name)
	}
	sort.Strings(names)
	out := make([]fs.DirEntry, len(names))
	for i, name := range names {
		out[i] = fs.FileInfoToDirEntry(memInfo{name, m.nodes[path.Join(p, name)]})
	}
	return out, nil
}

// ReadFile implements FS.
func (m *Memory) ReadFile(p string, limit int64) (File, error) {
	n, err := m.find("open", p)
	if err != nil {
		return File{}, err
	}
	info := memInfo{path.Base(p), n}
	if !n.mode.IsRegular() {
		return File{}, &fs.PathError{Op: "read", Path: p, Err: ErrNotRegular}
	}
	if n.mode&0o400 == 0 {
		return File{}, &fs.PathError{Op: "open", Path: p, Err: fs.ErrPermission}
	}
	f := File{Data: n.data, Identity: Identity{Mode: n.mode, Size: info.Size()}}
	if info.Size() > limit {
		f.Data = n.data[:max(limit, 0)]
		return f, &fs.PathError{Op: "read", Path: p, Err: ErrTooLarge}
	}
	return f, nil
}

type memInfo struct {
	name string
	node *memNode
}

func (i memInfo) Name() string       { return i.name }
func (i memInfo) Size() int64        { return int64(len(i.node.data)) }
func (i memInfo) Mode() fs.FileMode  { return i.node.mode }
func (i memInfo) ModTime() time.Time { return time.Time{} }
func (i memInfo) IsDir() bool        { return i.node.mode.IsDir() }
func (i memInfo) Sys() any           { return nil }

// String names the entries, one a line, for test failures.
func (m *Memory) String() string {
	names := make([]string, 0, len(m.nodes))
	for name := range m.nodes {
		names = append(names, name)
	}
	sort.Strings(names)
	return strings.Join(names, "\n")
}
