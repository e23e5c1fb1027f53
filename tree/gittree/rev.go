package gittree

import (
	"strconv"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
)

// Bounds on a revision.
const (
	maxSteps     = 100_000 // of ~N
	minShort     = 4       // digits of a short id, as in git
	maxAmbiguous = 100     // ids looked at for one short id
)

// places are where a short name is looked for, in git's order.
var places = [...]string{"", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"}

// Commit finds the commit that a revision names: HEAD or @, a branch, a tag (followed to its commit), a remote
// branch, a full name below refs, a whole or short id, each with any number of ~, ~N, ^, ^N, ^{commit} and ^{}.
//
// A name that does not exist is an *Error with the nearest names. Ranges, paths (REV:PATH), dates and the log
// of branches (REV@{...}) are refused by name.
func (r *Repo) Commit(rev string) (Commit, error) {
	end := strings.IndexAny(rev, "~^")
	if end < 0 {
		end = len(rev)
	}
	base, steps := rev[:end], rev[end:]
	if err := unread(rev, base); err != nil {
		return Commit{}, err
	}
	id, err := r.id(base)
	if err != nil {
		return Commit{}, known(err)
	}
	c, err := r.commit(id)
	for err == nil && steps != "" {
		c, steps, err = r.step(rev, c, steps)
	}
	return c, known(err)
}

// unread refuses the forms that name something else than one commit.
func unread(rev, base string) error {
	why := ""
	switch {
	case rev == "":
		why = "the revision is empty"
	case strings.Contains(base, "@{"):
		why = "the log of a branch is not read"
	case strings.Contains(base, ".."):
		why = "a range is more than one commit"
	case strings.Contains(rev, ":"):
		why = "a path inside a revision is not read"
	case strings.HasPrefix(rev, "-") || base == "":
		why = "not a revision"
	default:
		return nil
	}
	return &Error{Code: CodeRevision, Summary: "revision " + strconv.Quote(rev) + ": " + why, Fix: "name one commit: HEAD, a branch, a tag or an id"}
}

// id finds what a name without steps stands for, not yet followed.
func (r *Repo) id(name string) (string, error) {
	if name == "@" {
		name = "HEAD"
	}
	low := strings.ToLower(name)
	if len(name) == 40 && isHex(low) {
		return low, nil
	}
	for _, prefix := range places {
		id, found, err := r.refs.lookup(prefix + name)
		if err != nil {
			return "", err
		}
		if found {
			return id, nil
		}
	}
	if id, found, err := r.refs.lookup("refs/remotes/" + name + "/HEAD"); err != nil || found {
		return id, err
	}
	if len(name) >= minShort && len(name) < 40 && isHex(low) {
		if id, err := r.short(name, low); err != nil || id != "" {
			return id, err
		}
	}
	return "", r.unknown(name)
}

// short finds the one commit, or tag of a commit, whose id starts with the digits; "" when there is none.
func (r *Repo) short(name, digits string) (string, error) {
	ids, err := r.store.withPrefix(digits, maxAmbiguous)
	if err != nil {
		return "", err
	}
	var commits []string
	for _, id := range ids {
		if kind, err := r.store.kind(id); err == nil && (kind == plumbing.CommitObject || kind == plumbing.TagObject) {
			commits = append(commits, id.String())
		}
	}
	switch {
	case len(commits) == 1:
		return commits[0], nil
	case len(commits) > 1:
		return "", &Error{Code: CodeAmbiguous, Summary: "revision " + strconv.Quote(name) + " is the start of several ids", Fix: "give more digits", Near: commits[:min(len(commits), maxNear)]}
	case len(ids) > 0:
		return "", &Error{Code: CodeRevision, Summary: "revision " + strconv.Quote(name) + " names no commit", Fix: "name a commit, a branch or a tag"}
	}
	return "", nil
}

// unknown is the answer for a name that nothing has.
func (r *Repo) unknown(name string) error {
	e := &Error{Code: CodeRevision, Summary: "no commit, branch or tag is named " + strconv.Quote(name)}
	if name == "HEAD" {
		e.Summary = "HEAD has no commit yet"
		e.Fix = "commit first, or name a branch"
		if r.Facts.Head.Ref != "" {
			e.Summary = "HEAD is on " + strconv.Quote(r.Facts.Head.Ref) + ", which has no commit"
		}
	}
	if e.Near = near(name, r.refs.names()); len(e.Near) > 0 {
		quoted := make([]string, len(e.Near))
		for i, n := range e.Near {
			quoted[i] = strconv.Quote(n)
		}
		e.Fix = "did you mean " + strings.Join(quoted, " or ") + "?"
	} else if e.Fix == "" {
		e.Fix = "git branch -a and git tag list the names; git fetch brings those of a remote"
	}
	return e
}

// step takes one ~N, ^N, ^{commit} or ^{} off steps.
func (r *Repo) step(rev string, c Commit, steps string) (Commit, string, error) {
	kind, rest := steps[0], steps[1:]
	for _, peel := range []string{"{commit}", "{}"} {
		if after, ok := strings.CutPrefix(rest, peel); ok && kind == '^' {
			return c, after, nil // a tag has been followed already
		}
	}
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	n, err := 1, error(nil)
	if digits > 0 {
		n, err = strconv.Atoi(rest[:digits])
	}
	rest = rest[digits:]
	if err != nil || n > maxSteps || rest != "" && rest[0] != '~' && rest[0] != '^' {
		return c, "", &Error{Code: CodeRevision, Summary: "revision " + strconv.Quote(rev) + ": " + strconv.Quote(steps) + " is not read", Fix: "steps are ~N and ^N"}
	}
	if kind == '^' {
		if n > 0 {
			c, err = r.parent(rev, c, n)
		}
		return c, rest, err
	}
	for ; n > 0 && err == nil; n-- {
		c, err = r.parent(rev, c, 1)
	}
	return c, rest, err
}

// parent is the n-th parent of c, counted from 1.
func (r *Repo) parent(rev string, c Commit, n int) (Commit, error) {
	if n <= len(c.Parents) {
		return r.commit(c.Parents[n-1])
	}
	e := &Error{Code: CodeRevision, Summary: "revision " + strconv.Quote(rev) + ": commit " + c.ID[:12] + " has " + counted(len(c.Parents))}
	if c.Cut {
		e.Summary = "revision " + strconv.Quote(rev) + ": history ends at commit " + c.ID[:12] + ", this is a shallow clone"
		e.Fix = "git fetch --unshallow"
	}
	return Commit{}, e
}

func counted(n int) string {
	switch n {
	case 0:
		return "no parent"
	case 1:
		return "one parent"
	}
	return strconv.Itoa(n) + " parents"
}
