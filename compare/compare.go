// Package compare says what differs between two resolved results: two commits, two folders, two agents, two
// versions of one, or now and as if trusted.
//
//	Result, Result ──> Results ──> Difference (plain data) ──> render
package compare

import (
	"slices"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/resolve"
)

// Difference is everything that an agent would see differently, in the order in which people ask for it.
type Difference struct {
	Config       []layers.Change
	Session      []Words
	Requirements []Words
	Documents    []Document
	Sent         [2]int64 // bytes of instruction text, before and after
	Skills       []Skill
	Shortened    [2]int // skills whose description is cut, before and after
	Exit         [2]int // the agent's own exit status
}

// Empty reports whether nothing differs.
func (d Difference) Empty() bool {
	return len(d.Config) == 0 && len(d.Session) == 0 && len(d.Requirements) == 0 && len(d.Documents) == 0 &&
		len(d.Skills) == 0 && d.Shortened[0] == d.Shortened[1] && d.Exit[0] == d.Exit[1]
}

// Words is one named value that differs; "" means that there is none.
type Words struct{ Name, From, To string }

// Document is one instruction document that differs: it appears, goes, is cut elsewhere, or reads otherwise. From
// or To is nil where the document contributes nothing.
type Document struct {
	Path     string
	From, To *agentsmd.Document
}

// Skill is one skill that differs in how the model is told about it, or in what it reads.
type Skill struct {
	Name, Path string
	From, To   Listing
	Described  bool // on both sides, with another description
	Body       bool // on both sides, with another text after the head
}

// Listing is how the model is told about a skill.
type Listing struct {
	State string // "", "listed", "shortened", "omitted", "disabled"
	Scope string
	Chars int // of the description that the model sees
}

// Results compares two results. Documents and skills are matched by path.
func Results(from, to *resolve.Result) Difference {
	d := Difference{
		Config: layers.Changes(from.Effective, to.Effective), Session: session(from, to),
		Requirements: requirements(from, to), Documents: documents(from, to),
		Sent: [2]int64{sent(from), sent(to)}, Exit: [2]int{from.Outcome.Exit, to.Outcome.Exit},
	}
	a, b := listings(from), listings(to)
	d.Skills = skillChanges(a, b)
	d.Shortened = [2]int{countShortened(a), countShortened(b)}
	return d
}

// session words what a new session starts with.
func session(from, to *resolve.Result) []Words {
	return differing([]Words{
		{"approval policy", word(from.Session.Approval), word(to.Session.Approval)},
		{"permission mode", from.Session.Mode, to.Session.Mode},
		{"sandbox", from.Session.Sandbox.Mode, to.Session.Sandbox.Mode},
		{"permission profile", from.Session.Profile, to.Session.Profile},
		{"network access", onOff(from.Session.Sandbox.NetworkAccess), onOff(to.Session.Sandbox.NetworkAccess)},
	})
}

func word(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	if v != nil {
		return "granular"
	}
	return ""
}

func onOff(b bool) string {
	if b {
		return "on"
	}
	return "off"
}

// requirements words what requirements do to configured values.
func requirements(from, to *resolve.Result) []Words {
	var out []Words
	for _, c := range to.Effective.Clamped {
		old := ""
		if was, ok := from.Effective.Clamp(c.Key); ok {
			old = layers.FormatValue(was.Got)
		}
		out = append(out, Words{c.Key.String(), old, layers.FormatValue(c.Got)})
	}
	for _, c := range from.Effective.Clamped {
		if _, still := to.Effective.Clamp(c.Key); !still {
			out = append(out, Words{c.Key.String(), layers.FormatValue(c.Got), ""})
		}
	}
	return differing(out)
}

func differing(list []Words) []Words {
	return slices.DeleteFunc(list, func(w Words) bool { return w.From == w.To })
}

func sent(r *resolve.Result) int64 {
	var n int64
	for _, d := range r.Documents {
		if d.Loaded() {
			n += d.Sent
		}
	}
	return n
}

// documents lists the documents of either side whose text at the model differs, in load order.
func documents(from, to *resolve.Result) []Document {
	a, b := loaded(from), loaded(to)
	var out []Document
	for i := range b {
		old := find(a, b[i].Path)
		if old == nil || old.Text != b[i].Text || old.Bytes != b[i].Bytes {
			out = append(out, Document{Path: b[i].Path, From: old, To: &b[i]})
		}
	}
	for i := range a {
		if find(b, a[i].Path) == nil {
			out = append(out, Document{Path: a[i].Path, From: &a[i]})
		}
	}
	return out
}

func loaded(r *resolve.Result) []agentsmd.Document {
	return slices.DeleteFunc(slices.Clone(r.Documents), func(d agentsmd.Document) bool { return !d.Loaded() })
}

func find(list []agentsmd.Document, path string) *agentsmd.Document {
	i := slices.IndexFunc(list, func(d agentsmd.Document) bool { return d.Path == path })
	if i < 0 {
		return nil
	}
	return &list[i]
}
