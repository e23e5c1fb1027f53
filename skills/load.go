package skills

import (
	"cmp"
	"context"
	"io/fs"
	"slices"
	"strconv"

	"github.com/agentlayers/layers/internal/frontmatter"
	"github.com/agentlayers/layers/tree"
)

// Find searches every root of the dialect.
//
// Everything wrong with the files is in the Set: Failed for what the agent reports, Passed for what it silently
// leaves out, Diags for people. The error is non-nil only when ctx is done.
func Find(ctx context.Context, fsys tree.FS, o Options) (*Set, error) {
	f, err := Search(ctx, fsys, o)
	if err != nil {
		return nil, err
	}
	return f.Set(fsys, o), nil
}

// search reads every root.
func (l *loader) search() error {
	l.names = newNamespaces(l.fsys, l.o.Dialect.Metadata.Manifests)
	l.set.Roots = roots(l.fsys, l.o)
	for i := range l.set.Roots {
		if l.set.Roots[i].Same == "" {
			l.walk(i)
		}
		if err := l.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// loader is one search.
type loader struct {
	ctx   context.Context
	fsys  tree.FS
	o     Options
	set   *Set
	names *namespaces

	namespace *string // what names would say, where it is known
	passed    map[passedKey]int

	skill, beside memory    // of the skill at hand, and of what stands beside it
	noMetadata    *Metadata // of every skill without any
	noCommand     *Command  // of every skill that is none

	found     []*Skill
	read      map[string]*reading // by path, links resolved
	headBytes int                 // of front matter read so far
}

// memory is what files are read in, one after the other.
type memory struct {
	file tree.Scratch
	head frontmatter.Reader
}

type passedKey struct {
	reason string
	root   int
}

// pass records something that was not taken; from maxPassed on, the last row of the kind counts the rest.
func (l *loader) pass(p Passed) {
	key := passedKey{p.Reason, p.Root}
	l.passed[key]++
	if l.passed[key] <= maxPassed {
		l.set.Passed = append(l.set.Passed, p)
		return
	}
	for i := range slices.Backward(l.set.Passed) {
		if row := &l.set.Passed[i]; row.Reason == p.Reason && row.Root == p.Root {
			row.More++
			return
		}
	}
}

// take reads a skill file; entries lists its folder.
func (l *loader) take(root int, at folder, entries []fs.DirEntry) {
	d := l.set.Dialect
	c := candidate{root: root, file: at.real, seen: at.seen, of: at.of, beside: entry(entries, firstPart(d.Metadata.File))}
	if first := l.read[c.file]; first != nil {
		l.pass(Passed{
			Path: c.seen, Reason: PassedDuplicate, Root: root,
			Text: "the same file is already taken from " + l.set.Roots[first.root].Path,
		})
		return
	}
	r := l.parse(c)
	r.order = len(l.read)
	l.read[c.file] = r
	switch {
	case r.failure != nil:
		l.set.Failed = append(l.set.Failed, *r.failure)
	case r.skill.Meta.Hidden:
		l.pass(Passed{Path: c.seen, Reason: PassedProduct, Root: root, Text: "policy.products names other products only"})
	default:
		l.set.Roots[root].Found++
		l.found = append(l.found, r.skill)
	}
}

// reserved says why a hidden folder is none to look for skills in: it is a root of its own.
func (l *loader) reserved(dir string) string {
	for _, r := range l.set.Roots {
		if r.Path == dir || r.Real == dir {
			return r.From
		}
	}
	return ""
}

// compare orders skills by scope, name and path.
func compare(scopes []string, a, b *Skill) int {
	scope := 0
	if a.Scope != b.Scope {
		scope = cmp.Compare(slices.Index(scopes, a.Scope), slices.Index(scopes, b.Scope))
	}
	return cmp.Or(scope, cmp.Compare(a.Name, b.Name), cmp.Compare(a.Path, b.Path))
}

// plural counts things: "1 folder", "2 folders".
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}
