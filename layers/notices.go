package layers

import (
	"fmt"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/trust"
)

// notices are our own diagnostics about what the agent decides in silence.
func (j *judge) notices() diag.List {
	var out diag.List
	for _, e := range j.l.Stack.Entries {
		out = append(out, disabledNotice(e)...)
		out = append(out, removedNotices(e)...)
		out = append(out, j.selfTrust(e)...)
		out = append(out, replacedNotices(e)...)
		if e.Root != nil {
			out = append(out, j.look(e).dollars...)
		}
	}
	out = append(out, nearMissNotices(j.l.Stack.Entries)...)
	out = append(out, j.recordsNotice()...)
	out = append(out, j.rootNotices()...)
	out = append(out, j.unusedNotices()...)
	out = append(out, j.placeNotices()...)
	out = append(out, clampNotices(j.out.Effective.Clamped)...)
	out = append(out, overruledNotices(j.l.Stack.Requirements)...)
	return out
}

func disabledNotice(e Entry) diag.List {
	r := e.Disabled
	if r == nil {
		return nil
	}
	d := diag.Diagnostic{
		Code: r.Code, Severity: diag.Warning, Subject: diag.File(e.Source.Path),
		Summary: "project layer is disabled", Detail: r.Text,
		Fix: "after a review, " + strings.ReplaceAll(r.Fix, "\n", "  "),
	}
	if r.Decision.Rule != nil {
		d.Related = []diag.Related{{Span: r.Decision.Rule.Span, Text: "marked untrusted here"}}
	}
	return diag.List{d}
}

func removedNotices(e Entry) diag.List {
	var out diag.List
	for _, r := range e.Removed {
		out = append(out, diag.Diagnostic{
			Code: "project-key-removed", Severity: diag.Warning, Subject: r.Node.Origin.Key(),
			Summary: fmt.Sprintf("a project may not set %s", r.Key),
			Effect:  "the key is taken out of this layer before anything else looks at it",
			Fix:     "set it in your own configuration",
		})
	}
	return out
}

func replacedNotices(e Entry) diag.List {
	var out diag.List
	for _, r := range e.Replaced {
		out = append(out, diag.Diagnostic{
			Code: "worktree-key-replaced", Severity: diag.Warning, Subject: r.Node.Origin.Key(),
			Summary: fmt.Sprintf("%s of a linked worktree comes from the main checkout", r.Key),
			Effect:  "what this file says about it has no effect",
		})
	}
	return out
}

// dollarNotices name paths with a shell variable, which no agent expands.
//
// was is an earlier tree that has none.
//
// Case: field/config-tilde-and-env.
func dollarNotices(root *Node, schema *dialect.Schema, was *Node) diag.List {
	var out diag.List
	for key, n := range pathNodes(root, was, schema) {
		written, _ := n.Written.(string)
		if !hasVariable(written) {
			continue
		}
		out = append(out, diag.Diagnostic{
			Code: "path-with-dollar", Severity: diag.Warning, Subject: n.Origin.Value(),
			Summary: fmt.Sprintf("%s: %s is not expanded", key, quote(written)),
			Effect:  fmt.Sprintf("it means the folder %s", FormatValue(n.Value)),
			Fix:     "write the path out, or start it with ~/",
		})
	}
	return out
}

