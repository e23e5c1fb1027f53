package disk

import (
	"io/fs"
	"path"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agentlayers/layers/tree"
)

// Lstat implements tree.FS.
func (diskFS) Lstat(p string) (fs.FileInfo, error) {
	var st unix.Stat_t
	if err := again(func() error { return unix.Lstat(p, &st) }); err != nil {
		return nil, &fs.PathError{Op: "lstat", Path: p, Err: err}
	}
	return &fileInfo{path.Base(p), stampOf(&st)}, nil
}

// fileInfo is what a look says, without what nobody asks for.
type fileInfo struct {
	name string
	stamp
}

// Name implements fs.FileInfo.
func (i *fileInfo) Name() string { return i.name }

// Size implements fs.FileInfo.
func (i *fileInfo) Size() int64 { return i.size }

// Mode implements fs.FileInfo.
func (i *fileInfo) Mode() fs.FileMode { return i.mode }

// ModTime implements fs.FileInfo.
func (i *fileInfo) ModTime() time.Time { return time.Unix(i.modified.Unix()) }

// IsDir implements fs.FileInfo.
func (i *fileInfo) IsDir() bool { return i.mode.IsDir() }

// Sys implements fs.FileInfo. See Owner, ID and tree.Identify.
func (i *fileInfo) Sys() any { return nil }

// stamp is what the system says of a file.
type stamp struct {
	dev, ino          uint64
	size              int64
	modified, changed unix.Timespec
	mode              fs.FileMode
	uid               uint32
}

func stampOf(st *unix.Stat_t) stamp {
	mode := fs.FileMode(st.Mode&0o777) | types[st.Mode&unix.S_IFMT>>12]
	for _, b := range specialBits {
		if st.Mode&b.bit != 0 {
			mode |= b.flag
		}
	}
	return stamp{st.Dev, st.Ino, st.Size, st.Mtim, st.Ctim, mode, st.Uid}
}

func (s *stamp) identity() tree.Identity {
	return tree.Identity{
		Dev: s.dev, Ino: s.ino, Mode: s.mode, Size: s.size,
		ModTime: time.Unix(s.modified.Unix()), Changed: time.Unix(s.changed.Unix()),
	}
}

func (s *stamp) owner() int { return int(s.uid) }

// types are the types of a file by the first four bits of its mode, which a listing gives alone, as package os tells
// them.
var types = [16]fs.FileMode{
	unix.S_IFBLK >> 12: fs.ModeDevice, unix.S_IFCHR >> 12: fs.ModeDevice | fs.ModeCharDevice, unix.S_IFDIR >> 12: fs.ModeDir,
	unix.S_IFIFO >> 12: fs.ModeNamedPipe, unix.S_IFLNK >> 12: fs.ModeSymlink, unix.S_IFSOCK >> 12: fs.ModeSocket,
}

// specialBits are the bits of a mode that have another place in package fs.
var specialBits = [...]struct {
	bit  uint32
	flag fs.FileMode
}{{unix.S_ISUID, fs.ModeSetuid}, {unix.S_ISGID, fs.ModeSetgid}, {unix.S_ISVTX, fs.ModeSticky}}
