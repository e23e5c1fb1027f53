package text

import (
	"bytes"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/chars"
)

func unicodeBidiUnbalanced() audit.Rule {
	return audit.Rule{
		ID:         "unicode-bidi-unbalanced",
		Title:      "a direction control is not closed, or stands where no text needs it",
		Severity:   audit.Medium,
		Confidence: audit.Firm,
		Alone:      true,
		Intent:     true,
		Doc: audit.Doc{
			Why:   "Embeddings and isolates change the order of what follows until they are closed or the line ends. Without right-to-left letters they have no use, and one that stays open moves text that does not belong to it.",
			Fires: "an embedding or isolate that is not closed in its line, and any direction control in a line without a right-to-left letter.",
			Quiet: "balanced controls, and marks (U+200E, U+200F, U+061C), in lines with Hebrew, Arabic and other right-to-left letters.",
			File:  "AGENTS.md",
			Bad:   "The name is \\u{2067}\u05e9\u05dc\u05d5\u05dd in all docs.",
			Good:  "The name is \\u{2067}\u05e9\u05dc\u05d5\u05dd\\u{2069} in all docs.",
			Fix:   "close it with U+2069 (isolates) or U+202C (embeddings), or delete it",
			Refs:  []string{"CVE-2021-42574", "Unicode Standard Annex 9"},
		},
		Check: func(p *audit.Pass) {
			for f := range p.Kinds() {
				if isGitFolder(f) {
					continue
				}
				found := unbalanced(f.Text.Bytes)
				if len(found) > 0 && isGarbage(f) {
					continue
				}
				for _, u := range found {
					p.Report(audit.Finding{File: f, Span: f.Span(u.at.start, u.at.end), Message: u.message})
				}
			}
		},
	}
}

type misplaced struct {
	at      stretch
	message string
}

// unbalanced looks at every paragraph, in the sense of the bidirectional algorithm: a line.
func unbalanced(b body) []misplaced {
	var out []misplaced
	for start := 0; start < len(b) && len(out) < maxLines; {
		end := len(b)
		if i := bytes.IndexByte(b[start:], '\n'); i >= 0 {
			end = start + i + 1
		}
		if at, message := paragraph(b, start, end); message != "" {
			out = append(out, misplaced{at, message})
		}
		start = end
	}
	return out
}

// opener is a control that waits to be closed.
type opener struct {
	at      stretch
	isolate bool
	forced  bool // an override: another rule reports it
}

// maxOpen is the depth of the bidirectional algorithm; what is opened beyond it has no effect.
const maxOpen = 125

// paragraph finds what is wrong with the controls in one line; the message is "" when nothing is.
func paragraph(b body, start, end int) (at stretch, message string) {
	var open []opener
	var first stretch
	rightToLeft, any := false, false
	for i := start; i < end; {
		if b[i] < 0x80 {
			i++
			continue
		}
		r, next := b.at(i)
		kind := controlKind(r)
		closesForced := false
		switch {
		case kind == opens:
			if len(open) < maxOpen {
				open = append(open, opener{stretch{i, next}, r >= 0x2066, isOverride(r)})
			}
		case r == 0x202C:
			open, closesForced = popEmbedding(open)
		case r == 0x2069:
			open = popIsolate(open)
		case chars.IsRightToLeft(r):
			rightToLeft = true
		}
		if kind != none && !isOverride(r) && !closesForced && !any {
			any, first = true, stretch{i, next}
		}
		i = next
	}
	if any && !rightToLeft {
		return first, "a direction control in a line without right-to-left letters"
	}
	for _, o := range open {
		if !o.forced {
			return o.at, "text direction is changed here and not changed back in this line"
		}
	}
	return stretch{}, ""
}

// control is what a character does to the direction of text.
type control int

const (
	none control = iota
	opens
	closes
	marks
)

func controlKind(r rune) control {
	switch {
	case r == 0x202A, r == 0x202B, isOverride(r), r >= 0x2066 && r <= 0x2068:
		return opens
	case r == 0x202C, r == 0x2069:
		return closes
	case r == 0x200E, r == 0x200F, r == 0x061C:
		return marks
	}
	return none
}

// popEmbedding closes the last embedding or override, unless an isolate was opened after it.
func popEmbedding(open []opener) (left []opener, forced bool) {
	if n := len(open); n > 0 && !open[n-1].isolate {
		return open[:n-1], open[n-1].forced
	}
	return open, false
}

// popIsolate closes the last isolate and every embedding inside it.
func popIsolate(open []opener) []opener {
	for i := len(open) - 1; i >= 0; i-- {
		if open[i].isolate {
			return open[:i]
		}
	}
	return open
}
