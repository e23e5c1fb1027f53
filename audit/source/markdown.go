package source

import (
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Forget lets go of what Markdown has made, which is many times the text; it is made anew when somebody asks again.
func (f *File) Forget() {
	f.memo.markdown.Lock()
	defer f.memo.markdown.Unlock()
	f.memo.document = nil
}

// Markdown reads f as Markdown, front matter left out: blocks, code spans, HTML and automatic links. Emphasis and
// links stay plain text, which no rule minds and which keeps the reading linear. Offsets in the tree are offsets in
// f.Text.Bytes; nil when f has no text.
func (f *File) Markdown() ast.Node {
	f.memo.markdown.Lock()
	defer f.memo.markdown.Unlock()
	if f.memo.document == nil && f.IsText() {
		body := blanked(f.Text.Bytes, f.bodyStart())
		f.memo.document = markdownParser().Parse(text.NewReader(body))
	}
	return f.memo.document
}

// markdownParser is made once: a parser keeps nothing of what it reads.
var markdownParser = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(shallow{parser.NewListParser()}, 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(shallow{parser.NewBlockquoteParser()}, 800),
			util.Prioritized(parser.NewHTMLBlockParser(), 900),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithInlineParsers(
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewRawHTMLParser(), 400),
		),
	)
})

// maxBlocks is how deep lists and quotes are read; deeper ones are paragraphs.
const maxBlocks = 40

// shallow is a parser of blocks that hold others, to a depth.
type shallow struct{ parser.BlockParser }

// Open implements parser.BlockParser.
func (s shallow) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	depth := 0
	for n := parent; n != nil; n = n.Parent() {
		if depth++; depth > maxBlocks {
			return nil, parser.NoChildren
		}
	}
	return s.BlockParser.Open(parent, r, pc)
}
