package disk

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"sort"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/agentlayers/layers/tree"
)

// Careful is the machine's file system for reading what somebody may change meanwhile: every path is opened part by
// part from folder handles that stay open, and no part of it is ever followed as a link. A folder that is swapped
// for a link gives an error, or the folder that was there; what the link leads to is never opened.
//
// It is safe for concurrent use. Close gives the handles back.
type Careful struct {
	mu   sync.Mutex
	dirs map[string]int // descriptors of folders
}

// NewCareful is FS with every part of a path opened by itself.
func NewCareful() *Careful { return &Careful{dirs: map[string]int{}} }

// maxHandles bounds the folders that stay open.
const maxHandles = 200

// Close gives the handles back. Later calls open them again.
func (c *Careful) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.closeAll()
}

func (c *Careful) closeAll() error {
	var err error
	for _, fd := range c.dirs {
		err = errors.Join(err, unix.Close(fd))
	}
	clear(c.dirs)
	return err
}

// folder is the handle of a folder. The lock is held.
func (c *Careful) folder(p string) (int, error) {
	if fd, ok := c.dirs[p]; ok {
		return fd, nil
	}
	parent, name := unix.AT_FDCWD, "/"
	if p != "/" {
		var err error
		if parent, err = c.folder(path.Dir(p)); err != nil {
			return 0, err
		}
		name = path.Base(p)
	}
	fd, err := openAt(parent, name, unix.O_PATH|unix.O_DIRECTORY)
	if err != nil {
		return 0, err
	}
	c.dirs[p] = fd
	return fd, nil
}

// openAt opens one part of a path, never a link behind it and never waiting.
func openAt(dir int, name string, flags int) (int, error) {
	for {
		fd, err := unix.Openat(dir, name, flags|unix.O_NOFOLLOW|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
		if !errors.Is(err, unix.EINTR) {
			return fd, err
		}
	}
}

// open opens the last part of p below the handle of its folder.
func (c *Careful) open(op, p string, flags int) (*os.File, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.dirs) > maxHandles {
		if err := c.closeAll(); err != nil {
			return nil, &fs.PathError{Op: op, Path: p, Err: err}
		}
	}
	dir, err := c.folder(path.Dir(p))
	name := path.Base(p)
	if p == "/" {
		name = "."
	}
	fd := 0
	if err == nil {
		fd, err = openAt(dir, name, flags)
	}
	if err != nil {
		return nil, &fs.PathError{Op: op, Path: p, Err: err}
	}
	return os.NewFile(uintptr(fd), p), nil
}

// Lstat implements tree.FS.
func (c *Careful) Lstat(p string) (fs.FileInfo, error) {
	f, err := c.open("lstat", p, unix.O_PATH)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Stat()
}

// ReadLink implements tree.FS.
func (c *Careful) ReadLink(p string) (string, error) {
	f, err := c.open("readlink", p, unix.O_PATH)
	if err != nil {
		return "", err
	}
	defer f.Close()
	buf := make([]byte, unix.PathMax)
	n, err := unix.Readlinkat(int(f.Fd()), "", buf)
	if errors.Is(err, unix.ENOENT) { // of a handle that is no link
		err = fs.ErrInvalid
	}
	if err != nil {
		return "", &fs.PathError{Op: "readlink", Path: p, Err: err}
	}
	return string(buf[:n]), nil
}

// ReadDir implements tree.FS.
func (c *Careful) ReadDir(p string) ([]fs.DirEntry, error) {
	f, err := c.open("open", p, unix.O_RDONLY|unix.O_DIRECTORY)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	sort.Slice(entries, func(i, j int) bool { return entries[i].Name() < entries[j].Name() })
	return entries, err
}

// ReadFile implements tree.FS.
func (c *Careful) ReadFile(p string, limit int64) (tree.File, error) {
	f, err := c.open("open", p, unix.O_RDONLY)
	if errors.Is(err, unix.ELOOP) || errors.Is(err, unix.ENXIO) {
		return tree.File{}, &fs.PathError{Op: "read", Path: p, Err: tree.ErrNotRegular}
	}
	if err != nil {
		return tree.File{}, err
	}
	return readOpen(f, p, limit)
}
