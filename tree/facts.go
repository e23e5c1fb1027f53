package tree

import (
	"errors"
	"io/fs"
	"sync"
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

// fact is what a file system said about one path. It is never changed once a second goroutine can see it.
type fact struct {
	asked asked
	at    time.Time // not after the first question; zero without a clock

	info    fs.FileInfo
	infoErr error
	mode    fs.FileMode // of info, which may be a view of something that changes
	size    int64

	link    string
	linkErr error

	entries []fs.DirEntry
	listErr error

	file    File
	fileErr error
	limit   int64
	digest  string

	released bool // the file was read, and its bytes are not kept
}

// answers is what an FS said, shared by the parts of one record.
type answers struct {
	fsys FS
	at   time.Time // not after the first question; zero without a clock

	mu     sync.Mutex
	own    map[string]*fact // nil for what an earlier record said and no longer holds
	base   map[string]*fact // of earlier records; never changed
	sealed bool             // whoever asks now gets what the FS says now
	asked  []Access         // what counts after Seal, in byte order
	before []Access         // what counted in the record before
}

// answer gives what is known about p with the answer to one question in it. open is false after Seal.
func (a *answers) answer(p string, question asked, limit int64) (f *fact, open bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.sealed {
		f = &fact{}
		f.ask(a.fsys, p, question, limit)
		return f, false
	}
	f = a.known(p)
	switch {
	case f == nil:
		f = &fact{at: a.at}
	case f.asked&question == 0 || question == askedFile && f.short(limit):
		more := *f
		f = &more
	case question == askedFile && f.released:
		return f.reread(a.fsys, p, limit), true
	default:
		return f, true
	}
	f.ask(a.fsys, p, question, limit)
	a.own[p] = f
	return f, true
}

func (a *answers) known(p string) *fact {
	if f, ok := a.own[p]; ok {
		return f
	}
	return a.base[p]
}

// access words the answers to some questions about a path that was asked for.
func (a *answers) access(p string, questions asked) Access {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.known(p).access(p, questions)
}

func (f *fact) ask(fsys FS, p string, question asked, limit int64) {
	f.asked |= question
	switch question {
	case askedInfo:
		if f.info, f.infoErr = fsys.Lstat(p); f.infoErr == nil {
			f.mode, f.size = f.info.Mode(), f.info.Size()
		}
	case askedLink:
		f.link, f.linkErr = fsys.ReadLink(p)
	case askedList:
		f.entries, f.listErr = fsys.ReadDir(p)
	case askedFile:
		f.limit = limit
		if f.file, f.fileErr = fsys.ReadFile(p, limit); f.fileErr == nil {
			f.digest = Digest(f.file.Data)
		}
	}
}

// short reports that the file was read up to a limit and may hold more.
func (f *fact) short(limit int64) bool { return limit > f.limit && errors.Is(f.fileErr, ErrTooLarge) }

// within is the file as a reader with a limit of its own gets it.
func (f *fact) within(p string, limit int64) (File, error) {
	held := f.fileErr == nil || errors.Is(f.fileErr, ErrTooLarge)
	if !held || int64(len(f.file.Data)) <= limit {
		return f.file, f.fileErr
	}
	out := f.file
	out.Data = out.Data[:max(limit, 0)]
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
func (f *fact) access(p string, questions asked) Access {
	out := Access{Path: p, Listed: questions&askedList != 0 && f.listErr == nil}
	read := questions&askedFile != 0 && !errors.Is(f.fileErr, ErrNotRegular)
	switch {
	case read && (f.fileErr == nil || errors.Is(f.fileErr, ErrTooLarge)):
		out.Found, out.Digest = foundFile, f.digest
	case read:
		out.Found = failed(f.fileErr)
	case questions&askedList != 0 && f.listErr == nil:
		out.Found = foundFolder
	case questions&askedList != 0:
		out.Found = failed(f.listErr)
	case questions&askedInfo != 0 && f.infoErr != nil:
		out.Found = failed(f.infoErr)
	case questions&askedInfo != 0:
		out.Found = kindOf(f.mode)
	case questions&askedLink != 0 && f.linkErr == nil:
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
