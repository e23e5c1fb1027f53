package layers

import (
	"reflect"
	"slices"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/trust"
)

// Session is what a new session starts with, after trust and requirements.
type Session struct {
	Approval any     // a word, or a table for the granular form; nil when the agent has no such notion
	Sandbox  Sandbox // what commands may touch
	Profile  string  // the permission profile that the sandbox comes from; "" where the sandbox mode decides

	Mode      string         // permission mode; "" when the agent has no such notion
	MemoryDir string         // folder of the agent's own notes about the project; "" when it keeps none
	Trust     trust.Decision // what decided the defaults; its rules may come from any active layer
	Records   *trust.Rule    // the trust entry that starting a session writes into the user's configuration; nil for none
}

// Sandbox is what commands may touch. The members after NetworkAccess hold for workspace-write only.
type Sandbox struct {
	Mode                string // a sandbox mode, or "external-sandbox" for a permission profile without other limits than the network's
	NetworkAccess       bool
	WritableRoots       []string
	ExcludeTmpdirEnvVar bool
	ExcludeSlashTmp     bool
	CwdReadOnly         bool // the working directory is not among what may be written
}

// recordedTrust is the trust entry that starting a session writes: the dialect says so, nothing is decided about
// the folder, and the sandbox can write. It is nil otherwise.
func recordedTrust(s Session, d dialect.Session) *trust.Rule {
	writes := s.Sandbox.Mode != "read-only" && !s.Sandbox.CwdReadOnly
	if !d.TrustsOnWrite || s.Trust.Level != trust.None || !writes {
		return nil
	}
	return &trust.Rule{Path: s.Trust.Key, Level: trust.Trusted}
}

// SessionOf works out what a new session starts with, which values requirements refuse, and what the agent
// reports about it.
//
// Unlike the layers, a session's trust is looked up in the merged configuration, project layers included, and
// only for the working directory and the repository root.
//
// Cases: req-approval-policy, req-sandbox-fallback, req-sandbox-modes, trust-untrusted, layers-root-markers-custom.
func SessionOf(fsys tree.FS, l *Loaded, eff Effective, o Options) (Session, []Clamp, []diag.Event, []Fault) {
	return sessionOf(fsys, l, eff, o, rulesOf(eff.Root, o.Dialect.Trust, true, trusting{}).rules)
}

// sessionOf is SessionOf where the rules of the merged configuration have been read.
func sessionOf(fsys tree.FS, l *Loaded, eff Effective, o Options, rules trust.Rules) (Session, []Clamp, []diag.Event, []Fault) {
	s := sessionBuilder{o: o, schema: l.Schema, spec: o.Dialect.Session, req: l.Stack.Requirements, eff: eff, fields: o.Dialect.Requirements.Fields}
	s.out.Trust = rules.Decide(fsys, []trust.Place{
		{What: "folder", Path: o.Cwd},
		l.Repo.Place(),
	})
	s.start()
	for _, f := range s.fields {
		s.enforce(f)
	}
	s.out.Sandbox = s.sandbox()
	return s.out, s.clamps, s.events, s.faults
}

type sessionBuilder struct {
	o      Options
	schema *dialect.Schema
	spec   dialect.Session
	req    Requirements
	eff    Effective
	fields []dialect.RequirementField

	out    Session
	def    dialect.SessionDefault
	mode   string  // the sandbox mode
	under  Sandbox // what a permission profile gives, where one decides
	clamps []Clamp
	events []diag.Event
	faults []Fault
}

// start takes the configured values, or the defaults that the trust decision gives.
func (s *sessionBuilder) start() {
	switch s.out.Trust.Level {
	case trust.Trusted:
		s.def = s.spec.Trusted
	case trust.Untrusted:
		s.def = s.spec.Untrusted
	default:
		s.def = s.spec.Undecided
	}
	if s.spec.ApprovalKey != "" {
		s.out.Approval = s.def.Approval
		if n := s.eff.Root.Table.Get(s.spec.ApprovalKey); n != nil {
			s.out.Approval = s.approval(n)
		}
	}
	if s.spec.SandboxKey != "" {
		s.mode = s.def.Sandbox
		if n := s.eff.Root.Table.Get(s.spec.SandboxKey); n != nil {
			s.mode, _ = n.Value.(string)
		}
		if by, ok := s.permitted(); ok {
			s.under, s.mode = by, by.Mode
		}
	}
}

// approval is the policy as the agent shows it: old words read as new ones; of a table form the known members,
// false where they are left out.
func (s *sessionBuilder) approval(n *Node) any {
	if n.Table == nil {
		word := asWord(n.Value)
		if as, ok := s.spec.ReadAs[word]; ok {
			return as
		}
		return word
	}
	out := map[string]any{}
	for _, m := range n.Table.Members {
		f := s.schema.Field([]string{s.spec.ApprovalKey, m.Name})
		if f == nil || m.Node.Table == nil {
			continue
		}
		inner := map[string]any{}
		for _, name := range f.Names {
			inner[name] = m.Node.Table.Get(name) != nil && m.Node.Table.Get(name).Value == true
		}
		out[m.Name] = inner
	}
	return out
}

