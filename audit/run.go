package audit

import (
	"context"
	"slices"

	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
)

// Options choose what of an audit is reported.
type Options struct {
	Persona Persona  // the default persona when empty
	Only    []string // rule ids; empty means all
	Skip    []string // rule ids
	Agents  []string // agents by name; empty means all
}

// Result is one audit.
type Result struct {
	Set        *gather.Set
	Rules      []Rule      // that were asked
	Findings   []Finding   // by file, place and rule; suppressed ones are not among them
	Suppressed []Finding   // named by a baseline
	Ignores    []diag.Span // where the repository asks to leave findings out, which suppresses nothing
	Incomplete []string    // why the audit does not cover everything; empty when it does

	Commit  string              // id of the commit that was audited; "" for a folder
	Since   string              // the revision whose findings are left out; "" when all are reported
	Known   int                 // findings that were left out because that revision has them
	Differs []gather.Difference // where the work tree is not what the commit holds; only asked for a commit that is checked out
}

// Run asks every rule about a set. The findings of rules that are not asked still take part in compositions, so
// that leaving one out never makes another look better.
//
// When ctx is done the remaining rules are not asked, and the result says so.
func Run(ctx context.Context, set *gather.Set, rules []Rule, o Options) *Result {
	r := &Result{Set: set, Ignores: ignores(set), Incomplete: slices.Clone(set.Incomplete)}
	a := asking{ctx: ctx, set: set, rules: rules, known: newFound()}
	if !a.together() || !a.alone() {
		r.Incomplete = append(r.Incomplete, "the time was up before every rule was asked")
	}
	all := a.out
	compose(all)
	slices.SortStableFunc(all, order)
	fingerprint(set, all)
	for _, rule := range rules {
		if o.wants(rule.ID) {
			r.Rules = append(r.Rules, rule)
		}
	}
	for _, f := range all {
		if o.wants(f.Rule) && o.shows(f) {
			r.Findings = append(r.Findings, f)
		}
	}
	return r
}

// asking is one round of asking.
type asking struct {
	ctx   context.Context
	set   *gather.Set
	rules []Rule
	known *found
	out   []Finding
}

// together asks the rules that look at all files. It reports false when ctx ended it.
func (a *asking) together() bool {
	for i := range a.rules {
		if a.ctx.Err() != nil {
			return false
		}
		if !a.rules[i].Alone {
			a.ask(i, nil)
		}
	}
	return true
}

// alone asks the others, file by file, so that what one file was parsed to is let go before the next one.
func (a *asking) alone() bool {
	for _, f := range a.set.Files {
		for i := range a.rules {
			if a.ctx.Err() != nil {
				return false
			}
			if a.rules[i].Alone {
				a.ask(i, f)
			}
		}
		f.Forget()
		clear(a.known.shared)
	}
	return true
}

func (a *asking) ask(i int, only *source.File) {
	if a.set.Commit && a.rules[i].WorkTree {
		return
	}
	a.rules[i].Check(&Pass{Set: a.set, only: only, rule: &a.rules[i], out: &a.out, facts: a.known})
}

func (o Options) wants(rule string) bool {
	return (len(o.Only) == 0 || slices.Contains(o.Only, rule)) && !slices.Contains(o.Skip, rule)
}

func (o Options) shows(f Finding) bool {
	if f.Persona == Auditor && o.Persona != Auditor {
		return false
	}
	if len(o.Agents) == 0 {
		return true
	}
	agents := f.Agents()
	return len(agents) == 0 || slices.ContainsFunc(agents, func(a string) bool {
		return slices.Contains(o.Agents, a) || a == "git" || a == "env" || a == "ci"
	})
}

// LeaveOut removes the findings whose fingerprints are known from the revision since.
func (r *Result) LeaveOut(since string, known map[string]bool) {
	r.Since = since
	all := len(r.Findings)
	r.Findings = slices.DeleteFunc(r.Findings, func(f Finding) bool { return known[f.Fingerprint] })
	r.Known = all - len(r.Findings)
}

// Worst is the highest severity among the findings; 0 when there are none.
func (r *Result) Worst() Severity {
	var worst Severity
	for _, f := range r.Findings {
		worst = max(worst, f.Severity)
	}
	return worst
}

// Complete reports whether the audit covers everything that it was to cover.
func (r *Result) Complete() bool { return len(r.Incomplete) == 0 }
