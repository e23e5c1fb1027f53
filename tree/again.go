package tree

import (
	"bytes"
	"cmp"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// Begun says when the record was begun, by the clock that stamps files; Stale needs it. It must be called before the
// first question.
func (r *Recorder) Begun(at time.Time) { *r.at = at }

// Seal ends the record. Whoever asks the recorder afterwards gets what the file system says by then, unrecorded.
// asked lists, in byte order, the paths that go on to count: those that Accesses has listed of any part, earlier
// records included.
func (r *Recorder) Seal(asked []Access) {
	a := r.answers
	a.mu.Lock()
	defer a.mu.Unlock()
	a.sealed, a.asked = true, asked
	for p, f := range a.own {
		if f != nil && f.record == a.record && !f.counts {
			delete(a.own, p)
		}
	}
	i := 0
	for _, was := range a.before { // both lists are in order, and mostly the same strings
		for i < len(asked) && asked[i].Path != was.Path && asked[i].Path < was.Path {
			i++
		}
		if i == len(asked) || asked[i].Path != was.Path {
			a.own[was.Path] = nil
		} else {
			i++
		}
	}
	a.before = nil
}

// Knows reports whether a sealed record was told of something at p: then no link leads there.
func (r *Recorder) Knows(p string) bool {
	f := r.known(p)
	return f != nil && f.there()
}

// Again starts a record over the same file system that knows what a sealed one was told, as far as it still holds.
//
// changed names what was created, removed, written or given another mode since: files, links, and folders; with a folder
// that is another one now, everything below counts as changed. Each is asked for again at once, and a folder is listed
// again only when the kind of an entry differs. differ lists, in byte order, the paths of the old record whose answer is another one now, or
// was not asked for again because a folder above it differs.
func (r *Recorder) Again(changed []string, at time.Time) (next *Recorder, differ []string) {
	a := &answers{fsys: r.fsys, at: &at, ways: map[string]*way{}, record: r.record + 1, before: r.asked}
	a.inherit(r.answers)
	g := again{a: a, asked: r.asked, differ: map[string]bool{}}
	for _, p := range slices.Compact(slices.Sorted(slices.Values(changed))) {
		g.look(path.Clean(p))
	}
	return a.part(), slices.Sorted(maps.Keys(g.differ))
}

// inherit takes the answers of a sealed record over. They are shared, never copied, but for the few that came after
// the first record.
func (a *answers) inherit(old *answers) {
	a.base, a.own = old.base, maps.Clone(old.own)
	switch {
	case old.base == nil:
		a.base, a.own = old.own, map[string]*fact{}
	case len(old.own) > len(old.base)/4:
		a.base = maps.Clone(old.base)
		maps.Copy(a.base, old.own)
		maps.DeleteFunc(a.base, func(_ string, f *fact) bool { return f == nil })
		a.own = map[string]*fact{}
	}
}

// again compares an earlier record with what the file system says now.
type again struct {
	a      *answers
	asked  []Access
	differ map[string]bool
}

func (g *again) look(p string) {
	now := g.ask(p)
	old := g.a.known(p)
	g.below(p, old, now)
	g.listing(path.Dir(p), path.Base(p), now)
	if old != nil {
		g.replace(p, old, now)
	}
}

func (g *again) ask(p string) *fact {
	f := &fact{path: p, at: g.a.at, record: g.a.record}
	f.ask(g.a.fsys, askedInfo, 0)
	return f
}

// replace asks what was asked about p again, and notes whether the answer differs.
func (g *again) replace(p string, old, now *fact) {
	for _, q := range opening {
		able := now.infoErr == nil && now.mode.Type() == q.kind
		if old.asked&q.question != 0 && (able || q.failed(old) != nil) {
			now.ask(g.a.fsys, q.question, old.limit())
		}
	}
	now.asked &= old.asked
	now.counts = true
	g.a.own[p] = now
	if !now.same(old) {
		g.differ[p] = true
	}
}

// limit is that at which the file was read.
func (f *fact) limit() int64 {
	if f.asked&askedFile == 0 {
		return 0
	}
	return f.file.limit
}

// opening are the questions that only one kind of thing can answer. Another kind is asked when it was before.
var opening = []struct {
	question asked
	kind     fs.FileMode
	failed   func(*fact) error
}{
	{askedLink, fs.ModeSymlink, func(f *fact) error { return f.link.err }},
	{askedList, fs.ModeDir, func(f *fact) error { return f.list.err }},
	{askedFile, 0, func(f *fact) error { return f.file.err }},
}

// below forgets what lies below p, unless p is the folder that it was, or was no folder and is none.
func (g *again) below(p string, old, now *fact) {
	if old != nil && (old.plain() && now.plain() || g.sameFolder(p, old, now)) {
		return
	}
	prefix := strings.TrimSuffix(p, "/") + "/"
	i, _ := search(g.asked, prefix)
	for ; i < len(g.asked) && strings.HasPrefix(g.asked[i].Path, prefix); i++ {
		g.a.own[g.asked[i].Path] = nil
		g.differ[g.asked[i].Path] = true
	}
}

// plain is what nothing lies below, and no link that may lead elsewhere.
func (f *fact) plain() bool {
	if f.asked&askedInfo == 0 {
		return f.asked&askedFile != 0 && f.file.err == nil
	}
	return IsMissing(f.infoErr) || f.infoErr == nil && f.mode.IsRegular()
}

// sameFolder reports a folder that still is the same one, where the file system can tell.
func (g *again) sameFolder(p string, old, now *fact) bool {
	if old.info == nil || now.info == nil || !now.mode.IsDir() || old.mode != now.mode {
		return false
	}
	a, b := Identify(g.a.fsys, p, old.info), Identify(g.a.fsys, p, now.info)
	return a.Ino != 0 && a.Ino == b.Ino && a.Dev == b.Dev
}

// listing lists a folder again when its entry is another kind of thing than it was.
func (g *again) listing(dir, name string, now *fact) {
	old := g.a.known(dir)
	if old == nil || old.asked&askedList == 0 || dir == name || old.lists(name, now) {
		return
	}
	g.replace(dir, old, g.ask(dir))
}

// lists reports whether a listing shows an entry as it is.
func (f *fact) lists(name string, now *fact) bool {
	i, found := slices.BinarySearchFunc(f.list.entries, name, func(e fs.DirEntry, name string) int { return cmp.Compare(e.Name(), name) })
	if now.infoErr != nil {
		return !found && IsMissing(now.infoErr)
	}
	return found && f.list.entries[i].Type() == now.mode.Type()
}

// same reports whether a reader would be told the same. The size of a folder or link says nothing.
func (f *fact) same(old *fact) bool {
	return f.asked == old.asked && f.mode == old.mode && (f.size == old.size || !f.mode.IsRegular()) && sameError(f.infoErr, old.infoErr) &&
		(f.asked&askedLink == 0 || f.link.same(old.link)) && (f.asked&askedList == 0 || f.list.same(old.list)) &&
		(f.asked&askedFile == 0 || f.file.same(old.file))
}

func (s *linkSaid) same(old *linkSaid) bool { return s.text == old.text && sameError(s.err, old.err) }

func (s *listSaid) same(old *listSaid) bool {
	return slices.EqualFunc(s.entries, old.entries, sameEntry) && sameError(s.err, old.err)
}

func (s *fileSaid) same(old *fileSaid) bool {
	a, b := s.Identity, old.Identity
	return a.Size == b.Size && a.Mode == b.Mode && s.digest == old.digest && (s.digest != "" || bytes.Equal(s.Data, old.Data)) &&
		sameError(s.err, old.err)
}

func sameEntry(a, b fs.DirEntry) bool { return a.Name() == b.Name() && a.Type() == b.Type() }

func sameError(a, b error) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Error() == b.Error()
}
