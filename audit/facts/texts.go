package facts

import (
	"strings"

	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
	"github.com/agentlayers/layers/internal/frontmatter"
)

// bundled reads the hooks that a plugin's manifest holds itself.
func bundled(f *source.File) []Command { return asBundled(hooks(f, "claude", nil, Consent)) }

func asBundled(cs []Command) []Command {
	for i := range cs {
		cs[i].Role = Bundled
	}
	return cs
}

// textCommands reads what prompt templates, agents and skills run: hooks of their front matter, and shell that runs
// when the text is expanded.
func textCommands(f *source.File) []Command {
	if f.Kind != source.Command && f.Kind != source.Skill || !f.IsText() {
		return nil
	}
	if strings.HasSuffix(f.Inner, ".toml") {
		return geminiExpansions(f)
	}
	if !strings.HasSuffix(f.Inner, ".md") {
		return nil
	}
	var out []Command
	if head, problem := f.Head(); problem == nil {
		if m := head.Root.Get("hooks"); m != nil {
			root := &doc.Value{Kind: doc.Table, Text: f.Text, Members: []doc.Member{
				{Name: "hooks", Place: m.Key.Extent(), Value: asDoc(f.Text, m.Value, 0)},
			}}
			out = asBundled(hooksOf(f, root, "claude", []string{}, ByHand))
		}
	}
	if f.ReadBy("claude") {
		out = append(out, expansions(f)...)
	}
	return out
}

// maxHead bounds how deep front matter is looked at: an alias may contain itself.
const maxHead = 8

// asDoc turns a value of front matter into that of a configuration file.
func asDoc(text *diag.Source, v *frontmatter.Value, depth int) *doc.Value {
	out := &doc.Value{Kind: doc.Scalar, Text: text, Place: v.Span.Extent(), Scalar: v.Text}
	if depth > maxHead {
		return out
	}
	switch v.Kind {
	case frontmatter.Map:
		out.Kind = doc.Table
		for _, m := range v.Fields {
			out.Members = append(out.Members, doc.Member{Name: m.Name, Place: m.Key.Extent(), Value: asDoc(text, m.Value, depth+1)})
		}
	case frontmatter.List:
		out.Kind = doc.Array
		for _, e := range v.Items {
			out.Elems = append(out.Elems, asDoc(text, e, depth+1))
		}
	}
	return out
}

// maxExpansions bounds what is read of one text.
const maxExpansions = 100

// expansions finds "!`command`" after a blank, and blocks that "```!" opens.
func expansions(f *source.File) []Command {
	data := string(f.Text.Bytes)
	var out []Command
	add := func(start, end int) {
		at := f.Span(start, end)
		out = append(out, Command{
			File: f, Agent: "claude", Role: Expansion, Name: "expansion", Gate: ByHand, KeyAt: at, At: at,
			Shell: []source.Text{{Text: data[start:end], Span: at}},
		})
	}
	for at := 0; at < len(data) && len(out) < maxExpansions; {
		i := strings.IndexByte(data[at:], '!')
		if i < 0 {
			break
		}
		at += i + 1
		switch before := data[:at-1]; {
		case strings.HasSuffix(before, "```"):
			start := at + strings.IndexByte(data[at:]+"\n", '\n')
			end := strings.Index(data[min(start, len(data)):], "```")
			if end < 0 {
				return out
			}
			add(start, start+end)
			at = start + end + len("```")
		case strings.HasPrefix(data[at:], "`") && (before == "" || strings.ContainsAny(before[len(before)-1:], " \t\r\n")):
			end := strings.IndexByte(data[at+1:], '`')
			if end < 0 {
				return out
			}
			add(at+1, at+1+end)
			at += end + 2
		}
	}
	return out
}

// geminiExpansions finds "!{command}" in the prompt of a Gemini command.
func geminiExpansions(f *source.File) []Command {
	m := source.At(f.TOML().Root, "prompt")
	if m == nil || !f.Under(".gemini/commands") {
		return nil
	}
	text, _ := source.String(m.Value)
	var out []Command
	for at := 0; len(out) < maxExpansions; {
		i := strings.Index(text[at:], "!{")
		if i < 0 {
			break
		}
		at += i + len("!{")
		end, open := at, 1
		for ; end < len(text); end++ {
			if text[end] == '{' {
				open++
			} else if text[end] == '}' {
				if open--; open == 0 {
					break
				}
			}
		}
		place := m.Value.Span()
		if raw := strings.Index(f.Raw(place), "!{"+text[at:end]); raw >= 0 {
			start := place.Start.Offset + raw
			place = f.Span(start, start+len("!{")+end-at)
		}
		out = append(out, Command{
			File: f, Agent: "gemini", Role: Expansion, Name: "prompt", Gate: ByHand, Key: []string{"prompt"}, KeyAt: m.Key(), At: place,
			Shell: []source.Text{{Text: text[at:end], Span: place}},
		})
		at = end
	}
	return out
}
