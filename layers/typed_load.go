package layers

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
)

// The classes of Fault that only show when the agent has read everything and starts.
const (
	ClassUnreadable      = "unreadable"       // a file that a key names is not there
	ClassProviderMissing = "provider-missing" // model_provider names nothing
	ClassUnclassified    = "unclassified"     // refused with a message of its own
)

// LoadFaults lists what stops the agent although every value of the effective configuration has the right type,
// in the order in which it meets it. exists reports whether a file is there. None of these faults has a place
// that the agent reports.
//
// Cases: the "load" rows of testdata/typed.
func LoadFaults(root *Node, schema *dialect.Schema, profiles dialect.Permissions, exists func(path string) bool) []Fault {
	l := loadCheck{root: root, schema: schema, profiles: profiles, exists: exists}
	return l.check()
}

func (l *loadCheck) check() []Fault {
	refused, off := l.unsupported()
	l.supported = len(refused)+len(off) == 0
	l.faults = refused
	l.permissions()
	l.faults = append(l.faults, off...)
	l.budget()
	l.bedrock()
	l.provider()
	l.atLeastOne("features", "multi_agent_v2", "max_concurrent_threads_per_session")
	l.waits()
	l.atLeastOne("agents", "max_concurrent_threads_per_session")
	for _, name := range [...]string{"model_instructions_file", "experimental_compact_prompt_file", "model_catalog_json"} {
		l.file(name)
	}
	return l.faults
}

type loadCheck struct {
	root     *Node
	schema   *dialect.Schema
	exists   func(string) bool
	profiles dialect.Permissions
	faults   []Fault

	was       *Node // an earlier root that held nothing unsupported; nil without one
	supported bool  // root holds nothing of that kind
}

func (l *loadCheck) add(n *Node, key Key, class, summary, fix string) {
	l.faults = append(l.faults, Fault{Class: class, Key: slices.Clone(key), Span: n.Origin.Value(), Summary: summary, Fix: fix})
}

// unsupported finds keys that the agent no longer supports, whatever their value, and values that still parse and are no
// longer supported.
//
// Case: codex-findings B3.
func (l *loadCheck) unsupported() (keys, values []Fault) {
	fault := func(key Key, n *Node, what string) Fault {
		return Fault{
			Class: ClassUnclassified, Key: slices.Clone(key), Span: n.Origin.Value(), Summary: what + " is no longer supported", Fix: "remove the setting",
		}
	}
	walkOthers(l.root, l.was, l.schema.Root(), deepKey(), func(key Key, n *Node, f *dialect.Field) bool {
		if f.Key.Has(dialect.FlagRefused) {
			keys = append(keys, fault(key, n, key.String()))
		}
		if s, ok := n.Value.(string); ok && slices.Contains(f.Key.Off, s) {
			values = append(values, fault(key, n, key.String()+" = "+quote(s)))
		}
		return true
	})
	return keys, values
}

// permissions asks for a default as soon as there are profiles, and for a profile of that name.
func (l *loadCheck) permissions() {
	key := Key{"default_permissions"}
	profiles, chosen := l.root.At(Key{"permissions"}), l.root.At(key)
	has := profiles != nil && profiles.Table != nil && len(profiles.Table.Members) > 0
	switch name := textOf(chosen); {
	case chosen == nil && has:
		l.add(profiles, Key{"permissions"}, ClassUnclassified, "there are permission profiles and no default_permissions", `default_permissions = "`+profiles.Table.Members[0].Name+`"`)
	case chosen == nil:
	case len(name) > 0 && name[0] == ':':
		if k := l.schema.Lookup(key); k != nil && !slices.Contains(k.Values, name) {
			l.add(chosen, key, ClassUnclassified, "default_permissions names the unknown built-in profile "+quote(name), "")
		}
	case !has:
		l.add(chosen, key, ClassUnclassified, "default_permissions needs a [permissions] table", "")
	case profiles.Table.Get(name) == nil:
		l.add(chosen, key, ClassUnclassified, "there is no permission profile "+quote(name), "[permissions."+Key{name}.String()+"]")
	default:
		l.profile(profiles.Table, name)
	}
}

// profile checks the chosen profile and those that it extends.
func (l *loadCheck) profile(profiles *Table, name string) {
	for _, m := range profiles.Members {
		if strings.HasPrefix(m.Name, ":") {
			l.add(m.Node, Key{"permissions", m.Name}, ClassUnclassified, "names with a colon belong to built-in profiles", "give the profile another name")
			return
		}
	}
	chain, _, n, bad := profileChain(profiles, name, l.profiles)
	if bad != "" {
		l.add(n, Key{"permissions", name, "extends"}, ClassUnclassified, bad, "extend a profile of this configuration, or one of "+listWords(l.profiles.Extends))
		return
	}
	if m := relativePlace(chain); m != nil {
		l.add(m.Node, Key{"permissions", name, "filesystem", m.Name}, ClassUnclassified, quote(m.Name)+" is a relative path", "write an absolute path, or put it below \":workspace_roots\"")
	}
}

