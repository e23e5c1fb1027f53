package text

import (
	"slices"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/chars"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

func unicodeTagCharacters() audit.Rule {
	return audit.Rule{
		ID:         "unicode-tag-characters",
		Title:      "invisible tag characters spell a text that only the model reads",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Alone:      true,
		Intent:     true,
		Doc: audit.Doc{
			Why:   "The tag characters of Unicode repeat ASCII without any shape. Editors and reviews show nothing; models read them as text.",
			Fires: "U+E0000 to U+E007F in a file that an agent reads, in its path, or written as an escape in a configuration value. The message says what they spell.",
			Quiet: "the flags of England, Scotland and Wales, which are a black flag followed by tags.",
			File:  "AGENTS.md",
			Bad:   "Use tabs.\\u{E0073}\\u{E0061}\\u{E0079}",
			Good:  "Use tabs.",
			Fix:   "delete them",
			Refs:  []string{"Unicode Technical Standard 51, Annex C: flag emoji tag sequences"},
		},
		Check: func(p *audit.Pass) {
			reportMarks(p, func(*source.File) matcher { return tags }, func(b body, found []stretch) string {
				return saysTags(string(b[found[0].start:found[0].end]))
			})
			for f := range p.Kinds() {
				escapedTags(p, f)
			}
		},
	}
}

const blackFlag = 0x1F3F4

// flags are what the tags after a black flag may spell.
var flags = []string{"gbeng", "gbsct", "gbwls"}

// tags finds runs of tag characters. A flag is passed over as a whole.
func tags(b body, i int, r rune) (end int, found bool) {
	_, next := b.at(i)
	if r == blackFlag {
		end, _ = b.run(next, chars.IsTag)
		if spelled, ok := strings.CutSuffix(untagged(string(b[next:end])), "\x7f"); ok && slices.Contains(flags, spelled) {
			return end, false
		}
		return next, false
	}
	if !chars.IsTag(r) {
		return next, false
	}
	end, _ = b.run(i, chars.IsTag)
	return end, true
}

// untagged is the ASCII that tag characters repeat.
func untagged(s string) string {
	return strings.Map(func(r rune) rune {
		if !chars.IsTag(r) {
			return -1
		}
		return r - 0xE0000
	}, s)
}

func saysTags(s string) string {
	text := strings.Map(func(r rune) rune {
		if r < 0x20 || r > 0x7E {
			return -1
		}
		return r
	}, untagged(s))
	if text == "" {
		return "invisible tag characters"
	}
	return audit.What("invisible tag characters spell \"", text, "\"")
}

// escapedTags reports values of a configuration file, or of a head, that hold tags which the file writes as
// escapes: whoever reads the value gets them.
func escapedTags(p *audit.Pass, f *source.File) {
	check := func(at diag.Span, text string) {
		if strings.ContainsFunc(f.Raw(at), chars.IsTag) {
			return
		}
		if found := byLine(body(text), tags); len(found) > 0 {
			s := found[0][0]
			p.Report(audit.Finding{File: f, Span: at, Message: "escapes stand for " + saysTags(text[s.start:s.end])})
		}
	}
	eachString(f.Tree(), func(v *doc.Value, text string) { check(v.Span(), text) })
	if head, problem := f.Head(); problem == nil && head.Root != nil {
		for _, field := range head.Root.Fields {
			check(field.Value.Span, field.Value.Text)
		}
	}
}

// eachString calls do for every string below v.
func eachString(v *doc.Value, do func(*doc.Value, string)) {
	if v == nil {
		return
	}
	if text, ok := source.String(v); ok {
		do(v, text)
	}
	for _, m := range v.Members {
		eachString(m.Value, do)
	}
	for _, e := range v.Elems {
		eachString(e, do)
	}
}
