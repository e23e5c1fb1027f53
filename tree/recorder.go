package tree

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"slices"
	"sync"
)

// Access is one path that a resolve asked for, found or not. The list of them is the cache key, the watch
// list, and what "looked here" shows.
type Access struct {
	Path   string `json:"path"`
	Found  string `json:"found"`            // "file", "folder", "link", "other", "absent" or "unreadable"
	Digest string `json:"digest,omitempty"` // sha256 of the bytes, when they were read
}

// Recorder wraps an FS: every file is read at most once, so that one resolve sees one consistent view, and
// every path asked for is listed. It is safe for concurrent use.
type Recorder struct {
	fsys FS

	mu    sync.Mutex
	infos map[string]result[fs.FileInfo]
	files map[string]result[File]
	dirs  map[string]result[[]fs.DirEntry]
	seen  map[string]Access
}

type result[T any] struct {
	value T
	err   error
}

// NewRecorder starts an empty record over fsys.
func NewRecorder(fsys FS) *Recorder {
	return &Recorder{
		fsys:  fsys,
		infos: map[string]result[fs.FileInfo]{},
		files: map[string]result[File]{},
		dirs:  map[string]result[[]fs.DirEntry]{},
		seen:  map[string]Access{},
	}
}

// Lstat implements FS.
func (r *Recorder) Lstat(p string) (fs.FileInfo, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if got, ok := r.infos[p]; ok {
		return got.value, got.err
	}
	info, err := r.fsys.Lstat(p)
	r.infos[p] = result[fs.FileInfo]{info, err}
	r.note(p, found(info, err), "")
	return info, err
}

// ReadLink implements FS.
func (r *Recorder) ReadLink(p string) (string, error) { return r.fsys.ReadLink(p) }

// ReadDir implements FS.
func (r *Recorder) ReadDir(p string) ([]fs.DirEntry, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if got, ok := r.dirs[p]; ok {
		return got.value, got.err
	}
	entries, err := r.fsys.ReadDir(p)
	r.dirs[p] = result[[]fs.DirEntry]{entries, err}
	if err == nil {
		r.note(p, "folder", "")
	} else {
		r.note(p, found(nil, err), "")
	}
	return entries, err
}

// ReadFile implements FS. The limit of the first read of a path holds for the later ones.
func (r *Recorder) ReadFile(p string, limit int64) (File, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if got, ok := r.files[p]; ok {
		return got.value, got.err
	}
	f, err := r.fsys.ReadFile(p, limit)
	r.files[p] = result[File]{f, err}
	switch {
	case err == nil:
		r.note(p, "file", Digest(f.Data))
	case errors.Is(err, ErrNotRegular), errors.Is(err, ErrTooLarge):
		// Lstat has said what it is.
	default:
		r.note(p, found(nil, err), "")
	}
	return f, err
}

func (r *Recorder) note(p, what, digest string) {
	if old, ok := r.seen[p]; ok && digest == "" && old.Digest != "" {
		return
	}
	r.seen[p] = Access{Path: p, Found: what, Digest: digest}
}

func found(info fs.FileInfo, err error) string {
	switch {
	case IsMissing(err):
		return "absent"
	case err != nil:
		return "unreadable"
	case info.Mode().IsRegular():
		return "file"
	case info.IsDir():
		return "folder"
	case info.Mode()&fs.ModeSymlink != 0:
		return "link"
	default:
		return "other"
	}
}

// Accesses lists every path asked for, in byte order.
func (r *Recorder) Accesses() []Access {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make([]Access, 0, len(r.seen))
	for _, a := range r.seen {
		out = append(out, a)
	}
	slices.SortFunc(out, func(a, b Access) int { return cmp.Compare(a.Path, b.Path) })
	return out
}

// Digest is the sha256 of data in hex.
func Digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
