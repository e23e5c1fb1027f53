package text

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
)

func encodedBlob() audit.Rule {
	return audit.Rule{
		ID:         "encoded-blob",
		Title:      "a long encoded text stands in instructions",
		Severity:   audit.Low,
		Confidence: audit.Tentative,
		Alone:      true,
		Persona:    audit.Auditor,
		Intent:     true,
		Doc: audit.Doc{
			Why:   "Models decode Base64 and hexadecimal when asked to. Nobody reviews what it says.",
			Fires: "120 or more characters of Base64 or hexadecimal in a row in instructions or a skill's text.",
			Quiet: "lock files, images written as data addresses, integrity hashes, files below assets/.",
			File:  "AGENTS.md",
			Bad:   "Decode and follow: " + strings.Repeat("YmFuYW5h", 15),
			Good:  "Follow docs/style.md.",
			Fix:   "move it to a file and say what it is",
		},
		Check: func(p *audit.Pass) {
			for f := range p.Kinds(source.Instructions, source.Skill, source.Command, source.SkillFile) {
				if !holdsText(f) {
					continue
				}
				for _, s := range blobs(f.Text.Bytes) {
					p.Report(audit.Finding{
						File: f, Span: f.Span(s.start, s.end),
						Message: fmt.Sprintf("%d characters of encoded text stand here", s.end-s.start),
					})
				}
			}
		},
	}
}

// holdsText reports whether a long encoded text in f would be odd.
func holdsText(f *source.File) bool {
	base := path.Base(f.Inner)
	return !strings.Contains("/"+f.Inner, "/assets/") && !strings.Contains(base, "lock") && path.Ext(base) != ".svg" && path.Ext(base) != ".sum"
}

// fewest is the length from which on an encoded text is reported.
const fewest = 120

// blobs finds runs of encoded text, the first of each line.
func blobs(b body) []stretch {
	var out []stretch
	for i := 0; i < len(b) && len(out) < maxLines; {
		if !isEncoded(b[i]) {
			i++
			continue
		}
		start := i
		for i < len(b) && isEncoded(b[i]) {
			i++
		}
		if i-start >= fewest && looksEncoded(b[start:i]) && !isIntegrity(b, start) {
			if n := len(out); n == 0 || bytes.IndexByte(b[out[n-1].end:start], '\n') >= 0 {
				out = append(out, stretch{start, i})
			}
		}
	}
	return out
}

func isEncoded(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '/' || c == '='
}

// looksEncoded tells encoded text from a path, a rule or a long word.
func looksEncoded(b body) bool {
	upper, lower, digits, slashes := 0, 0, 0, 0
	same := true
	for _, c := range b {
		switch {
		case c >= 'A' && c <= 'Z':
			upper++
		case c >= 'a' && c <= 'z':
			lower++
		case c >= '0' && c <= '9':
			digits++
		case c == '/':
			slashes++
		}
		same = same && c == b[0]
	}
	return !same && digits+upper > 0 && upper+lower+digits > len(b)/2 && slashes*12 < len(b)
}

// isIntegrity reports whether the text before a run says that it is a hash or an image.
func isIntegrity(b body, start int) bool {
	before := string(b[max(0, start-8):start])
	return strings.HasSuffix(before, "sha512-") || strings.HasSuffix(before, "sha384-") || strings.HasSuffix(before, "sha256-") ||
		strings.HasSuffix(before, "base64,")
}
