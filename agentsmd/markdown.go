package agentsmd

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/agentlayers/layers/internal/frontmatter"
)

// markdown is a parsed text with LF line ends.
type markdown struct {
	source []byte
	root   ast.Node
}

// parseMarkdown parses plain CommonMark, without tables and other extensions, as the agent does.
func parseMarkdown(source []byte) markdown {
	blocks := parser.DefaultBlockParsers()
	for i, b := range blocks {
		own := b.Value.(parser.BlockParser)
		switch b.Priority {
		case htmlPriority:
			own = htmlBlocks{own}
		case listPriority, quotePriority:
			own = shallow{own}
		}
		blocks[i] = util.Prioritized(own, b.Priority)
	}
	left := maxLinkWork
	inlines := parser.DefaultInlineParsers()
	for i, p := range inlines {
		if p.Priority == linkPriority {
			inlines[i] = util.Prioritized(boundedLinks{p.Value.(parser.InlineParser), &left}, linkPriority)
		}
	}
	p := parser.NewParser(
		parser.WithBlockParsers(blocks...),
		parser.WithInlineParsers(inlines...),
		parser.WithParagraphTransformers(util.Prioritized(boundedDefinitions{parser.LinkReferenceParagraphTransformer}, 100)),
	)
	return markdown{source: source, root: p.Parse(text.NewReader(source))}
}

// The ranks of goldmark's default parsers.
const (
	listPriority  = 300
	quotePriority = 800
	htmlPriority  = 900
	linkPriority  = 200
)

// htmlBlocks is the standard parser of HTML blocks with one difference of the agent: an indented tag does not
// end a paragraph, except in a list item.
//
// Case: html-comments-blocks.
type htmlBlocks struct{ parser.BlockParser }

// Open implements parser.BlockParser.
func (h htmlBlocks) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	last := pc.LastOpenedBlock().Node
	if p, ok := last.(*ast.Paragraph); ok && p.Parent() == parent && parent.Kind() != ast.KindListItem &&
		pc.BlockIndent() > 0 && !isDefinitions(p, r.Source()) {
		return nil, parser.NoChildren
	}
	return h.BlockParser.Open(parent, r, pc)
}

// isDefinitions reports whether every line of a paragraph looks like the definition of a link.
func isDefinitions(p *ast.Paragraph, source []byte) bool {
	if p.Lines().Len() > maxDefinitionLines {
		return false
	}
	for i := range p.Lines().Len() {
		seg := p.Lines().At(i)
		line := bytes.TrimLeft(seg.Value(source), " ")
		if !bytes.HasPrefix(line, []byte("[")) || !bytes.Contains(line, []byte("]:")) {
			return false
		}
	}
	return true
}

// isComment reports whether n is an HTML block that starts with a comment and ends one.
func (m markdown) isComment(n *ast.HTMLBlock) bool {
	raw := bytes.TrimSpace(m.html(n))
	return bytes.HasPrefix(raw, []byte("<!--")) && bytes.Contains(raw, []byte("-->"))
}

// html is the text of an HTML block.
func (m markdown) html(n *ast.HTMLBlock) []byte {
	var out []byte
	for i := range n.Lines().Len() {
		seg := n.Lines().At(i)
		out = append(out, seg.Value(m.source)...)
	}
	if n.HasClosure() {
		out = append(out, n.ClosureLine.Value(m.source)...)
	}
	return out
}

// withoutComments gives the text without the comments that stand as blocks of their own, outside lists and
// quotes. A block that holds nothing else goes with its lines and the empty ones after it. found is false when
// there is no such block.
//
// Cases: html-comments, html-comments-blocks.
func (m markdown) withoutComments() (out string, found bool) {
	var b strings.Builder
	kept := 0
	for n := m.root.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.HTMLBlock)
		if !ok || !m.isComment(h) {
			continue
		}
		found = true
		start, end := m.wholeLines(h)
		b.Write(m.source[kept:start])
		kept = end
		if rest, _ := cutComments(m.source[start:end]); len(bytes.TrimFunc(rest, frontmatter.IsSpace)) > 0 {
			b.Write(rest)
		}
	}
	if !found {
		return "", false
	}
	b.Write(m.source[kept:])
	return b.String(), true
}

// wholeLines is the stretch of the block's lines and of the empty lines after it.
func (m markdown) wholeLines(n *ast.HTMLBlock) (start, end int) {
	lines := n.Lines()
	first, last := lines.At(0), lines.At(lines.Len()-1)
	end = last.Stop
	if n.HasClosure() {
		end = n.ClosureLine.Stop
	}
	for end < len(m.source) && m.source[end] == '\n' {
		end++
	}
	return bytes.LastIndexByte(m.source[:first.Start], '\n') + 1, end
}

// cutComments removes every comment that ends, and gives the marks that lead back into b.
func cutComments(b []byte) ([]byte, marks) {
	var out []byte
	var at marks
	for pos := 0; ; {
		start := bytes.Index(b[pos:], []byte("<!--"))
		end := -1
		if start >= 0 {
			end = bytes.Index(b[pos+start+len("<!--"):], []byte("-->"))
		}
		at.add(len(out), pos)
		if end < 0 {
			return append(out, b[pos:]...), at
		}
		out = append(out, b[pos:pos+start]...)
		pos += start + len("<!--") + end + len("-->")
	}
}
