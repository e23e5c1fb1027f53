package golden

import (
	"encoding/json"
	"reflect"
	"slices"

	"github.com/google/go-cmp/cmp"
)

// Difference is one fact on which resolver and recording disagree.
type Difference struct {
	Fact string // name of the fact
	Text string // what was recorded with "-", what was resolved with "+"
}

// Diff compares the facts of one version with the resolver's answer, counts them in tally and returns those that
// differ. recorded is what Case.Recorded gives. A recorded key that no area knows is a difference.
func Diff(recorded map[string]any, v Views, tally *Tally) []Difference {
	var out []Difference
	known := map[string]bool{}
	failed := failedStages(recorded)
	for _, a := range areasOf(v.Server.Dialect.Name) {
		known[a.recordedKey()] = true
		want, state := a.recorded(recorded)
		switch {
		case a.pending != "" || a.excluded != "":
			if state != absent {
				tally.skip(a)
			}
			continue
		case state == outOfScope && (a.name == "errors" || a.silent(v)):
			tally.skip(area{name: a.name, excluded: "what was recorded is out of scope"})
			continue
		case state == absent && a.unobserved(v, failed):
			continue
		}
		text, counted := a.compare(want, state, v)
		if !counted {
			continue
		}
		tally.compared(a.name, text == "")
		if text != "" {
			out = append(out, Difference{a.name, text})
		}
	}
	for key := range recorded {
		if !known[key] {
			out = append(out, Difference{key, "this key is in no area: compare it, or say why not"})
		}
	}
	return out
}

// recorded takes the area's part of the recorded facts.
func (a area) recorded(facts map[string]any) (any, presence) {
	v, ok := facts[a.recordedKey()]
	if !ok {
		return nil, absent
	}
	if a.part == nil {
		return v, present
	}
	return a.part(v)
}

// unobserved reports that the recorder could not have seen the fact.
func (a area) unobserved(v Views, failed []string) bool {
	if len(a.stages) == 0 {
		return false
	}
	return !v.ServerAsked || slices.ContainsFunc(a.stages, func(s string) bool { return slices.Contains(failed, s) })
}

// silent reports that the resolver has nothing to say either. Where only messages out of scope were recorded, one
// that counts is as wrong as where none were; an error out of scope stays an error, and exit is held to it.
func (a area) silent(v Views) bool {
	_, got := a.got(v, nil)
	return got == absent
}

// failedStages lists the requests that the agent answered with an error.
func failedStages(recorded map[string]any) []string {
	var out []string
	for _, e := range tables(recorded["errors"]) {
		if stage, ok := e["stage"].(string); ok {
			out = append(out, stage)
		}
	}
	return out
}

// compare gives the difference, "" for none; counted is false when neither side says anything.
func (a area) compare(want any, state presence, v Views) (text string, counted bool) {
	raw, gotState := a.got(v, want)
	if state == outOfScope {
		state = absent
	}
	if state == absent && gotState == absent {
		return "", false
	}
	var got any
	if gotState == present {
		var err error
		if got, err = Canonical(raw); err != nil {
			return err.Error(), true
		}
	}
	if state == gotState && reflect.DeepEqual(want, got) { // cmp is slow where values nest deep
		return "", true
	}
	if diff := cmp.Diff(factText(want, state), factText(got, gotState)); diff != "" {
		return diff, true
	}
	return cmp.Diff(want, got), true // the JSON is equal and the kinds of number are not
}

// factText is a fact as JSON, one member a line, so that a difference shows whole values.
func factText(v any, state presence) string {
	if state != present {
		return "(absent)\n"
	}
	data, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err.Error()
	}
	return string(data) + "\n"
}
