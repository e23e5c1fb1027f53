package disk

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"slices"
	"sync"

	"golang.org/x/sys/unix"
)

// ReadDir implements tree.FS. What an entry is comes with its name, so that no entry is asked about by itself.
func (diskFS) ReadDir(p string) ([]fs.DirEntry, error) {
	fd, err := open(p, unix.O_DIRECTORY)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: p, Err: err}
	}
	defer descriptor{fd, p}.close()
	l := listers.Get().(*lister) //nolint:errcheck // nothing else is ever put there
	defer listers.Put(l)
	l.names, l.found = l.names[:0], l.found[:0]
	for {
		n := 0
		err := again(func() error {
			n, err = unix.Getdents(fd, l.buf[:])
			return err
		})
		switch {
		case err != nil:
			got, _ := l.entries(p)
			return got, &fs.PathError{Op: "readdirent", Path: p, Err: err}
		case n == 0:
			return l.entries(p)
		}
		l.add(l.buf[:n])
	}
}

var listers = sync.Pool{New: func() any { return new(lister) }}

// lister collects the entries of one folder: their names in one text.
type lister struct {
	names []byte
	found []rawEntry
	buf   [listBytes]byte
}

// listBytes holds some hundred entries.
const listBytes = 16 << 10

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

// name is that of an entry, as long as nothing is added.
func (l *lister) name(e rawEntry) []byte { return l.names[e.start:e.end] }

// entries are sorted by name. One that is gone by the time it has to be asked about is left out.
func (l *lister) entries(dir string) ([]fs.DirEntry, error) {
	slices.SortFunc(l.found, func(a, b rawEntry) int { return bytes.Compare(l.name(a), l.name(b)) })
	names := string(l.names)
	all, out := make([]entry, 0, len(l.found)), make([]fs.DirEntry, 0, len(l.found))
	for _, f := range l.found {
		e := entry{dir: dir, name: names[f.start:f.end], kind: types[f.kind&15]}
		if e.kind == 0 && f.kind != unix.DT_REG { // a file system that does not know leaves it open
			info, err := e.Info()
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
	return out, nil
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
func (e *entry) Info() (fs.FileInfo, error) { return diskFS{}.Lstat(e.path()) }
func (e *entry) String() string             { return fs.FormatDirEntry(e) }
