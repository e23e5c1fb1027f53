package skills

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/agentlayers/layers/tree"
)

// reading is one file that may be a skill, and what became of it.
type reading struct {
	candidate
	order     int    // in the order of the search
	digest    string // of its bytes; "" where another look at the same bytes may say something else
	head      string // up to the text, where it is right
	below     summary
	headBytes int

	namespace  string // of a plugin
	metadata   string // the file beside it, when it was asked for
	metaDigest string
	meta       *Metadata

	skill   *Skill
	failure *Failure // exactly one of the two is set
	whole   bool     // the head is right, so that what stands beside it was looked at
}

// Exchange is Search where nothing but the bytes of some files is otherwise. ok is false where that is not enough, and
// everything has to be searched: a path is none of a skill, or what becomes of it changes more than itself.
func (f *Found) Exchange(ctx context.Context, fsys tree.FS, changed []string) (next *Found, ok bool) {
	if f.set != nil || len(changed) == 0 || len(changed) > maxExchange {
		return nil, false
	}
	n := *f
	n.roots, n.skills, n.failed, n.read = slices.Clone(f.roots), slices.Clone(f.skills), slices.Clone(f.failed), maps.Clone(f.read)
	l := newLoader(ctx, fsys, f.o)
	l.o.Previous, l.set.Roots = f, n.roots
	done := map[string]bool{}
	for _, p := range changed {
		if skill, ok := f.metadata[p]; ok {
			p = skill
		}
		old := f.read[p]
		if old == nil || f.headBytes > maxHeadBytes {
			return nil, false
		}
		if done[p] {
			continue
		}
		done[p] = true
		l.namespace, l.headBytes = &old.namespace, 0
		now := l.parse(old.candidate)
		now.order = old.order
		n.headBytes += now.headBytes - old.headBytes
		if n.headBytes > maxHeadBytes || !n.exchange(old, now) {
			return nil, false
		}
		n.read[p] = now
	}
	return &n, ctx.Err() == nil
}

// maxExchange is how many files are exchanged one by one; with more a search is as good.
const maxExchange = 100

// exchange puts one reading in the place of another.
func (f *Found) exchange(old, now *reading) bool {
	if old.whole != now.whole || old.metadata != now.metadata || old.hidden() || now.hidden() {
		return false
	}
	inOrder := func(a, b *Skill) int { return compare(f.o.Dialect.Order, a, b) }
	if old.skill != nil {
		i, _ := slices.BinarySearchFunc(f.skills, old.skill, inOrder)
		f.skills = slices.Delete(f.skills, i, i+1)
		f.note(old.skill, -1)
		f.roots[old.root].Found--
	} else {
		i := slices.IndexFunc(f.failed, func(x Failure) bool { return x.Path == old.file })
		f.failed = slices.Delete(f.failed, i, i+1)
	}
	if now.skill != nil {
		i, _ := slices.BinarySearchFunc(f.skills, now.skill, inOrder)
		f.skills = slices.Insert(f.skills, i, now.skill)
		f.note(now.skill, 1)
		f.roots[now.root].Found++
		return true
	}
	i, _ := slices.BinarySearchFunc(f.failed, now.order, func(x Failure, order int) int { return cmp.Compare(f.read[x.Path].order, order) })
	f.failed = slices.Insert(f.failed, i, *now.failure)
	return true
}

func (r *reading) hidden() bool { return r.skill != nil && r.skill.Meta.Hidden }
