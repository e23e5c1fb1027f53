package review

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/agentlayers/layers/tree"
)

// Writer changes the store. Each write is atomic, whatever stops the program.
type Writer interface {
	// MakePrivate makes a folder that only its owner may enter, and what is missing above it.
	MakePrivate(dir string) error
	// WritePrivate puts a file that only its owner may read, under a lock on its folder.
	WritePrivate(ctx context.Context, path string, data []byte) error
	Delete(path string) error
}

// Store is the folder of the user's records. It is believed only when nobody else could have written it.
type Store struct {
	Dir    string // absolute
	FS     tree.FS
	Writer Writer // may be nil for a store that is only read
	UID    int
	Owner  func(fs.FileInfo) (uid int, known bool) // nil, or not known: the system has no owners
}

// StoreError says why the store, or one record, is not believed. Nothing of it was changed.
type StoreError struct {
	Path   string
	Reason string
	Fix    string
}

func (e *StoreError) Error() string {
	text := fmt.Sprintf("the trust store is not believed: %s: %s", e.Path, e.Reason)
	if e.Fix != "" {
		text += "; " + e.Fix
	}
	return text
}

const (
	ending     = ".json"
	nameLength = 16 // bytes of the digest of the root

	dirPerm  fs.FileMode = 0o700
	filePerm fs.FileMode = 0o600
)

// Path is where the record of a root lies.
func (s Store) Path(root string) string {
	sum := sha256.Sum256([]byte(root))
	return path.Join(s.Dir, hex.EncodeToString(sum[:nameLength])+ending)
}

// Read gives the record of a root, nil when there is none. Every other doubt is a *StoreError.
func (s Store) Read(root string) (*Record, error) {
	there, err := s.check(root)
	if err != nil || !there {
		return nil, err
	}
	return s.read(s.Path(root), root)
}

func (s Store) read(p, root string) (*Record, error) {
	info, err := s.FS.Lstat(p)
	if tree.IsMissing(err) {
		return nil, nil //nolint:nilnil // no record is an answer
	}
	if err != nil {
		return nil, &StoreError{Path: p, Reason: err.Error()}
	}
	if err := s.private(p, info, 0, filePerm); err != nil {
		return nil, err
	}
	f, err := s.FS.ReadFile(p, maxRecord)
	if err != nil {
		return nil, &StoreError{Path: p, Reason: err.Error()}
	}
	if f.Identity.Mode.Perm() != filePerm {
		return nil, &StoreError{Path: p, Reason: "it changed while it was read"}
	}
	r, err := ParseRecord(f.Data)
	switch {
	case err != nil:
		return nil, &StoreError{p, err.Error(), "delete the file and review again"}
	case root != "" && r.Root != root, path.Base(s.Path(r.Root)) != path.Base(p):
		return nil, &StoreError{p, "it is the record of another root", "delete the file and review again"}
	}
	return r, nil
}

// Record keeps r and fills in its Prev. A record in its place is replaced when it is sound, and otherwise left as it
// is.
func (s Store) Record(ctx context.Context, r *Record) error {
	old, err := s.Read(r.Root)
	if err != nil {
		return err
	}
	if r.Prev = ""; old != nil {
		r.Prev = old.Sum
	}
	data, err := r.Marshal()
	if err != nil {
		return err
	}
	if len(data) > maxRecord {
		return &StoreError{Path: s.Path(r.Root), Reason: "the record is too large"}
	}
	if err := s.Writer.MakePrivate(s.Dir); err != nil {
		return err
	}
	if _, err := s.check(r.Root); err != nil { // what was made meanwhile by somebody else
		return err
	}
	return s.Writer.WritePrivate(ctx, s.Path(r.Root), data)
}

// Revoke removes the record of a root; removed is false when there was none.
func (s Store) Revoke(root string) (removed bool, err error) {
	r, err := s.Read(root)
	if r == nil || err != nil {
		return false, err
	}
	return true, s.Writer.Delete(s.Path(root))
}

// Listed is one file of the store.
type Listed struct {
	Path   string
	Record *Record // nil when Err is set
	Err    error
}

