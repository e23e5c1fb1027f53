package resolve

import (
	"context"
	"errors"
	"path"
	"time"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/skills"
	"github.com/agentlayers/layers/tree"
)

// kept is what a Result holds on to, so that Refresh need not begin from nothing. It is never changed.
type kept struct {
	options *Options // as asked
	env     map[string]variable
	files   *tree.Recorder
	inputs  [][]tree.Access // of the stages
	all     []tree.Access   // the same, joined

	place     *stage[struct{}, place]
	loaded    *stage[where, *layers.Loaded]
	judged    *stage[*layers.Loaded, *layers.Judged]
	asked     *stage[*layers.Judged, *agentsmd.Options]
	documents *stage[*agentsmd.Options, *agentsmd.Loaded]
	restart   restarted
	question  *stage[*layers.Judged, skillQuestion]
	found     *stage[*skills.Options, *skills.Found]
	skills    *stage[skillSetQuestion, skillSet]
	memory    *stage[memoryQuestion, skills.Memory]
}

// restarted are the stages of Result.Restarted.
type restarted struct {
	loaded    *stage[*layers.Judged, *layers.Loaded]
	asked     *stage[*layers.Loaded, *agentsmd.Options]
	documents *stage[*agentsmd.Options, *agentsmd.Loaded]
}

// variable is what the environment said.
type variable struct {
	value string
	set   bool
}

// Refresh answers the question of an earlier Result again after some files have changed. It gives what Dir would
// give, and reads again only what depends on them: one changed file is one file read, and whatever does not rest on
// it is taken over. The earlier Result stays as it is and may be used on.
//
// changed names paths that were created, removed, written, or given another mode, links resolved or not. With a folder
// that came, went or gave way to another everything below it counts as changed. Names that nothing rests on cost a
// look each. Result.Changed finds them where nobody has told. A changed environment is noticed; the other Options are
// those of prev.
//
// The error is as for Dir, or says that prev was not made by Dir or Refresh.
func Refresh(ctx context.Context, prev *Result, changed []string) (*Result, error) {
	if prev == nil || prev.kept == nil {
		return nil, errors.New("resolve: Refresh needs a Result of Dir or Refresh")
	}
	k := prev.kept
	if k.otherEnvironment() {
		return Dir(ctx, *k.options)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	files, differ := k.files.Again(physical(k.options.Host.FS, k.files, changed), k.options.Host.now())
	if len(differ) == 0 {
		return prev.with(files), nil
	}
	return k.options.resolve(ctx, &run{files: files, differ: differ}, k)
}

// Changed looks at every input of r again, opens nothing, and lists what Refresh should be told: what has another
// stamp than when it was read, and what was so new by then that a later change need not show, as Host.Now tells.
// Without Host.Now, or on a file system without times, everything that was read is listed.
func (r *Result) Changed() []string {
	if r.kept == nil {
		return nil
	}
	return r.kept.files.Stale()
}

// with is r under a later look at its files that found nothing else.
func (r *Result) with(files *tree.Recorder) *Result {
	next, kept := *r, *r.kept
	files.Seal(r.Inputs)
	kept.files, next.kept = files, &kept
	return &next
}

// physical adds, to paths that lead through links, the places where they lead. No link leads to what the record before
// knows.
func physical(fsys tree.FS, before *tree.Recorder, paths []string) []string {
	out := make([]string, 0, len(paths))
	known := map[string]string{}
	for _, p := range paths {
		p = tree.Join("/", p)
		out = append(out, p)
		if before.Knows(p) {
			continue
		}
		dir, name := path.Dir(p), path.Base(p)
		real, ok := known[dir]
		if !ok {
			real = tree.Canonical(fsys, dir)
			known[dir] = real
		}
		if real != dir {
			out = append(out, tree.Join(real, name))
		}
	}
	return out
}

func (k *kept) otherEnvironment() bool {
	for name, was := range k.env {
		if value, set := k.options.Host.Env(name); value != was.value || set != was.set {
			return true
		}
	}
	return false
}

// now is when a resolve begins; zero without a clock.
func (h Host) now() time.Time {
	if h.Now == nil {
		return time.Time{}
	}
	return h.Now()
}
