package gittree

import (
	"errors"

	"github.com/agentlayers/layers/diag"
)

// Codes of the problems of this package.
const (
	CodeNotFound   diag.Code = "git-not-found"          // no repository here
	CodeOutside    diag.Code = "git-outside"            // the repository points out of itself
	CodeFormat     diag.Code = "git-format"             // object ids or branches of a kind that is not read
	CodeRevision   diag.Code = "git-revision-missing"   // nothing has this name
	CodeAmbiguous  diag.Code = "git-revision-ambiguous" // several objects have this short id
	CodeMissing    diag.Code = "git-object-missing"     // an object is named but not here
	CodeTooLarge   diag.Code = "git-object-too-large"   // an object costs too much to put together
	CodeUnreadable diag.Code = "git-unreadable"         // a file that cannot be read
	CodeBroken     diag.Code = "git-broken"             // bytes that are not what git writes
)

// Error is why a repository, a revision or an object cannot be read, with the way out.
//
// Its texts hold names as the repository spells them: escape them before showing.
type Error struct {
	Code    diag.Code
	Path    string   // the file or folder that it is about, absolute; "" for a revision
	Target  string   // where Path points, for CodeOutside
	Summary string   // one line, no full stop
	Fix     string   // what to do, "" when nothing is known
	Near    []string // names that may be meant, best first
	Err     error    // the cause, nil when Summary says all
}

// Error implements error.
func (e *Error) Error() string {
	s := e.Summary
	if e.Path != "" {
		s = e.Path + ": " + s
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	if e.Fix != "" {
		s += " (" + e.Fix + ")"
	}
	return s
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Diagnostic is the error as a problem of the file that it is about.
func (e *Error) Diagnostic() diag.Diagnostic {
	d := diag.Diagnostic{Code: e.Code, Severity: diag.Error, Summary: e.Summary, Fix: e.Fix, Subject: diag.File(e.Path)}
	if e.Err != nil {
		d.Detail = e.Err.Error()
	}
	return d
}

// outside is the refusal to follow from to target.
func outside(from, target string) *Error {
	return &Error{
		Code: CodeOutside, Path: from, Target: target,
		Summary: "points out of the repository, to " + target + ", and was not followed",
		Fix:     "name the repository yourself if you trust where it points",
	}
}

// known makes every error an *Error.
func known(err error) error {
	if e := (*Error)(nil); err == nil || errors.As(err, &e) {
		return err
	}
	return &Error{Code: CodeUnreadable, Summary: "cannot be read", Err: err}
}

// broken is about bytes at p that git would not have written.
func broken(p, summary string, cause error) *Error {
	return &Error{Code: CodeBroken, Path: p, Summary: summary, Fix: "git fsck names what is damaged", Err: cause}
}
