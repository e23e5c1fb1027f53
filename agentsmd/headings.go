package agentsmd

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/frontmatter"
)

// headings lists the headings in the first limit bytes of src, in order. Only block structure is parsed.
func headings(src *diag.Source, limit int) []Heading {
	data := src.Bytes[:min(len(src.Bytes), limit)]
	blocks := parser.DefaultBlockParsers()
	for i, b := range blocks {
		if b.Priority == listPriority || b.Priority == quotePriority {
			blocks[i] = util.Prioritized(shallow{b.Value.(parser.BlockParser)}, b.Priority)
		}
	}
	p := parser.NewParser(
		parser.WithBlockParsers(blocks...),
		parser.WithParagraphTransformers(util.Prioritized(boundedDefinitions{parser.LinkReferenceParagraphTransformer}, 100)),
	)
	var found []*ast.Heading
	// The walk cannot fail: its function never returns an error.
	_ = ast.Walk(p.Parse(text.NewReader(data)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		h, ok := n.(*ast.Heading)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		found = append(found, h)
		return ast.WalkSkipChildren, nil
	})
	out := make([]Heading, 0, len(found)) // there may be very many
	for _, h := range found {
		if at, end, ok := headingPlace(h, data); ok {
			out = append(out, Heading{Level: h.Level, Text: headingText(h, data), At: src.Span(at, end)})
		}
	}
	for i := range out {
		next := len(src.Bytes)
		if i+1 < len(out) {
			next = out[i+1].At.Start.Offset
		}
		out[i].Bytes = int64(next - out[i].At.Start.Offset)
	}
	return out
}

// headingPlace gives the start of the heading's line and the end of its text; ok is false for one without text.
func headingPlace(h *ast.Heading, data []byte) (start, end int, ok bool) {
	lines := h.Lines()
	if lines.Len() == 0 {
		return 0, 0, false
	}
	start = lines.At(0).Start
	end = lines.At(lines.Len() - 1).Stop
	for end > start && (data[end-1] == '\n' || data[end-1] == '\r') {
		end--
	}
	return bytes.LastIndexByte(data[:start], '\n') + 1, end, true
}

func headingText(h *ast.Heading, data []byte) string {
	lines := h.Lines()
	if lines.Len() == 1 {
		seg := lines.At(0)
		return strings.TrimSpace(frontmatter.Lossy(seg.Value(data)))
	}
	var parts []string
	for i := range lines.Len() {
		seg := lines.At(i)
		parts = append(parts, strings.TrimSpace(frontmatter.Lossy(seg.Value(data))))
	}
	return strings.Join(parts, " ")
}
