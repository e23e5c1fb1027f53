package disk

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// ReadDir implements tree.FS. What an entry is comes with its name, so that no entry is asked about by itself.
func (diskFS) ReadDir(p string) ([]fs.DirEntry, error) {
	fd, err := open(p, unix.O_DIRECTORY)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: p, Err: err}
	}
	d := descriptor{fd, p}
	defer d.close()
	l := lister{dir: p}
	buf := listBuffers.Get().(*[]byte) //nolint:errcheck // nothing else is ever put there
	defer listBuffers.Put(buf)
	for {
		n := 0
		err := again(func() error {
			n, err = unix.Getdents(fd, *buf)
			return err
		})
		switch {
		case err != nil:
			got, _ := l.entries()
			return got, &fs.PathError{Op: "readdirent", Path: p, Err: err}
		case n == 0:
			return l.entries()
		}
		l.add((*buf)[:n])
	}
}

var listBuffers = sync.Pool{New: func() any { b := make([]byte, listBytes); return &b }}

// listBytes holds some hundred entries.
const listBytes = 16 << 10

// lister collects the entries of one folder: their names in one text.
type lister struct {
	dir   string
	names []byte
	found []rawEntry
}

// rawEntry is an entry by its place in the names.
type rawEntry struct {
	start, end int
	kind       byte
}

// Where the fields of the system's record of an entry are.
const (
	recordLength = 16
	recordKind   = 18
	recordName   = 19
)

// add takes the records that one call gave.
func (l *lister) add(records []byte) {
	for len(records) > recordName {
		size := int(binary.NativeEndian.Uint16(records[recordLength:]))
		if size <= recordName || size > len(records) {
			return
		}
		name, kind := records[recordName:size], records[recordKind]
		if end := bytes.IndexByte(name, 0); end >= 0 {
			name = name[:end]
		}
		if string(name) != "." && string(name) != ".." {
			l.found = append(l.found, rawEntry{len(l.names), len(l.names) + len(name), kind})
			l.names = append(l.names, name...)
		}
		records = records[size:]
	}
}

// entries are sorted by name. One that is gone by the time it has to be asked about is left out.
func (l *lister) entries() ([]fs.DirEntry, error) {
	names := string(l.names)
	all, out := make([]entry, 0, len(l.found)), make([]fs.DirEntry, 0, len(l.found))
	for _, f := range l.found {
		e := entry{dir: l.dir, name: names[f.start:f.end]}
		kind, known := kinds[f.kind]
		if e.kind = kind; !known {
			info, err := os.Lstat(e.path())
			switch {
			case errors.Is(err, fs.ErrNotExist):
				continue
			case err != nil:
				return out, err
			}
			e.kind = info.Mode().Type()
		}
		all = append(all, e)
		out = append(out, &all[len(all)-1])
	}
	sortEntries(out)
	return out, nil
}

// kinds are the system's words for what an entry is. A file system that does not know leaves it open.
var kinds = map[byte]fs.FileMode{
	unix.DT_BLK: fs.ModeDevice, unix.DT_CHR: fs.ModeDevice | fs.ModeCharDevice, unix.DT_DIR: fs.ModeDir,
	unix.DT_FIFO: fs.ModeNamedPipe, unix.DT_LNK: fs.ModeSymlink, unix.DT_REG: 0, unix.DT_SOCK: fs.ModeSocket,
}

// entry is one name in a folder.
type entry struct {
	dir, name string
	kind      fs.FileMode
}

func (e *entry) path() string               { return e.dir + "/" + e.name }
func (e *entry) Name() string               { return e.name }
func (e *entry) IsDir() bool                { return e.kind.IsDir() }
func (e *entry) Type() fs.FileMode          { return e.kind }
func (e *entry) Info() (fs.FileInfo, error) { return os.Lstat(e.path()) }
func (e *entry) String() string             { return fs.FormatDirEntry(e) }