func (l *loadCheck) budget() {
	key := Key{"features", "rollout_budget"}
	n := l.root.At(key)
	if n == nil {
		return
	}
	if k := l.schema.Lookup(key); k == nil || k.Check != dialect.CheckBudget {
		return
	}
	on := n.Value == true
	if e := n.Table.Get("enabled"); e != nil {
		on = e.Value == true
	}
	if !on {
		return
	}
	limit, reminders := n.Table.Get("limit_tokens"), n.Table.Get("reminder_at_remaining_tokens")
	const fix = "features.rollout_budget = { enabled = true, limit_tokens = 100000, reminder_at_remaining_tokens = [10000] }"
	switch {
	case limit == nil:
		l.add(n, key, ClassUnclassified, key.String()+" is on without limit_tokens", fix)
	case numberOf(limit) <= 0:
		l.add(limit, key, ClassUnclassified, key.String()+" has no tokens to spend", fix)
	case reminders == nil:
		l.add(n, key, ClassUnclassified, key.String()+" is on without reminder_at_remaining_tokens", fix)
	default:
		for _, e := range reminders.Elems {
			if numberOf(e) <= 0 || numberOf(e) >= numberOf(limit) {
				l.add(e, key, ClassUnclassified, key.String()+": a reminder has to lie between 0 and limit_tokens", fix)
			}
		}
	}
}

// The times for which an agent waits for the agents it started, in milliseconds, where the configuration sets none.
const (
	shortestWait = 10_000
	usualWait    = 30_000
	longestWait  = 3_600_000
)

// waits checks the shortest, usual and longest time that an agent waits for others.
func (l *loadCheck) waits() {
	key := Key{"features", "multi_agent_v2"}
	n := l.root.At(key)
	if n == nil {
		return
	}
	if k := l.schema.Lookup(key); k == nil || k.Check != dialect.CheckWaits {
		return
	}
	value := map[string]float64{"min": shortestWait, "default": usualWait, "max": longestWait}
	for _, name := range [...]string{"min", "max", "default"} {
		t := n.Table.Get(name + "_wait_timeout_ms")
		if t == nil {
			continue
		}
		value[name] = numberOf(t)
		if value[name] < 0 || value[name] > longestWait {
			l.add(t, key.Child(name+"_wait_timeout_ms"), ClassUnclassified, fmt.Sprintf("%s_wait_timeout_ms has to lie between 0 and %d", name, longestWait), "")
			return
		}
	}
	if value["min"] > value["max"] || value["default"] < value["min"] || value["default"] > value["max"] {
		l.add(n, key, ClassUnclassified, fmt.Sprintf("%s: the waits are not in order: min %.0f, default %.0f, max %.0f", key, value["min"], value["default"], value["max"]), "")
	}
}

// bedrock checks the built-in providers that a file may adjust, where reading does not do so already.
func (l *loadCheck) bedrock() {
	key := Key{"model_providers"}
	n := l.root.At(key)
	if n == nil {
		return
	}
	if f := l.schema.Field(key); f == nil || f.Key.Check != dialect.CheckProviders {
		return
	}
	for _, m := range n.Table.Members {
		if slices.Contains(adjustable(l.schema), m.Name) && !adjusts(m.Node) {
			l.add(m.Node, key.Child(m.Name), ClassUnclassified, "a built-in provider takes only "+adjustableText, "")
			return
		}
	}
}

// provider asks that the chosen model provider exists.
func (l *loadCheck) provider() {
	key := Key{"model_provider"}
	n := l.root.At(key)
	if n == nil {
		return
	}
	k := l.schema.Lookup(key)
	if k == nil || k.Check != dialect.CheckProvider {
		return
	}
	name := textOf(n)
	if slices.Contains(k.Values, name) || l.root.At(Key{"model_providers", name}) != nil {
		return
	}
	l.add(n, key, ClassProviderMissing, "there is no model provider "+quote(name), "[model_providers."+Key{name}.String()+"]")
}

func (l *loadCheck) atLeastOne(key ...string) {
	n := l.root.At(key)
	if n == nil || n.Value != int64(0) {
		return
	}
	if k := l.schema.Lookup(key); k != nil && k.Check == dialect.CheckAtLeastOne {
		l.add(n, key, ClassUnclassified, Key(key).String()+" must be at least 1", "")
	}
}

// file asks that the file of a key is there. The agent does not name a missing model catalog.
func (l *loadCheck) file(name string) {
	n := l.root.At(Key{name})
	if n == nil {
		return
	}
	if k := l.schema.Lookup(Key{name}); k == nil || !k.Has(dialect.FlagExists) || l.exists(textOf(n)) {
		return
	}
	l.add(n, Key{name}, ClassUnreadable, name+" names a file that cannot be read", "")
	if name != "model_catalog_json" {
		l.faults[len(l.faults)-1].Reported = diag.File(textOf(n))
	}
}
