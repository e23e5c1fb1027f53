package tree

import "time"

// unsettled is how old a file must have been when it was asked for: one that was written later may be written again
// without another time. The coarsest file systems count in steps of two seconds.
const unsettled = 2 * time.Second

// Stale looks at every path of a sealed record, opens nothing, and lists those that Again should ask for: what has
// another stamp than it had, and what was so new when it was asked for that a later change need not show. Without
// Begun that is everything that was opened.
func (r *Recorder) Stale() []string {
	var out []string
	for _, a := range r.asked {
		if f := r.known(a.Path); f == nil || f.stale(r.fsys, a.Path) {
			out = append(out, a.Path)
		}
	}
	return out
}

func (f *fact) stale(fsys FS, p string) bool {
	info, err := fsys.Lstat(p)
	if err != nil {
		return f.there() || f.asked&askedInfo != 0 && !sameError(err, f.infoErr)
	}
	if !f.there() || f.mode != 0 && f.mode != info.Mode() {
		return true
	}
	id := Identify(fsys, p, info)
	switch {
	case f.asked&askedFile != 0 && f.file.err != nil && f.info != nil:
		return Identify(fsys, p, f.info) != id || !f.settled(id)
	case f.asked&askedFile != 0:
		return f.file.Identity != id || !f.settled(id)
	case f.asked&askedList != 0:
		return f.moved(fsys, p, id) || !f.settled(id)
	case f.asked&askedLink != 0:
		text, err := fsys.ReadLink(p)
		return text != f.link.text || !sameError(err, f.link.err)
	}
	return info.Mode().IsRegular() && info.Size() != f.size
}

// there reports whether the path held something, as far as was asked.
func (f *fact) there() bool {
	switch {
	case f.asked&askedInfo != 0:
		return f.infoErr == nil
	case f.asked&askedList != 0:
		return !IsMissing(f.list.err)
	}
	return f.asked&askedFile == 0 || !IsMissing(f.file.err)
}

// moved reports a folder that is another one than was looked at.
func (f *fact) moved(fsys FS, p string, now Identity) bool {
	if f.info == nil {
		return now.Changed.IsZero() // what was renamed into its place keeps its time
	}
	then := Identify(fsys, p, f.info)
	return then.Ino != now.Ino || then.Dev != now.Dev || !then.ModTime.Equal(now.ModTime)
}

// settled reports a state that is older than the question by enough.
func (f *fact) settled(id Identity) bool {
	latest := id.ModTime
	if id.Changed.After(latest) {
		latest = id.Changed
	}
	return !f.at.IsZero() && !latest.IsZero() && latest.Add(unsettled).Before(*f.at)
}