// hasVariable reports whether text holds something like $NAME or ${NAME}.
func hasVariable(text string) bool {
	i := strings.IndexByte(text, '$')
	if i < 0 || i+1 == len(text) {
		return false
	}
	c := text[i+1]
	return c == '{' || c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// selfTrust reports a trust table in a project's own file with the effect that it really has.
func (j *judge) selfTrust(e Entry) diag.List {
	t := j.o.Dialect.Trust
	if e.Source.Kind != dialect.Project || e.Root == nil || e.Root.Table.Get(t.Key) == nil {
		return nil
	}
	n := e.Root.Table.Get(t.Key)
	d := diag.Diagnostic{
		Code: "project-sets-trust", Severity: diag.Warning, Subject: n.Origin.Key(),
		Summary: fmt.Sprintf("[%s] in a project's file never enables a layer", t.Key),
		Effect:  "none: this layer is disabled",
		Fix:     "remove the table; trust is recorded in your own configuration",
	}
	if e.Disabled == nil {
		d.Effect = "which layers take part stays as it is, but the session's defaults (approval policy, sandbox) follow this entry"
		if j.o.Dialect.Trust.Worktree == "verified" {
			d.Effect += ", and so does whether AGENTS.md is loaded"
		}
	}
	return diag.List{d}
}

// nearMissNotices names trust entries that look as if they should match, once each.
func nearMissNotices(entries []Entry) diag.List {
	var out diag.List
	seen := map[string]bool{}
	for _, e := range entries {
		if e.Disabled == nil {
			continue
		}
		for _, m := range e.Disabled.Decision.NearMisses {
			if seen[m.Rule.Path] || m.Rule.Level != trust.Trusted {
				continue
			}
			seen[m.Rule.Path] = true
			out = append(out, diag.Diagnostic{
				Code: "trust-near-miss", Severity: diag.Warning, Subject: m.Rule.Span,
				Summary: fmt.Sprintf("trust entry %s does not match %s", quote(m.Rule.Path), quote(m.Key)),
				Detail:  m.Why + "; entries are compared as text and grant nothing unless they are equal",
				Fix:     "write the entry as " + quote(m.Key),
			})
		}
	}
	return out
}

// recordsNotice says that starting the agent here will trust the folder by itself.
func (j *judge) recordsNotice() diag.List {
	r := j.out.Session.Records
	if r == nil {
		return nil
	}
	d := diag.Diagnostic{
		Code: "session-records-trust", Severity: diag.Warning,
		Summary: "starting a session here records " + quote(r.Path) + " as trusted",
		Detail:  "the sandbox of a new session can write and no trust is decided; clients that start a session through the app server cause this",
		Effect:  "the project's layers take part from then on; the session below is the one that results",
		Fix:     "decide first: " + strings.ReplaceAll(trustText(j.o.Dialect.Trust, r.Path, j.o.Dialect.Trust.Untrusted), "\n", "  "),
	}
	if n := j.out.Effective.Root.Table.Get(j.o.Dialect.Session.SandboxKey); n != nil {
		d.Subject = n.Origin.Key()
	}
	return diag.List{d}
}

// otherMarkers are version control folders that are no root marker by default.
var otherMarkers = [...]string{".jj", ".hg", ".sl", ".svn"}

// rootNotices warn where the project root is likely not what the user expects.
func (j *judge) rootNotices() diag.List {
	var out diag.List
	root := j.l.Root
	if root.EmptyGit != "" {
		effect := "it ends the search for the project root here"
		if j.c.Roots.GitNeedsHead {
			effect = "it is passed over for configuration and trust, but still ends the search for instruction files and skills"
		}
		out = append(out, diag.Diagnostic{
			Code: "root-empty-git", Severity: diag.Warning, Subject: diag.File(root.EmptyGit),
			Summary: "this .git folder holds no repository", Effect: effect, Fix: "remove " + root.EmptyGit,
		})
	}
	if root.Marker != "" {
		return out
	}
	for _, dir := range tree.Ancestors(j.o.Cwd) {
		for _, m := range otherMarkers {
			p := strings.TrimSuffix(dir, "/") + "/" + m
			if !tree.IsDir(j.fsys, p) {
				continue
			}
			return append(out, diag.Diagnostic{
				Code: "root-unknown-marker", Severity: diag.Warning, Subject: diag.File(p),
				Summary: fmt.Sprintf("%s is not a root marker, so %s is taken as the project root", m, j.o.Cwd),
				Effect:  "files in the folders above are not read",
				Fix:     fmt.Sprintf(`add to your configuration: %s = [".git", "%s"]`, j.c.Roots.Key, m),
			})
		}
	}
	return out
}

func clampNotices(clamps []Clamp) diag.List {
	var out diag.List
	for _, c := range clamps {
		if c.Wanted == nil {
			continue
		}
		out = append(out, diag.Diagnostic{
			Code: "requirement-conflict", Severity: diag.Warning, Subject: c.Wanted.Origin.Value(),
			Summary: fmt.Sprintf("%s = %s is not allowed", c.Key, Format(c.Wanted)),
			Effect:  fmt.Sprintf("%s is used", FormatValue(c.Got)),
			Detail:  c.Why,
			Related: []diag.Related{{Span: c.Constraint.Origin.Key(), Text: "required by " + c.Constraint.Field}},
		})
	}
	return out
}

func overruledNotices(r Requirements) diag.List {
	var out diag.List
	for _, c := range r.Overruled {
		out = append(out, diag.Diagnostic{
			Code: "requirement-overruled", Severity: diag.Note, Subject: c.Origin.Key(),
			Summary: fmt.Sprintf("requirement %s is overruled by a source of higher authority", c.Field),
		})
	}
	return out
}
