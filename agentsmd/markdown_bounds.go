package agentsmd

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Bounds that keep parsing linear for texts made to be slow. Beyond them a character stands for itself.
const (
	maxNesting  = 100      // quotes and lists in each other
	maxLinkWork = 64 << 20 // bytes of lines that are looked through for the ends of links, over one text
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
	if len(line) > 1 && line[0] == ']' && line[1] == '(' {
		*l.left -= len(line)
	}
	if *l.left < 0 {
		return nil
	}
	return l.InlineParser.Parse(parent, block, pc)
}

// CloseBlock implements parser.CloseBlocker.
func (l boundedLinks) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	if c, ok := l.InlineParser.(parser.CloseBlocker); ok {
		c.CloseBlock(parent, block, pc)
	}
}
