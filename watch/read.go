package watch

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/agentlayers/layers/compare"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/resolve"
)

// errEnded is a notifier that has stopped telling.
var errEnded = errors.New("the system no longer tells about changes")

// mostRounds bounds how often new folders are looked into before the answer is told.
const mostRounds = 8

// start gives the first answer.
func (r *runner) start() error {
	first, err := resolve.Dir(r.ctx, r.question)
	if err != nil {
		return err
	}
	r.now = first
	r.folders.sync(first.Inputs)
	// What changed before its folder was watched has not been told.
	if err := r.refresh(r.now.Changed()); err != nil {
		return err
	}
	if err := r.follow(); err != nil {
		return err
	}
	r.newProblems(r.now.Diags)
	r.tell(r.event(Event{Kind: Started}))
	r.poll(r.folders.failed)
	return nil
}

// read answers again after changes, and tells what differs.
func (r *runner) read() error {
	before, kind := r.now, Changed
	changed := sorted(r.changed)
	e := Event{Before: before}
	for _, p := range changed {
		if named := r.files.release(p); named != "" {
			e.Mended = append(e.Mended, named)
		}
	}
	clear(r.changed)
	var err error
	if r.lost {
		kind, r.lost = Again, false
		r.now, err = resolve.Dir(r.ctx, r.question)
	} else {
		err = r.refresh(changed)
	}
	if err != nil {
		return err
	}
	if err := r.follow(); err != nil {
		return err
	}
	e.Problems = r.newProblems(r.now.Diags)
	kept, err := r.keep(before)
	if err != nil {
		return err
	}
	e.Mended = slices.DeleteFunc(e.Mended, func(p string) bool { return slices.Contains(kept, p) })
	e.Kept = kept
	e.Kind, e.After, e.Difference = kind, r.now, compare.Results(before, r.now)
	if kind == Again || !e.Difference.Empty() || len(e.Problems) > 0 || len(e.Mended) > 0 {
		r.tell(r.event(e))
	}
	r.poll(r.folders.failed)
	return nil
}

func (r *runner) refresh(changed []string) error {
	next, err := resolve.Refresh(r.ctx, r.now, changed)
	if err != nil {
		return err
	}
	r.now = next
	return nil
}

// follow watches the folders of the answer, and looks again into those that are newly watched: something may have
// happened there meanwhile.
func (r *runner) follow() error {
	for range mostRounds {
		added := r.folders.sync(r.now.Inputs)
		if len(added) == 0 {
			break
		}
		if err := r.refresh(within(r.now.Inputs, added)); err != nil {
			return err
		}
	}
	return nil
}

// keep puts the last good text in the place of files that have just become invalid.
func (r *runner) keep(before *resolve.Result) ([]string, error) {
	texts := broken(r.files.FS, before, r.now)
	if len(texts) == 0 {
		return nil, nil
	}
	r.files.keep(texts)
	var kept []string
	for _, text := range texts {
		kept = append(kept, text.named)
	}
	slices.Sort(kept)
	if err := r.refresh(slices.Collect(maps.Keys(texts))); err != nil {
		return nil, err
	}
	return kept, r.follow()
}

// poll looks at all inputs from time to time from now on, and says so once.
func (r *runner) poll(why error) {
	if told := r.failed != nil; why != nil && !told {
		r.failed = why
		r.tell(r.event(Event{Kind: Polling, Reason: why}))
	}
}

// event fills in what every event tells.
func (r *runner) event(e Event) Event {
	if e.After == nil {
		e.After = r.now
	}
	for _, a := range r.now.Inputs {
		if a.Found == "file" {
			e.Files++
		}
	}
	e.Folders = len(r.folders.watched)
	return e
}

// problem tells one problem from another.
type problem struct {
	code    diag.Code
	at      diag.Span
	summary string
}

// newProblems lists the problems that have not been told, in order, and forgets those that no longer hold. Those of a
// file whose last good text counts still do.
func (r *runner) newProblems(list diag.List) diag.List {
	var out diag.List
	holding := map[problem]bool{}
	for p := range r.problems {
		if r.files.keeps(p.at.Path) {
			holding[p] = true
		}
	}
	for _, d := range list {
		if d.Severity != diag.Error && !isLostSkill(d) {
			continue
		}
		key := problem{d.Code, d.Subject, d.Summary}
		if !r.problems[key] {
			out = append(out, d)
		}
		holding[key] = true
	}
	r.problems = holding
	return out
}

// isLostSkill reports a skill file that the agent does not list.
func isLostSkill(d diag.Diagnostic) bool {
	return d.Severity == diag.Warning && strings.HasPrefix(string(d.Code), "skill-") && strings.HasPrefix(d.Summary, "this is not listed as a skill")
}

// sources are the files of layers and requirements.
func sources(r *resolve.Result) []layers.Entry {
	return slices.Concat(r.Stack.Requirements.Sources, r.Stack.Entries)
}
