package agentsmd

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Bounds that keep parsing linear for texts made to be slow. Beyond them a character stands for itself.
const (
	maxNesting  = 100      // quotes and lists in each other
	maxLinkWork = 64 << 20 // bytes and lines that are looked through for the ends of links, over one text
)

// shallow is a parser of blocks that hold others, up to maxNesting.
type shallow struct{ parser.BlockParser }

// Open implements parser.BlockParser.
func (s shallow) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	depth := 0
	for n := parent; n != nil; n = n.Parent() {
		depth++
	}
	if depth > maxNesting {
		return nil, parser.NoChildren
	}
	return s.BlockParser.Open(parent, r, pc)
}

// boundedLinks is the standard parser of links; it stops when a text has too many beginnings without an end.
type boundedLinks struct {
	parser.InlineParser
	left *int
}

// Parse implements parser.InlineParser.
func (l boundedLinks) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, _ := block.PeekLine()
	if len(line) > 1 && line[0] == ']' {
		if *l.left -= linesAround(parent); line[1] == '(' {
			*l.left -= len(line)
		}
	}
	if *l.left < 0 {
		return nil
	}
	return l.InlineParser.Parse(parent, block, pc)
}

// linesAround is the number of lines of the block that holds n.
func linesAround(n ast.Node) int {
	for ; n != nil; n = n.Parent() {
		if n.Type() == ast.TypeBlock {
			return n.Lines().Len()
		}
	}
	return 0
}

// CloseBlock implements parser.CloseBlocker.
func (l boundedLinks) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	if c, ok := l.InlineParser.(parser.CloseBlocker); ok {
		c.CloseBlock(parent, block, pc)
	}
}

// maxDefinitionLines are the lines of a paragraph that is looked through for definitions of links.
const maxDefinitionLines = 1000

// boundedDefinitions takes definitions of links out of paragraphs that are not longer than that.
type boundedDefinitions struct{ parser.ParagraphTransformer }

// Transform implements parser.ParagraphTransformer.
func (d boundedDefinitions) Transform(n *ast.Paragraph, r text.Reader, pc parser.Context) {
	if n.Lines().Len() <= maxDefinitionLines {
		d.ParagraphTransformer.Transform(n, r, pc)
	}
}