// enforce applies one requirement field.
func (s *sessionBuilder) enforce(f dialect.RequirementField) {
	if f.Enforce == dialect.Pin {
		s.pin(f)
		return
	}
	if f.Enforce != dialect.AllowList || len(s.req.Constraints) == 0 {
		return
	}
	key := Key(strings.Split(f.Key, "."))
	c, ok := s.req.Find(key)
	if !ok {
		return
	}
	node := s.eff.Root.At(key)
	wanted := s.wanted(f, node)
	if wanted == nil || allows(c, wanted) {
		return
	}
	got, why := fallback(f, c)
	s.clamps = append(s.clamps, Clamp{Key: key, Wanted: node, Default: wanted, Got: got, Constraint: c, Why: why})
	if node != nil || f.WarnDefault {
		s.events = append(s.events, diag.Event{Class: "requirement-fallback", Field: f.Warn})
	}
	switch f.Key {
	case s.spec.ApprovalKey:
		s.out.Approval = got
	case s.spec.SandboxKey:
		s.refuse(wanted)
		s.mode, _ = got.(string)
	}
}

// allows reports whether a value is among the allowed ones; a table counts by the word that it is the long form of.
func allows(c Constraint, wanted any) bool {
	if word := asWord(wanted); word != "" {
		wanted = word
	}
	return slices.ContainsFunc(c.Allowed, func(v any) bool { return reflect.DeepEqual(v, wanted) })
}

// refuse reports a sandbox mode that the agent will not silently lower under the current approval policy.
func (s *sessionBuilder) refuse(wanted any) {
	for _, p := range s.spec.Refused {
		if wanted == p.Sandbox && s.out.Approval == p.Approval {
			node := s.eff.Root.Table.Get(s.spec.SandboxKey)
			s.faults = append(s.faults, Fault{
				Class: p.Class, Key: Key{s.spec.SandboxKey}, Span: node.Origin.Value(),
				Summary: s.spec.SandboxKey + " = \"" + p.Sandbox + "\" together with " + s.spec.ApprovalKey + " = \"" + p.Approval + "\" is refused because requirements do not allow the sandbox mode",
				Fix:     "choose an allowed " + s.spec.SandboxKey,
			})
		}
	}
}

// wanted is the value that a field is checked against: the session's, the configured one, or the agent's own
// default; nil when there is none.
func (s *sessionBuilder) wanted(f dialect.RequirementField, node *Node) any {
	switch {
	case f.Key == s.spec.ApprovalKey:
		return s.out.Approval
	case f.Key == s.spec.SandboxKey:
		return s.mode
	case node != nil:
		return node.Plain()
	case f.Default != "":
		return f.Default
	}
	return nil
}

// pin compares a table of pinned values with the configured ones.
func (s *sessionBuilder) pin(f dialect.RequirementField) {
	for _, c := range s.req.Constraints {
		if c.Field != f.Name {
			continue
		}
		node := s.eff.Root.At(c.Key)
		if node != nil && node.Plain() != c.Allowed[0] {
			s.clamps = append(s.clamps, Clamp{Key: c.Key, Wanted: node, Got: c.Allowed[0], Constraint: c, Why: "requirements pin this value"})
		}
	}
}

// fallback is the value that replaces a refused one.
func fallback(f dialect.RequirementField, c Constraint) (any, string) {
	for _, v := range f.Fallback {
		if len(f.Fallback) == 1 || slices.Contains(c.Allowed, any(v)) {
			return v, "the first of " + listWords(f.Fallback) + " that is allowed"
		}
	}
	if len(c.Allowed) == 0 {
		return nil, "nothing is allowed"
	}
	return c.Allowed[0], "the first allowed value is used"
}

func listWords(words []string) string {
	out := ""
	for i, w := range words {
		if i > 0 {
			out += ", "
		}
		out += w
	}
	return out
}

// asWord names a value in an allow list: a table such as the granular approval policy by its only key.
func asWord(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case map[string]any:
		for k := range v {
			if len(v) == 1 {
				return k
			}
		}
	}
	return ""
}

// sandbox fills in the members of the workspace-write mode.
func (s *sessionBuilder) sandbox() Sandbox {
	if s.out.Profile != "" && s.under.Mode == s.mode {
		return s.under
	}
	out := Sandbox{Mode: s.mode}
	table := s.eff.Root.Table.Get(s.spec.SandboxTable)
	if s.mode != "workspace-write" || table == nil || table.Table == nil {
		return out
	}
	flag := func(name string) bool {
		n := table.Table.Get(name)
		return n != nil && n.Value == true
	}
	out.NetworkAccess = flag("network_access")
	out.ExcludeTmpdirEnvVar = flag("exclude_tmpdir_env_var")
	out.ExcludeSlashTmp = flag("exclude_slash_tmp")
	if roots := table.Table.Get("writable_roots"); roots != nil {
		for _, e := range roots.Elems {
			if p, ok := e.Value.(string); ok && !slices.Contains(out.WritableRoots, p) {
				out.WritableRoots = append(out.WritableRoots, p)
			}
		}
	}
	return out
}
