package text

import (
	"fmt"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/chars"
)

func controlCharacter() audit.Rule {
	return audit.Rule{
		ID:         "control-character",
		Title:      "a control character can hide or rewrite what a terminal shows",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Alone:      true,
		Intent:     true,
		Doc: audit.Doc{
			Why:   "Escape sequences move the cursor, colour text like its background, set titles and, in some terminals, type. A backspace or a lone carriage return overwrites what was shown. The model reads all of it.",
			Fires: "control characters in a file that an agent reads, or in its path: everything below U+0020 but tab, line feed, carriage return and form feed, U+007F to U+009F, and a carriage return inside a line.",
			Quiet: "files with CRLF line ends.",
			File:  ".agents/skills/lint/SKILL.md",
			Bad:   "description: \"Lint the code \\u{1B}]0;demo\\u{07}\"",
			Good:  "description: \"Lint the code\"",
			Fix:   "delete it",
		},
		Check: func(p *audit.Pass) {
			for f := range p.Files() {
				if isGitFolder(f) {
					continue
				}
				if found := controls(body(f.Rel)); len(found) > 0 {
					p.Report(audit.Finding{File: f, Message: "in the path of this file: " + saysControl(body(f.Rel), found[0])})
				}
				if !f.IsText() {
					continue
				}
				found := controls(f.Text.Bytes)
				if len(found) > 0 && isGarbage(f) {
					continue
				}
				for _, s := range found {
					p.Report(audit.Finding{File: f, Span: f.Span(s.start, s.end), Message: saysControl(f.Text.Bytes, s)})
				}
			}
		},
	}
}

// controls finds the first control character of every line.
func controls(b body) []stretch {
	var out []stretch
	found := false // in this line
	for i := 0; i < len(b); i++ {
		c, start, end := b[i], i, i+1
		switch {
		case c == '\n':
			found = false
			continue
		case c == '\r':
			for i+1 < len(b) && b[i+1] == '\r' {
				i++
			}
			if end = i + 1; end == len(b) || b[end] == '\n' {
				continue
			}
		case c == 0xC2 && i+1 < len(b) && b[i+1] >= 0x80 && b[i+1] < 0xA0:
			end = i + 2
		case c >= 0x80 || !chars.IsControl(rune(c)):
			continue
		}
		if !found {
			out = append(out, stretch{start, end})
		}
		if found = true; len(out) == maxLines {
			return out
		}
	}
	return out
}

var controlNames = map[rune]string{
	0: "NUL", '\a': "BEL", '\b': "backspace", '\r': "a carriage return inside a line", 0x1B: "an escape", 0x7F: "DEL", 0x9B: "a control sequence",
}

func saysControl(b body, s stretch) string {
	r, _ := b.at(s.start)
	if name := controlNames[r]; name != "" {
		return fmt.Sprintf("control character U+%04X: %s", r, name)
	}
	return fmt.Sprintf("control character U+%04X", r)
}
