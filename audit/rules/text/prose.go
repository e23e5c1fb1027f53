package text

import (
	"iter"
	"path"
	"sort"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
)

// sentence is one sentence, or one line of a code block, of what a model is told.
type sentence struct {
	file    *source.File
	text    string // in lower case with Markdown's marks blanked, byte for byte
	raw     string
	from    int     // where it starts in the text of its block
	block   *joined // that text
	split   *[]word // its words, once they were asked for
	before  string  // the sentence before it in the same block; in a code block the comment line before it
	intro   string  // the paragraph that introduces the list or code block
	after   string  // the rest of its block
	heading string  // of the section
	code    bool    // a line of a code block
}

// at is the place in the file of the bytes from start to end of the sentence.
func (s sentence) at(start, end int) stretch {
	if start >= end || end > len(s.text) {
		start, end = 0, len(s.text)
	}
	return stretch{s.block.offset(s.from + start), s.block.offset(s.from+end-1) + 1}
}

// joined is the text of lines, one after the other.
type joined struct {
	text   string
	lines  []stretch
	starts []int // of each line in text
}

func join(data []byte, lines []stretch) *joined {
	j := &joined{lines: lines, starts: make([]int, len(lines))}
	n := 0
	for i, l := range lines {
		j.starts[i] = n
		n += max(0, l.end-l.start)
	}
	var b strings.Builder
	b.Grow(n)
	for _, l := range lines {
		b.Write(data[l.start:max(l.start, l.end)])
	}
	j.text = b.String()
	return j
}

// offset is where byte i of the text lies in the file.
func (j *joined) offset(i int) int {
	line := sort.SearchInts(j.starts, i+1) - 1
	for j.lines[line].end <= j.lines[line].start { // an empty one holds no byte
		line--
	}
	return j.lines[line].start + i - j.starts[line]
}

// prose yields what the files that go to a model say: instructions, skills with their documents, prompt templates,
// and what an import leads to.
func prose(p *audit.Pass) iter.Seq[sentence] {
	return func(yield func(sentence) bool) {
		for f := range p.Kinds(source.Instructions, source.Skill, source.Command, source.SkillFile, source.Reached) {
			if !isProse(f) {
				continue
			}
			if len(f.Text.Bytes) > shareable {
				if !sentences(f, yield) {
					return
				}
				continue
			}
			for _, s := range audit.Shared(p, f, allSentences) {
				if !yield(s) {
					return
				}
			}
		}
	}
}

// shareable is the size of text whose sentences are kept for every rule; those of a larger one are found anew.
const shareable = 1 << 20

// words are the sentence's words.
func (s sentence) words() []word {
	if *s.split == nil {
		*s.split = wordsOf(s.text)
	}
	return *s.split
}

func sentences(f *source.File, yield func(sentence) bool) bool {
	for _, b := range blocks(f) {
		if !b.sentences(f, yield) {
			return false
		}
	}
	return true
}

func allSentences(f *source.File) []sentence {
	var out []sentence
	sentences(f, func(s sentence) bool { out = append(out, s); return true })
	return out
}

// isProse reports whether f is text for a model rather than a program or data.
func isProse(f *source.File) bool {
	switch f.Kind {
	case source.SkillFile, source.Reached:
		switch path.Ext(f.Inner) {
		case ".md", ".mdc", ".mdx", ".txt":
			return true
		}
		return false
	}
	return true
}

// block is a paragraph, a heading, a list item's text, a code block or the head.
type block struct {
	lines   []stretch
	heading string
	intro   string
	code    bool
}

// blocks lists the leaf blocks of f in written order.
func blocks(f *source.File) []block {
	root := f.Markdown()
	if root == nil {
		return nil
	}
	data := f.Text.Bytes
	var out []block
	if head, problem := f.Head(); problem == nil {
		out = append(out, block{lines: splitLines(data, head.Head.Start.Offset, head.Head.End.Offset)})
	}
	heading := ""
	// The walk cannot fail: its function never returns an error.
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n.Type() == ast.TypeInline {
			return ast.WalkContinue, nil
		}
		b := block{heading: heading, intro: introOf(data, n)}
		switch n := n.(type) {
		case *ast.Heading:
			heading = plain(lineText(data, n.Lines()))
			b.intro = ""
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			b.code = true
		case *ast.Paragraph, *ast.TextBlock:
		default:
			return ast.WalkContinue, nil
		}
		for i := range n.Lines().Len() {
			seg := n.Lines().At(i)
			b.lines = append(b.lines, stretch{seg.Start, seg.Stop})
		}
		out = append(out, b)
		return ast.WalkSkipChildren, nil
	})
	return out
}

