package text

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/chars"
	"github.com/agentlayers/layers/audit/source"
)

// body is the bytes of a file, looked at around a place.
type body []byte

// at is the character that starts at i, and the place after it; 0 and the end when there is none.
func (b body) at(i int) (r rune, end int) {
	if i >= len(b) {
		return 0, len(b)
	}
	r, n := utf8.DecodeRune(b[i:])
	return r, i + n
}

// before is the character that ends at i, and the place where it starts; 0 when there is none.
func (b body) before(i int) (r rune, start int) {
	if i <= 0 {
		return 0, 0
	}
	r, n := utf8.DecodeLastRune(b[:i])
	return r, i - n
}

// base is the character that the one at i belongs to: marks, selectors and emoji modifiers are passed over.
func (b body) base(i int) rune {
	for range 8 {
		r, start := b.before(i)
		if !unicode.IsMark(r) && !chars.IsSelector(r) && !isModifier(r) {
			return r
		}
		i = start
	}
	return 0
}

func isModifier(r rune) bool { return r >= 0x1F3FB && r <= 0x1F3FF }

// run is the place after the characters from i on of which is holds, and their number.
func (b body) run(i int, is func(rune) bool) (end, n int) {
	for i < len(b) {
		r, next := b.at(i)
		if !is(r) {
			break
		}
		i, n = next, n+1
	}
	return i, n
}

// stretch is a part of a file, by byte offsets.
type stretch struct{ start, end int }

// matcher judges the character r at i. end is where to go on, at least the next character; found says that what
// lies before it is a finding.
type matcher func(b body, i int, r rune) (end int, found bool)

// maxLines bounds the findings of one rule in one file; more of them say nothing new.
const maxLines = 100

// byLine collects what match finds outside ASCII, line by line. Stretches that touch are one.
func byLine(b body, match matcher) [][]stretch {
	var out [][]stretch
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, end := b.at(i)
		to, found := match(b, i, r)
		end = max(end, to)
		if found {
			out = put(out, b, stretch{i, end})
			if len(out) > maxLines {
				return out[:maxLines]
			}
		}
		i = end
	}
	return out
}

func put(lines [][]stretch, b body, s stretch) [][]stretch {
	if len(lines) == 0 {
		return append(lines, []stretch{s})
	}
	line := &lines[len(lines)-1]
	last := &(*line)[len(*line)-1]
	switch {
	case last.end == s.start:
		last.end = s.end
	case bytes.IndexByte(b[last.end:s.start], '\n') >= 0:
		return append(lines, []stretch{s})
	default:
		*line = append(*line, s)
	}
	return lines
}

// reportMarks reports what match finds in the text and the path of every file that an agent reads: one finding a
// line. say words a finding.
func reportMarks(p *audit.Pass, match func(*source.File) matcher, say func(b body, found []stretch) string) {
	for f := range p.Files() {
		if isGitFolder(f) {
			continue
		}
		m := match(f)
		if named := byLine(body(f.Rel), m); len(named) > 0 {
			p.Report(audit.Finding{File: f, Message: "in the path of this file: " + say(body(f.Rel), named[0])})
		}
		if !f.IsText() {
			continue
		}
		found := byLine(f.Text.Bytes, m)
		if len(found) > 0 && isGarbage(f) {
			continue
		}
		for _, line := range found {
			message := say(f.Text.Bytes, line)
			if len(line) > 1 {
				message += fmt.Sprintf(" (and %d more in this line)", len(line)-1)
			}
			p.Report(audit.Finding{File: f, Span: f.Span(line[0].start, line[0].end), Message: message})
		}
	}
}

// isGitFolder reports whether f lies in a ".git", which no model reads.
func isGitFolder(f *source.File) bool {
	return f.Kind == source.Git && (f.Inner == ".git" || strings.Contains("/"+f.Inner, "/.git/"))
}

// isGarbage reports whether f, one of the files that may hold anything, is data and no text: much of it is not UTF-8.
func isGarbage(f *source.File) bool {
	switch f.Kind {
	case source.SkillFile, source.Other, source.Reached:
	default:
		return false
	}
	const probe, share = 64 << 10, 20
	data := f.Text.Bytes[:min(len(f.Text.Bytes), probe)]
	bad := 0
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 {
			bad++
		}
		i += n
	}
	return bad*share > len(data)
}

// around is the word that holds a stretch, as written; long ones are cut.
func around(b body, s stretch) string {
	const most = 24
	start, end := s.start, s.end
	for range most {
		r, to := b.before(start)
		if r == 0 || unicode.IsSpace(r) {
			break
		}
		start = to
	}
	for range most {
		r, to := b.at(end)
		if r == 0 || unicode.IsSpace(r) {
			break
		}
		end = to
	}
	return string(b[start:end])
}

// printable is bytes as text when they can be read, or "".
func printable(data []byte) string {
	for _, c := range data {
		if c < 0x20 || c > 0x7E {
			return ""
		}
	}
	return string(data)
}
