package editors

import (
	"path"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/internal/doc"
	"github.com/agentlayers/layers/internal/frontmatter"
)

func opencodeConfig() audit.Rule {
	return audit.Rule{
		ID:         "opencode-config",
		Title:      "project configuration of opencode lets commands through, sends requests elsewhere or loads code",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Agents:     []string{"opencode"},
		Doc: audit.Doc{
			Why:   "opencode asks nobody whether it may use a project's configuration. Plugins and tools of the project are code that runs when it starts.",
			Fires: "permission \"allow\" for bash, edit, folders outside, or everything, also of an agent; a base URL of a provider on another machine; instructions fetched from an address; plugins, in opencode.json or as files.",
			Quiet: "\"ask\" and \"deny\"; patterns that allow one command; providers on this machine; instructions in the repository.",
			File:  "opencode.json",
			Bad:   `{ "permission": { "bash": "allow" } }`,
			Good:  `{ "permission": { "bash": { "*": "ask", "git status": "allow" } } }`,
			Fix:   "remove it; keep it in your own configuration",
		},
		Check: func(p *audit.Pass) {
			for f := range p.Named("opencode.json", "opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc") {
				opencodeFile(p, f)
			}
			for f := range p.Under(".opencode") {
				opencodeCode(p, f)
				opencodeHead(p, f)
			}
		},
	}
}

func opencodeFile(p *audit.Pass, f *source.File) {
	report := func(m *doc.Member, message string) {
		at := m.Value.Span()
		if m.Key().HasPosition() {
			at = source.Where(m)
		}
		p.Report(audit.Finding{File: f, Span: at, Gate: facts.Open, Message: message})
	}
	root := f.Tree()
	openPermissions(source.At(root, "permission"), report)
	for _, table := range []string{"agent", "mode"} {
		for _, m := range source.Members(root, table) {
			openPermissions(source.At(m.Value, "permission"), report)
		}
	}
	for _, provider := range source.Members(root, "provider") {
		for _, m := range []*doc.Member{
			source.At(provider.Value, "options", "baseURL"), source.At(provider.Value, "api"),
		} {
			if m == nil {
				continue
			}
			if url, ok := source.String(m.Value); ok && isForeign(url) {
				report(m, audit.What("the provider "+provider.Name+" sends requests and keys to ", url))
			}
		}
	}
	for _, text := range source.Strings(source.Value(root, "instructions")) {
		if lower := strings.ToLower(text.Text); strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://") {
			p.Report(audit.Finding{
				File: f, Span: text.Span, Gate: facts.Open,
				Message: audit.What("instructions are fetched from ", text.Text, ", which can say something else each time"),
			})
		}
	}
	for _, e := range source.Elems(root, "plugin") {
		name := strings.Join(strings.Fields(f.Raw(e.Span())), " ")
		p.Report(audit.Finding{File: f, Span: e.Span(), Gate: facts.Open, Message: audit.What("the plugin ", name, " is loaded and runs")})
	}
}

// openPermissions reports what a permission setting allows: one word for everything, or a word or patterns for each
// kind of action.
func openPermissions(m *doc.Member, report func(*doc.Member, string)) {
	if m == nil {
		return
	}
	if isAllow(m.Value) {
		report(m, "every action is allowed without a question")
	}
	for i := range m.Value.Members {
		kind := &m.Value.Members[i]
		if m.Value.Kind != doc.Table || !isOpenKind(kind.Name) {
			continue
		}
		if isAllow(kind.Value) {
			report(kind, audit.What("every action is allowed without a question: ", kind.Name))
		}
		for j := range kind.Value.Members {
			pattern := &kind.Value.Members[j]
			if isAllow(pattern.Value) && isOpenPattern(kind.Name, pattern.Name) {
				report(pattern, audit.What("actions are allowed without a question: "+kind.Name+" ", pattern.Name))
			}
		}
	}
}

func isAllow(v *doc.Value) bool {
	text, _ := source.String(v)
	return text == "allow"
}

// isOpenKind reports whether a kind of action changes something, or is every kind.
func isOpenKind(kind string) bool {
	return kind == "bash" || kind == "edit" || kind == "write" || kind == "external_directory" || strings.Trim(kind, "*") == ""
}

func isOpenPattern(kind, pattern string) bool {
	if strings.Trim(pattern, "*/. ") == "" {
		return true
	}
	_, broad := broadPrefix(pattern)
	return kind == "bash" && strings.Contains(pattern, "*") && broad
}

// isForeign reports whether an address is neither on this machine, nor a vendor's own, nor the user's to set.
func isForeign(url string) bool {
	if url == "" || strings.HasPrefix(url, "{env:") && strings.Count(url, "}") == 1 && strings.HasSuffix(url, "}") {
		return false
	}
	host := facts.HostOf(url)
	if strings.ContainsAny(url, "\\\t\n") {
		return true
	}
	switch host {
	case "api.openai.com", "api.anthropic.com", "generativelanguage.googleapis.com":
		return !strings.HasPrefix(strings.ToLower(url), "https://")
	}
	return !facts.Loopback(host)
}

// opencodeCode reports plugins and tools that are files: they are imported when opencode starts.
func opencodeCode(p *audit.Pass, f *source.File) {
	switch strings.Split(f.Inner, "/")[1] {
	case "plugin", "plugins", "tool", "tools":
	default:
		return
	}
	switch path.Ext(f.Inner) {
	case ".js", ".ts", ".mjs", ".cjs", ".mts", ".cts":
		if strings.Count(f.Inner, "/") == 2 {
			p.Report(audit.Finding{File: f, Gate: facts.Open, Message: "the file is code that runs when opencode starts"})
		}
	}
}

// opencodeHead reports permissions in the front matter of agents.
func opencodeHead(p *audit.Pass, f *source.File) {
	if !f.Under(".opencode/agent", ".opencode/agents", ".opencode/mode", ".opencode/modes") || path.Ext(f.Inner) != ".md" {
		return
	}
	head, _ := f.Head()
	field := head.Root.Get("permission")
	if field == nil {
		return
	}
	report := func(at *frontmatter.Field, what string) {
		p.Report(audit.Finding{
			File: f, Span: at.Key, Gate: facts.ByHand, Message: audit.What("an agent allows actions without a question: ", what),
		})
	}
	if field.Value.Text == "allow" {
		report(field, "everything")
	}
	for i := range field.Value.Fields {
		kind := &field.Value.Fields[i]
		if !isOpenKind(kind.Name) {
			continue
		}
		if kind.Value.Text == "allow" {
			report(kind, kind.Name)
		}
		for j := range kind.Value.Fields {
			pattern := &kind.Value.Fields[j]
			if pattern.Value.Text == "allow" && isOpenPattern(kind.Name, pattern.Name) {
				report(pattern, kind.Name+" "+pattern.Name)
			}
		}
	}
}