func splitLines(data []byte, start, end int) []stretch {
	var out []stretch
	for i := start; i < end; i++ {
		if data[i] == '\n' {
			out = append(out, stretch{start, i + 1})
			start = i + 1
		}
	}
	return append(out, stretch{start, end})
}

// introOf is the text that introduces a list or a code block: the paragraph before it.
func introOf(data []byte, n ast.Node) string {
	for up := 0; n != nil && up < 8; up++ {
		switch n.Kind() {
		case ast.KindList, ast.KindFencedCodeBlock, ast.KindCodeBlock, ast.KindBlockquote:
			prev := n.PreviousSibling()
			if prev != nil && (prev.Kind() == ast.KindParagraph || prev.Kind() == ast.KindTextBlock) {
				return plain(lineText(data, prev.Lines()))
			}
		}
		n = n.Parent()
	}
	return ""
}

// lineText is the end of a block's text, as much as an introduction needs.
func lineText(data []byte, lines *text.Segments) string {
	const lastLines, most = 4, 400
	var b strings.Builder
	for i := max(0, lines.Len()-lastLines); i < lines.Len(); i++ {
		seg := lines.At(i)
		b.Write(data[seg.Start:seg.Stop])
	}
	all := b.String()
	return all[max(0, len(all)-most):]
}

// plain is text in lower case, byte for byte, with the marks of Markdown and line ends blanked and curly
// apostrophes left as they are.
func plain(s string) string {
	b := []byte(s)
	for i, c := range b {
		switch {
		case c >= 'A' && c <= 'Z':
			b[i] = c + 'a' - 'A'
		case c == '*', c == '`', c == '\n', c == '\r', c == '\t':
			b[i] = ' '
		}
	}
	return string(b)
}

// sentences yields the sentences of a block; of a code block its lines.
func (b block) sentences(f *source.File, yield func(sentence) bool) bool {
	text := join(f.Text.Bytes, b.lines)
	all := text.text
	low := plain(all)
	before := ""
	for start := 0; start < len(low); {
		end := sentenceEnd(all, start, b.code)
		if part := low[start:end]; strings.TrimSpace(part) != "" {
			s := sentence{
				file: f, text: part, raw: all[start:end], from: start, block: text, split: new([]word), before: before, intro: b.intro, after: cut(low[end:]),
				heading: b.heading, code: b.code,
			}
			if !yield(s) {
				return false
			}
			if before = part; b.code && !strings.HasPrefix(strings.TrimSpace(part), "#") {
				before = ""
			}
		}
		start = end
	}
	return true
}

// cut bounds what is looked at behind a sentence.
func cut(s string) string { return s[:min(len(s), 2000)] }

// longest is the number of bytes from which on a sentence is looked at in parts.
const longest = 1000

// sentenceEnd is where the sentence that starts at start ends: after a full stop that blanks follow, at a row of a
// table, or at the end of a line of code.
func sentenceEnd(s string, start int, code bool) int {
	for i := start; i < len(s); i++ {
		switch c := s[i]; {
		case i-start > longest && c == ' ':
			return i + 1
		case c == '\n' && (code || i+1 < len(s) && (s[i+1] == '|' || s[i+1] == '-')):
			return i + 1
		case (c == '.' || c == '!' || c == '?') && i > start:
			end := i + 1
			for end < len(s) && strings.IndexByte("`*\"')", s[end]) >= 0 {
				end++
			}
			if end == len(s) || s[end] == ' ' || s[end] == '\n' {
				if !code && !isAbbreviation(s[start:i]) {
					return end
				}
			}
		}
	}
	return len(s)
}

// isAbbreviation reports whether a full stop after s ends no sentence: "e.g.", "i.e.", "1.".
func isAbbreviation(s string) bool {
	word := s[strings.LastIndexAny(s, " \n(")+1:]
	switch strings.ToLower(word) {
	case "e.g", "i.e", "etc", "vs", "cf", "no":
		return true
	}
	return word != "" && strings.Trim(word, "0123456789") == ""
}

// quota bounds the findings of one rule in one file.
type quota map[*source.File]int

// takes reports whether f may have one more finding, and counts it.
func (q quota) takes(f *source.File) bool {
	q[f]++
	return q[f] <= maxLines
}
