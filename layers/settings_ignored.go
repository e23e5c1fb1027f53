package layers

import (
	"slices"
	"strings"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/trust"
)

// ignore takes the settings out of every layer that the agent reports and does not act on.
//
// The project's file that is the user's own is the user's: nothing is taken out of it for want of trust.
//
// Cases: claude/061-settings-untrusted, 067-managed-only, settings-home-is-cwd.
func (l *settingsLoader) ignore() {
	c := l.o.Dialect.Config
	managed := emptyTable(nil)
	own := map[string]bool{}
	for _, e := range l.out.Stack.Entries {
		if e.Source.Kind == dialect.Managed && e.Canonical != nil {
			managed = mergeDeep(managed, e.Canonical)
		}
		if e.Source.Kind == dialect.User {
			own[e.Source.Path] = true
		}
	}
	for i := range l.out.Stack.Entries {
		e := &l.out.Stack.Entries[i]
		for j := range c.Ignored {
			rule := &c.Ignored[j]
			if slices.Contains(rule.Kinds, e.Source.Kind) && l.holds(rule.When, managed, own[e.Source.Path]) {
				e.ignore(rule)
			}
		}
	}
}

// holds reports whether the condition of an Ignored rule is met.
func (l *settingsLoader) holds(when string, managed *Node, own bool) bool {
	switch key, isSet := strings.CutPrefix(when, dialect.IgnoredSet); {
	case when == dialect.IgnoredAlways:
		return true
	case when == dialect.IgnoredUntrusted:
		return l.out.Trust.Level != trust.Trusted && !own
	case isSet:
		n := managed.Setting(key)
		return n != nil && n.Value == true
	}
	return false
}

func (e *Entry) ignore(rule *dialect.Ignored) {
	if e.Canonical == nil {
		return
	}
	for _, dotted := range rule.Keys {
		n := e.Canonical.Setting(dotted)
		if n == nil || len(rule.Values) > 0 && !slices.Contains(rule.Values, textOf(n)) {
			continue
		}
		key := Key(strings.Split(dotted, "."))
		if e.Reported == nil {
			e.Reported = e.Canonical
		}
		e.Ignored = append(e.Ignored, Removed{Key: key, Node: n, Why: rule.Reason, Rule: rule})
		e.Canonical = replaceAt(e.Canonical, key, nil)
	}
}
