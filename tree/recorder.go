package tree

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"slices"
	"strings"
	"time"
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
	number uint32 // among the parts of the record
	seen   []look // a fact may come again where parts ask in turns
}

// look is what was asked about one path.
type look struct {
	fact      *fact
	questions asked
}

// NewRecorder starts an empty record over fsys.
func NewRecorder(fsys FS) *Recorder {
	return (&answers{fsys: fsys, at: &time.Time{}, own: make(map[string]*fact, ordinary), ways: make(map[string]*way, ordinary/2)}).part()
}

// Part is a Recorder with the same answers and a list of its own.
func (r *Recorder) Part() *Recorder { return r.part() }

// Lstat implements FS.
func (r *Recorder) Lstat(p string) (fs.FileInfo, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f := r.ask(p, askedInfo, 0)
	return f.info, f.infoErr
}

// ReadLink implements FS.
func (r *Recorder) ReadLink(p string) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f := r.ask(p, askedLink, 0)
	return f.link.text, f.link.err
}

// ReadDir implements FS.
func (r *Recorder) ReadDir(p string) ([]fs.DirEntry, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f := r.ask(p, askedList, 0)
	return f.list.entries, f.list.err
}

// ReadFile implements FS. A file is read again only for a higher limit than that at which it was too large.
func (r *Recorder) ReadFile(p string, limit int64) (File, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.ask(p, askedFile, limit).file
	if s.gone {
		s = s.reread(r.fsys, p, limit)
	}
	return s.within(p, limit)
}

// ask answers a question and puts it on the list of this recorder. The lock is held.
func (r *Recorder) ask(p string, question asked, limit int64) *fact {
	f := r.fact(p)
	if !f.answers(question, limit) {
		f.ask(r.fsys, question, limit)
	}
	r.note(f, question)
	return f
}

// note puts questions on the list of this recorder. The lock is held.
func (r *Recorder) note(f *fact, questions asked) {
	switch {
	case r.sealed:
	case f.part == r.number:
		r.seen[f.place].questions |= questions
	default:
		f.part, f.place = r.number, int32(len(r.seen))
		if r.seen == nil {
			r.seen = make([]look, 0, ordinary/8)
		}
		r.seen = append(r.seen, look{f, questions})
	}
}

// Accesses lists every path that this recorder was asked for, in byte order.
func (r *Recorder) Accesses() []Access {
	r.mu.Lock()
	defer r.mu.Unlock()
	slices.SortFunc(r.seen, func(a, b look) int { return strings.Compare(a.fact.path, b.fact.path) })
	once := r.seen[:0]
	for _, l := range r.seen {
		if n := len(once); n > 0 && once[n-1].fact == l.fact {
			once[n-1].questions |= l.questions
			continue
		}
		once = append(once, l)
	}
	r.seen = once
	out := make([]Access, len(once))
	for i, l := range once {
		out[i] = l.fact.access(l.questions)
		l.fact.counts = true
		if l.fact.part == r.number {
			l.fact.place = int32(i)
		}
	}
	return out
}

// Digest is the sha256 of data in hex.
func Digest(data []byte) string {
	sum := sha256.Sum256(data)
	var text [2 * sha256.Size]byte
	hex.Encode(text[:], sum[:])
	return string(text[:])
}