// List gives every record, in the order of their files.
func (s Store) List() ([]Listed, error) {
	there, err := s.check("")
	if err != nil || !there {
		return nil, err
	}
	entries, err := s.FS.ReadDir(s.Dir)
	if err != nil {
		return nil, &StoreError{Path: s.Dir, Reason: err.Error()}
	}
	var out []Listed
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") || path.Ext(e.Name()) != ending {
			continue // what a writer that was stopped has left
		}
		p := path.Join(s.Dir, e.Name())
		r, err := s.read(p, "")
		if r != nil || err != nil {
			out = append(out, Listed{p, r, err})
		}
	}
	return out, nil
}

// check looks at the folder and everything above it; there is false when it does not exist. root is the audited one,
// "" for none.
func (s Store) check(root string) (there bool, err error) {
	if s.FS == nil || !tree.IsAbs(s.Dir) {
		return false, errors.New("review: Store needs FS and an absolute Dir")
	}
	info, err := s.FS.Lstat(path.Join(landing(s.FS, path.Dir(s.Dir)), path.Base(s.Dir)))
	switch {
	case tree.IsMissing(err):
	case err != nil:
		return false, &StoreError{Path: s.Dir, Reason: err.Error()}
	default:
		there = true
		if err := s.private(s.Dir, info, fs.ModeDir, dirPerm); err != nil {
			return true, err
		}
	}
	real := landing(s.FS, s.Dir)
	if root != "" && tree.Within(root, real) {
		return there, &StoreError{real, "it lies inside " + root + ", which is what it would vouch for", "set XDG_STATE_HOME to a folder outside"}
	}
	for _, dir := range tree.Ancestors(real) {
		if err := s.above(dir, real); err != nil {
			return there, err
		}
	}
	return there, nil
}

// landing is where a folder lies or would come to lie, links in what exists of its path followed.
func landing(fsys tree.FS, dir string) string {
	rest := ""
	for at := dir; at != "/"; at = path.Dir(at) {
		if r, err := tree.EvalSymlinks(fsys, at); err == nil {
			return path.Join(r.Path, rest)
		}
		rest = path.Join(path.Base(at), rest)
	}
	return dir
}

// above refuses a store in a work tree, or below a folder where others may swap it.
func (s Store) above(dir, store string) error {
	if _, err := s.FS.Lstat(path.Join(dir, ".git")); err == nil {
		return &StoreError{store, "it lies inside the work tree " + dir, "set XDG_STATE_HOME to a folder outside any work tree"}
	}
	info, err := s.FS.Lstat(dir)
	if err != nil || dir == store {
		return nil //nolint:nilerr // a folder that is not there yet; the store itself was judged
	}
	if owner, known := s.owner(info); known && owner != s.UID && owner != 0 {
		return &StoreError{dir, "the folder above it belongs to another user", ""}
	}
	if _, known := s.owner(info); known && info.Mode().Perm()&0o022 != 0 && info.Mode()&fs.ModeSticky == 0 {
		return &StoreError{dir, "others may write to the folder above it", "chmod go-w " + dir}
	}
	return nil
}

// private refuses what is not of the wanted type, not our own, or open to others.
func (s Store) private(p string, info fs.FileInfo, kind, perm fs.FileMode) error {
	switch owner, known := s.owner(info); {
	case info.Mode()&fs.ModeSymlink != 0:
		return &StoreError{p, "it is a link", "put a real file or folder there"}
	case info.Mode().Type() != kind:
		return &StoreError{p, "it is not what it should be: " + info.Mode().Type().String(), ""}
	case known && owner != s.UID:
		return &StoreError{p, "it belongs to another user", ""}
	case info.Mode().Perm() != perm:
		return &StoreError{p, fmt.Sprintf("its permissions are %#o, not %#o", info.Mode().Perm(), perm), fmt.Sprintf("look at it, then chmod %o", perm)}
	}
	return nil
}

func (s Store) owner(info fs.FileInfo) (uid int, known bool) {
	if s.Owner == nil {
		return 0, false
	}
	return s.Owner(info)
}
