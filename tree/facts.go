package tree

import (
	"errors"
	"io/fs"
	"time"
)

// asked says which questions about a path have been answered.
type asked uint8

const (
	askedInfo asked = 1 << iota
	askedLink
	askedList
	askedFile
)

// fact is what a file system said about one path. It changes only under the lock of the record that it belongs to, and
// no more once that is sealed; what it points to never changes.
type fact struct {
	path string
	at   *time.Time // not after the first question; zero without a clock

	asked  asked
	counts bool        // a list of what was asked shows it
	mode   fs.FileMode // of info, which may be a view of something that changes
	record uint32      // the record that may still change it
	part   uint32      // the part that asked last, and the place in its list
	place  int32

	size    int64
	info    fs.FileInfo
	infoErr error

	link *linkSaid
	list *listSaid
	file *fileSaid
}

// What the questions other than a look say.
type (
	linkSaid struct {
		text string
		err  error
	}
	listSaid struct {
		entries []fs.DirEntry
		err     error
	}
	fileSaid struct {
		File
		err   error
		limit int64
		gone  bool // the bytes, which are not kept
	}
)

func (f *fact) ask(fsys FS, question asked, limit int64) {
	f.asked |= question
	switch question {
	case askedInfo:
		if f.info, f.infoErr = fsys.Lstat(f.path); f.infoErr == nil {
			f.mode, f.size = f.info.Mode(), f.info.Size()
		}
	case askedLink:
		text, err := fsys.ReadLink(f.path)
		f.link = &linkSaid{text, err}
	case askedList:
		entries, err := fsys.ReadDir(f.path)
		f.list = &listSaid{entries, err}
	case askedFile:
		s := &fileSaid{limit: limit}
		if s.File, s.err = fsys.ReadFile(f.path, limit); s.err == nil {
			s.digest = Digest(s.Data)
		}
		f.file = s
	}
}

// answers reports whether the fact holds the answer to a question.
func (f *fact) answers(question asked, limit int64) bool {
	return f.asked&question != 0 && (question != askedFile || !f.file.short(limit))
}

// short reports that the file was read up to a limit and may hold more.
func (s *fileSaid) short(limit int64) bool { return limit > s.limit && errors.Is(s.err, ErrTooLarge) }

// within is the file as a reader with a limit of its own gets it.
func (s *fileSaid) within(p string, limit int64) (File, error) {
	held := s.err == nil || errors.Is(s.err, ErrTooLarge)
	if !held || int64(len(s.Data)) <= limit {
		return s.File, s.err
	}
	out := s.File
	out.Data, out.digest = out.Data[:max(limit, 0)], ""
	return out, &fs.PathError{Op: "read", Path: p, Err: ErrTooLarge}
}

// The words of Access.Found.
const (
	foundFile       = "file"
	foundFolder     = "folder"
	foundLink       = "link"
	foundOther      = "other"
	foundAbsent     = "absent"
	foundUnreadable = "unreadable"
)

// access words a fact: what opening said goes before what looking said.
func (f *fact) access(questions asked) Access {
	out := Access{Path: f.path, Listed: questions&askedList != 0 && f.list.err == nil}
	read := questions&askedFile != 0 && !errors.Is(f.file.err, ErrNotRegular)
	switch {
	case read && (f.file.err == nil || errors.Is(f.file.err, ErrTooLarge)):
		out.Found, out.Digest = foundFile, f.file.digest
	case read:
		out.Found = failed(f.file.err)
	case questions&askedList != 0 && f.list.err == nil:
		out.Found = foundFolder
	case questions&askedList != 0:
		out.Found = failed(f.list.err)
	case questions&askedInfo != 0 && f.infoErr != nil:
		out.Found = failed(f.infoErr)
	case questions&askedInfo != 0:
		out.Found = kindOf(f.mode)
	case questions&askedLink != 0 && f.link.err == nil:
		out.Found = foundLink
	default:
		out.Found = foundOther
	}
	return out
}

func failed(err error) string {
	if IsMissing(err) {
		return foundAbsent
	}
	return foundUnreadable
}

func kindOf(m fs.FileMode) string {
	switch {
	case m.IsRegular():
		return foundFile
	case m.IsDir():
		return foundFolder
	case m&fs.ModeSymlink != 0:
		return foundLink
	}
	return foundOther
}
