package layers

import (
	"slices"

	"github.com/agentlayers/layers/dialect"
)

// State says what one layer contributes to one key.
type State string

// The states of a rung.
const (
	Wins     State = "wins"     // this layer's value is the effective one
	Blocked  State = "blocked"  // wins the merge, and a requirement refuses it
	Enforced State = "enforced" // the requirement that decides instead
	Adds     State = "adds"     // a table or an array that adds to the effective one
	Shadowed State = "shadowed" // a higher layer hides it
	Off      State = "disabled" // set in a layer that takes no part
	Denied   State = "removed"  // set where no project may set it
	Idle     State = "ignored"  // set, shown by the agent, and without effect
	Unset    State = "unset"    // the layer does not mention the key
	Absent   State = "absent"   // the layer's file does not exist
	Broken   State = "unreadable"
)

// Rung is one layer's part in one key.
type Rung struct {
	Layer  int // index in ConfigLayerStack.Entries; -1 for a requirement and the built-in default
	Source *Source
	State  State
	Node   *Node // the value as this layer has it; nil when it has none
	By     int   // for Shadowed: index of the entry that hides it
}

// Ladder lists every layer of the stack for one key, strongest first.
func (s ConfigLayerStack) Ladder(key Key, eff Effective) []Rung {
	winner := eff.Root.At(key)
	by := -1
	var rungs []Rung
	for i, e := range slices.Backward(s.Entries) {
		r := Rung{Layer: i, Source: e.Source, State: Unset, By: -1}
		switch {
		case e.Canonical != nil:
			r.Node = e.Canonical.At(key)
		case e.Disabled != nil && e.Root != nil:
			r.Node = e.Root.At(key)
		}
		switch {
		case e.Canonical == nil && (e.Failed || e.Root == nil):
			r.State = Broken
		case r.Node == nil && !e.Exists && e.Source.Kind != dialect.Project:
			r.State = Absent
		case r.Node == nil:
			if n := removedAt(e.Removed, key); n != nil {
				r.Node, r.State = n, Denied
			}
			if n := removedAt(e.Ignored, key); n != nil {
				r.Node, r.State = n, Idle
			}
		case e.Disabled != nil:
			r.State = Off
		case by < 0 && winner != nil && winner.Table != nil && r.Node.Table != nil:
			r.State = Adds
		case s.Merge == dialect.MergeDeep && addsTo(winner, r.Node):
			r.State = Adds
		case by < 0 && winner != nil && winner.Table == nil && sameOrigin(winner, r.Node):
			r.State, by = Wins, i
		default:
			r.State, r.By = Shadowed, by
			if by < 0 {
				r.By = hider(s, key, i)
			}
		}
		rungs = append(rungs, r)
	}
	return rungs
}

// addsTo reports whether every element of an array is part of the effective one.
func addsTo(winner, n *Node) bool {
	if winner == nil || winner.Elems == nil || n.Elems == nil {
		return false
	}
	for _, e := range n.Elems {
		if !slices.ContainsFunc(winner.Elems, func(w *Node) bool {
			return sameOrigin(w, e) || w.Table == nil && w.Elems == nil && e.Table == nil && e.Elems == nil && w.Value == e.Value
		}) {
			return false
		}
	}
	return true
}

func sameOrigin(a, b *Node) bool {
	return a.Origin.Source == b.Origin.Source && a.Origin.Value() == b.Origin.Value()
}

// hider is the lowest active entry above i that replaces something on the way to key.
func hider(s ConfigLayerStack, key Key, i int) int {
	for j := i + 1; j < len(s.Entries); j++ {
		e := s.Entries[j]
		if !e.Active() {
			continue
		}
		for depth := 1; depth <= len(key); depth++ {
			if n := e.Canonical.At(key[:depth]); n != nil && (n.Table == nil || depth == len(key)) {
				return j
			}
		}
	}
	return -1
}

// removedAt finds key in what was taken out of a layer.
func removedAt(removed []Removed, key Key) *Node {
	for _, r := range removed {
		if len(key) >= len(r.Key) && r.Key.Equal(key[:len(r.Key)]) {
			return r.Node.At(key[len(r.Key):])
		}
	}
	return nil
}

// Clamp returns what a requirement does to key, if anything.
func (e Effective) Clamp(key Key) (Clamp, bool) {
	for _, c := range e.Clamped {
		if c.Key.Equal(key) {
			return c, true
		}
	}
	return Clamp{}, false
}
