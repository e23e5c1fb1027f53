// Package watch keeps an answer of package resolve up to date while files change.
//
//	resolve.Dir ──> Result ──> folders of its inputs ──> Notifier
//	                  ^                                     │ changes, gathered until it is quiet
//	                  └───────── resolve.Refresh <──────────┘
//	                                   │
//	                                   └──> Event: what differs, what is not valid, what could not be watched
//
// Nothing but the recorded inputs of the answer is watched, absent ones included: a folder can be watched where a
// missing file cannot. What cannot be watched is looked at from time to time, and said.
package watch

import (
	"context"
	"path"
	"time"

	"github.com/agentlayers/layers/compare"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

// Options say how to watch. The zero value is right for a program on the machine that it describes.
type Options struct {
	Quiet   time.Duration                        // how long nothing must happen before files are read again; 0 for 150 ms
	Longest time.Duration                        // after that long they are read although changes go on; 0 for 2 s
	Poll    time.Duration                        // how often inputs are looked at where that is the only way; 0 for 2 s
	Open    func() (Notifier, error)             // nil for System
	After   func(time.Duration) <-chan time.Time // nil for time.After
	Native  func(path string) string             // from the namespace of the Host to the operating system's; nil where they are the same
	Slash   func(native string) (string, bool)   // and back; false for a path that has no place in it
}

// The defaults of Options.
const (
	quiet   = 150 * time.Millisecond
	longest = 2 * time.Second
	poll    = 2 * time.Second
)

// mostChanges is how many changed paths are remembered; with more, everything is read again.
const mostChanges = 10_000

// Kind says what an Event is about.
type Kind string

// The kinds of Event.
const (
	Started Kind = "started" // the first answer; Before is nil
	Changed Kind = "changed" // the answer differs, or has other problems
	Again   Kind = "again"   // changes were lost, so everything was read again
	Polling Kind = "polling" // not everything can be watched; Reason says why
)

// Event is one thing to tell.
type Event struct {
	Kind       Kind
	Before     *resolve.Result // what After is compared with
	After      *resolve.Result // the answer from now on; a file in Kept stands in it as it was when it was last valid
	Difference compare.Difference
	Problems   diag.List // that were not there before: errors, and skills that are no longer listed for one
	Kept       []string  // files whose problem is new, and of which the last good text still counts
	Mended     []string  // files that are valid again
	Reason     error     // of Polling
	Files      int       // input files that are there
	Folders    int       // folders that are watched
}

// Run answers the question o, tells the answer, and then each time what has changed in it, until ctx is done; the
// error is ctx's then. Any other error means that there was no first answer.
//
// tell is called from the goroutine of Run, one event at a time. When Run returns, nothing of it goes on.
func Run(ctx context.Context, o resolve.Options, w Options, tell func(Event)) error {
	r := &runner{ctx: ctx, Options: w.filled(), tell: tell, changed: map[string]bool{}, problems: map[problem]bool{}}
	r.files = newLastGood(o.Host.FS)
	o.Host.FS = r.files
	r.question = o
	n, err := r.Open()
	if err != nil {
		n = nothing{err}
	}
	defer func() { _ = n.Close() }() // nothing was written
	r.folders = folders{n: n, native: r.Native, watched: map[string]bool{}}
	if err := r.start(); err != nil {
		return err
	}
	return r.loop(n.Changes())
}

func (o Options) filled() Options {
	if o.Quiet <= 0 {
		o.Quiet = quiet
	}
	if o.Longest <= 0 {
		o.Longest = longest
	}
	if o.Poll <= 0 {
		o.Poll = poll
	}
	if o.Open == nil {
		o.Open = System
	}
	if o.After == nil {
		o.After = time.After
	}
	if o.Native == nil {
		o.Native = func(p string) string { return p }
	}
	if o.Slash == nil {
		o.Slash = func(p string) (string, bool) { return p, true }
	}
	return o
}

// nothing is the Notifier of a system that gives none.
type nothing struct{ err error }

func (n nothing) Add(string) error     { return n.err }
func (nothing) Remove(string) error    { return nil }
func (nothing) Changes() <-chan Change { return nil }
func (nothing) Close() error           { return nil }

// runner is one Run.
type runner struct {
	Options
	ctx      context.Context //nolint:containedctx // it lives as long as one call
	tell     func(Event)
	question resolve.Options
	files    *lastGood
	folders  folders

	now      *resolve.Result
	problems map[problem]bool // those that have been told and still hold
	changed  map[string]bool  // since the last reading
	lost     bool             // not all changes are in it
	failed   error            // why inputs are polled; nil when they are not
}

// loop gathers changes until it is quiet, and reads again.
func (r *runner) loop(changes <-chan Change) error {
	var calm, late, tick <-chan time.Time
	for {
		if r.failed != nil && tick == nil {
			tick = r.After(r.Poll)
		}
		select {
		case <-r.ctx.Done():
			return r.ctx.Err()
		case c, open := <-changes:
			if !open {
				changes = nil
				r.poll(errEnded)
				continue
			}
			if !r.note(c) {
				continue
			}
			calm = r.After(r.Quiet)
			if late == nil {
				late = r.After(r.Longest)
			}
			continue
		case <-tick:
			tick = nil
			for _, p := range r.now.Changed() {
				r.changed[p] = true
			}
			if len(r.changed) > 0 && calm == nil {
				calm = r.After(r.Quiet) // it may be half written
			}
			continue
		case <-calm:
		case <-late:
		}
		calm, late = nil, nil
		if err := r.read(); err != nil {
			return err
		}
	}
}

// note remembers a change that can matter.
func (r *runner) note(c Change) bool {
	if c.Lost {
		r.lost = true
		return true
	}
	p, ok := r.Slash(c.Path)
	if !ok {
		return false
	}
	if c.Name {
		r.folders.renew(p)
	}
	if !touches(r.now.Inputs, p, c.Name) {
		return false
	}
	if r.changed[p] = true; len(r.changed) > mostChanges {
		r.lost = true
	}
	return true
}

// within lists the inputs that lie in some folders, and the folders.
func within(inputs []tree.Access, folders []string) []string {
	out := folders
	set := map[string]bool{}
	for _, f := range folders {
		set[f] = true
	}
	for _, a := range inputs {
		if set[path.Dir(a.Path)] {
			out = append(out, a.Path)
		}
	}
	return out
}
