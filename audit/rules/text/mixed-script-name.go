package text

import (
	"bytes"
	"path"
	"strings"
	"unicode"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/chars"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
)

func mixedScriptName() audit.Rule {
	return audit.Rule{
		ID:         "mixed-script-name",
		Title:      "a name mixes Latin letters with letters that look like them",
		Severity:   audit.Medium,
		Confidence: audit.Firm,
		Alone:      true,
		Intent:     true,
		Doc: audit.Doc{
			Why:   "A server called \"github\" with one Cyrillic letter is another server: people trust the name that they think they read, and rules that allow or deny by name miss it.",
			Fires: "a server, skill, hook or plugin name, a host name or a command that mixes Latin letters with Cyrillic, Greek or related ones that look like Latin.",
			Quiet: "words of one script, and mixes of Latin with Japanese, Korean or Chinese.",
			File:  ".mcp.json",
			Bad:   "{ \"mcpServers\": { \"githu\u042c\": { \"command\": \"/usr/bin/true\" } } }",
			Good:  "{ \"mcpServers\": { \"github\": { \"command\": \"/usr/bin/true\" } } }",
			Fix:   "rename it",
			Refs:  []string{"Unicode Technical Standard 39"},
		},
		Check: func(p *audit.Pass) {
			m := mixed{p, map[diag.Span]bool{}, quota{}}
			m.servers()
			m.commands()
			for f := range p.Files() {
				m.names(f)
			}
			for f := range p.Kinds() {
				m.hosts(f)
			}
			for s := range prose(p) {
				m.code(s)
			}
		},
	}
}

// mixed reports each place once.
type mixed struct {
	p    *audit.Pass
	seen map[diag.Span]bool
	left quota
}

func (m mixed) report(f *source.File, at diag.Span, what, name string, gate facts.Gate) {
	if mixedWord(name) == "" || m.seen[at] || !m.left.takes(f) {
		return
	}
	m.seen[at] = true
	m.p.Report(audit.Finding{
		File: f, Span: at, Gate: gate,
		Message: audit.What("the "+what+" \"", name, "\" mixes Latin letters with others that look like them"),
	})
}

func (m mixed) servers() {
	for s := range m.p.Servers() {
		m.report(s.File, s.NameAt, "server name", s.Name, s.Gate)
	}
}

func (m mixed) commands() {
	for c := range m.p.Commands() {
		if c.Role != facts.MCP {
			m.report(c.File, c.KeyAt, string(c.Role)+" name", c.Name, c.Gate)
		}
		for _, line := range c.Lines() {
			for _, call := range line.Calls {
				if call = call.Unwrapped(); len(call.Words) > 0 {
					m.report(c.File, c.At, "command", call.Words[0].Text, c.Gate)
				}
			}
		}
	}
}

// nameKeys are where files give plugins and marketplaces their names; a last "*" stands for the keys of a table.
var nameKeys = []struct {
	inner string
	keys  []string
	what  string
}{
	{".claude-plugin/plugin.json", []string{"name"}, "plugin name"},
	{".claude-plugin/marketplace.json", []string{"name"}, "marketplace name"},
	{".claude/settings.json", []string{"enabledPlugins", "*"}, "plugin name"},
	{".claude/settings.json", []string{"extraKnownMarketplaces", "*"}, "marketplace name"},
	{".claude/settings.json", []string{"hooks", "*"}, "hook name"},
	{".codex/config.toml", []string{"plugins", "*"}, "plugin name"},
	{".codex/config.toml", []string{"marketplaces", "*"}, "marketplace name"},
	{".codex/config.toml", []string{"agents", "*"}, "agent name"},
	{".gemini/gemini-extension.json", []string{"name"}, "extension name"},
}

// names looks at names that files have, in their path, their head or their keys.
func (m mixed) names(f *source.File) {
	switch f.Kind {
	case source.Skill:
		m.report(f, f.Whole(), "skill folder", path.Base(path.Dir(f.Rel)), 0)
		m.head(f, "skill name")
	case source.Command:
		m.report(f, f.Whole(), "file name", strings.TrimSuffix(path.Base(f.Rel), path.Ext(f.Rel)), 0)
		m.head(f, "name")
	}
	for _, row := range nameKeys {
		if !f.Is(row.inner) {
			continue
		}
		if last := len(row.keys) - 1; row.keys[last] == "*" {
			for _, k := range source.Members(f.Tree(), row.keys[:last]...) {
				m.report(f, k.Key(), row.what, k.Name, 0)
			}
			continue
		}
		if text, ok := source.String(source.Value(f.Tree(), row.keys...)); ok {
			m.report(f, source.At(f.Tree(), row.keys...).Key(), row.what, text, 0)
		}
	}
	if f.Is(".claude-plugin/marketplace.json") {
		for _, e := range source.Elems(f.Tree(), "plugins") {
			if text, ok := source.String(source.Value(e, "name")); ok {
				m.report(f, source.At(e, "name").Key(), "plugin name", text, 0)
			}
		}
	}
}

func (m mixed) head(f *source.File, what string) {
	if head, problem := f.Head(); problem == nil {
		if name := head.Root.Get("name"); name != nil && name.Value != nil {
			m.report(f, name.Value.Span, what, name.Value.Text, 0)
		}
	}
}

// hosts looks at the host of every address in a text.
func (m mixed) hosts(f *source.File) {
	data := f.Text.Bytes
	for i := 0; i < len(data); {
		at := bytes.Index(data[i:], []byte("://"))
		if at < 0 {
			return
		}
		i += at + 3
		end := i
		for end < len(data) && data[end] > ' ' && bytes.IndexByte([]byte("/?#\"'`<>()[]{}|\\,;"), data[end]) < 0 {
			end++
		}
		host := string(data[i:end])
		if user := strings.LastIndexByte(host, '@'); user >= 0 {
			host = host[user+1:]
		}
		if mixedWord(host) != "" {
			m.report(f, f.Span(end-len(host), end), "host name", host, 0)
		}
		i = end
	}
}

// code looks at the first word of commands in the text for a model. Only a word that reads as ASCII throughout is
// reported there: in prose a slip of the keyboard is common.
func (m mixed) code(s sentence) {
	at := 0
	for _, command := range commandsIn(s) {
		i := strings.Index(s.raw[at:], command)
		if i < 0 || command == "" {
			continue
		}
		start := at + i
		at = start + len(command)
		word, _, _ := strings.Cut(command, " ")
		word = strings.TrimRight(word, "\r\n")
		if word != "" && isDisguise(word) {
			where := s.at(start, start+len(word))
			m.report(s.file, s.file.Span(where.start, where.end), "command", word, 0)
		}
	}
}

// mixedWord is the first word of name that mixes Latin letters with letters that look like them, or "".
func mixedWord(name string) string {
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return !isWord(r) && !unicode.IsMark(r) }) {
		isLatin, isOther := false, false
		for _, r := range word {
			isLatin = isLatin || chars.IsLatin(r)
			isOther = isOther || chars.IsLookalike(r)
		}
		if isLatin && isOther {
			return word
		}
	}
	return ""
}

// isDisguise reports whether text reads as ASCII throughout and is not.
func isDisguise(text string) bool {
	disguised := false
	for _, r := range text {
		switch {
		case r < 0x80:
		case chars.IsTwin(r):
			disguised = true
		default:
			return false
		}
	}
	return disguised && mixedWord(text) != ""
}
