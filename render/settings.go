package render

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/resolve"
)

// isJSON reports whether the agent's configuration is settings files.
func (s Screen) isJSON() bool { return s.Result.Dialect.Config.Format == dialect.FormatJSON }

// ignoredBanner says that settings have no effect for want of trust, although the agent shows them.
func (s Screen) ignoredBanner(b *term.Builder) {
	names := ""
	count := 0
	for _, e := range s.Result.Stack.Entries {
		for _, i := range e.Ignored {
			if i.Rule.When != dialect.IgnoredUntrusted {
				continue
			}
			if count++; count > 1 {
				names += ", "
			}
			names += s.Style.Escape(i.Key.String())
		}
	}
	if count == 0 {
		return
	}
	agent := s.Result.Dialect.Name
	text := "1 project setting has no effect, although " + agent + " shows it: " + names
	if count > 1 {
		text = strconv.Itoa(count) + " project settings have no effect, although " + agent + " shows them: " + names
	}
	b.Blank()
	b.Line(s.Style.Paint(term.Caution, s.Style.Draw(" ⚠ UNTRUSTED")))
	b.Hang("   ", 3, text)
	b.Hang("   ", 3, "everything else that the project sets takes effect; no trust is recorded for "+s.Style.Escape(s.Result.Trust.Key))
}

// assumed are the trust entries of the answer "as if trusted", one a line; before is the present answer.
func assumed(before *resolve.Result) []string {
	var out []string
	for _, e := range before.Stack.Entries {
		for _, key := range e.TrustKeys(before.Trust) {
			text := before.Dialect.Trust.Key + "[" + strconv.Quote(key) + "]." + before.Dialect.Trust.Level + ": true"
			if e.Disabled != nil {
				text = strings.ReplaceAll(e.Disabled.Fix, "\n", "  ")
			}
			if !slices.Contains(out, text) {
				out = append(out, text)
			}
		}
	}
	return out
}

// mode says how a session of an agent with permission modes starts.
func (s Screen) mode(b *term.Builder) {
	mode := s.Result.Session.Mode
	if mode == "" {
		return
	}
	memory := "no auto memory"
	if dir := s.Result.Session.MemoryDir; dir != "" {
		memory = "auto memory in " + s.name(dir)
	}
	b.Blank()
	b.Line(s.Style.Paint(term.Heading, "SESSION"), "  permission mode ", s.Style.Escape(mode), s.Style.Draw(" · "), memory)
}

// elements lists where each element of a joined array comes from.
func (s Screen) elements(b *term.Builder, key layers.Key, n *layers.Node) {
	if n == nil || len(n.Elems) == 0 || s.Result.Stack.Merge != dialect.MergeDeep {
		return
	}
	b.Blank()
	b.Line("  elements")
	t := term.Table{Indent: 4, Columns: []term.Column{{Shrink: term.ShrinkText}, {}, {Shrink: term.ShrinkPath, Min: 22}}}
	for i, e := range n.Elems {
		t.Rows = append(t.Rows, []term.Cell{
			{Text: s.value(key.Child(strconv.Itoa(i)), e)}, {Text: e.Origin.Source.Name}, {Text: s.place(e.Origin), Paint: term.Place},
		})
	}
	b.Table(t)
}

// memberName begins a member of a table on one line, as the agent's files write it.
func (s Screen) memberName(name string) string {
	if s.isJSON() {
		return s.Style.Escape(strconv.Quote(name)) + ": "
	}
	return s.Style.Escape(layers.Key{name}.String()) + " = "
}

// arraysDo says what becomes of an array over an array.
func (s Screen) arraysDo() string {
	if s.Result.Stack.Merge == dialect.MergeDeep {
		return "join"
	}
	return "are replaced"
}

// nestedJSON writes an object that sets one key.
func nestedJSON(key layers.Key) string {
	text := "VALUE"
	for i := len(key) - 1; i >= 0; i-- {
		text = "{" + strconv.Quote(key[i]) + ": " + text + "}"
	}
	return text
}
