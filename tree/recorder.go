package tree

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
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
	Listed bool   `json:"listed,omitempty"` // a folder whose entries count
}

// Recorder wraps an FS: every question is asked at most once, so that one resolve sees one consistent view, and
// every path asked for is listed. It is safe for concurrent use.
//
//	FS ──> Recorder ──> reader          Part: a list of its own for one of several readers
//	         │ Seal                     Again: what was told, less what has changed
//	         └──────> Again ──> Recorder ──> reader
type Recorder struct {
	*answers
	mu   sync.Mutex
	seen map[string]asked
	ways map[string]way // of folders, as this recorder has followed them
}

// NewRecorder starts an empty record over fsys.
func NewRecorder(fsys FS) *Recorder { return recorderOf(&answers{fsys: fsys, own: map[string]*fact{}}) }

func recorderOf(a *answers) *Recorder {
	return &Recorder{answers: a, seen: map[string]asked{}, ways: map[string]way{}}
}

// Part is a Recorder with the same answers and a list of its own.
func (r *Recorder) Part() *Recorder { return recorderOf(r.answers) }

// Lstat implements FS.
func (r *Recorder) Lstat(p string) (fs.FileInfo, error) {
	f := r.ask(p, askedInfo, 0)
	return f.info, f.infoErr
}

// ReadLink implements FS.
func (r *Recorder) ReadLink(p string) (string, error) {
	f := r.ask(p, askedLink, 0)
	return f.link, f.linkErr
}

// ReadDir implements FS.
func (r *Recorder) ReadDir(p string) ([]fs.DirEntry, error) {
	f := r.ask(p, askedList, 0)
	return f.entries, f.listErr
}

// ReadFile implements FS. A file is read again only for a higher limit than that at which it was too large.
func (r *Recorder) ReadFile(p string, limit int64) (File, error) {
	return r.ask(p, askedFile, limit).within(p, limit)
}

func (r *Recorder) ask(p string, question asked, limit int64) *fact {
	f, open := r.answer(p, question, limit)
	if open {
		r.note(p, question)
	}
	return f
}

// note puts a question on the list of this recorder.
func (r *Recorder) note(p string, question asked) {
	r.mu.Lock()
	r.seen[p] |= question
	r.mu.Unlock()
}

// Accesses lists every path that this recorder was asked for, in byte order.
func (r *Recorder) Accesses() []Access {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make([]Access, 0, len(r.seen))
	for p, questions := range r.seen {
		out = append(out, r.access(p, questions))
	}
	slices.SortFunc(out, func(a, b Access) int { return cmp.Compare(a.Path, b.Path) })
	return out
}

// Union joins lists of accesses of one record, each in byte order.
func Union(lists ...[]Access) []Access {
	bySize := slices.SortedStableFunc(slices.Values(lists), func(a, b []Access) int { return cmp.Compare(len(a), len(b)) })
	var out []Access
	for _, list := range bySize {
		out = union(out, list)
	}
	return out
}

// union puts the accesses of one list among those of another, longer one; of two of one path it keeps the one that
// knows more.
func union(few, many []Access) []Access {
	if len(few) == 0 {
		return many
	}
	out := make([]Access, 0, len(few)+len(many))
	for _, a := range few {
		i, found := search(many, a.Path)
		out, many = append(out, many[:i]...), many[i:]
		if found {
			a, many = a.with(many[0]), many[1:]
		}
		out = append(out, a)
	}
	return append(out, many...)
}

func (a Access) with(b Access) Access {
	listed := a.Listed || b.Listed
	if a.Digest == "" && (b.Digest != "" || b.Found == foundUnreadable) {
		a = b
	}
	a.Listed = listed
	return a
}

// Exchange gives a list of accesses after some paths were asked for again: those of changed are as now says, others
// are added. All are in byte order.
func Exchange(list, now []Access, changed []string) []Access {
	out := slices.Clone(list)
	for _, a := range now {
		i, found := search(out, a.Path)
		_, other := slices.BinarySearch(changed, a.Path)
		switch {
		case !found:
			out = slices.Insert(out, i, a)
		case other:
			out[i] = a
		}
	}
	return out
}

// Digest is the sha256 of data in hex.
func Digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
