package text

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/agentlayers/layers/audit/source"
)

// hidden is text that a Markdown file holds and does not show.
type hidden struct {
	text string
	at   stretch // with the marks around it
	css  bool    // hidden by style, not a comment
}

// hiddenTexts lists the comments and the elements without display of f, code left out.
func hiddenTexts(f *source.File) []hidden {
	root := f.Markdown()
	if root == nil {
		return nil
	}
	h := hiding{data: f.Text.Bytes}
	// The walk cannot fail: its function never returns an error.
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.HTMLBlock:
			if lines := n.Lines(); lines.Len() > 0 {
				end := lines.At(lines.Len() - 1).Stop
				if n.HasClosure() {
					end = n.ClosureLine.Stop
				}
				h.html(lines.At(0).Start, end, true)
			}
		case *ast.RawHTML:
			for i := range n.Segments.Len() {
				h.html(n.Segments.At(i).Start, n.Segments.At(i).Stop, false)
			}
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			for i := range n.Lines().Len() {
				h.code = append(h.code, stretch{n.Lines().At(i).Start, n.Lines().At(i).Stop})
			}
		}
		return ast.WalkContinue, nil
	})
	h.definitions()
	return h.out
}

type hiding struct {
	data []byte
	done int // what lies before it has been looked at
	code []stretch
	out  []hidden
}

// html looks through a stretch of HTML. A comment or an element may end behind it.
func (h *hiding) html(start, end int, block bool) {
	for i := max(start, h.done); i < end; {
		at := bytes.IndexByte(h.data[i:end], '<')
		if at < 0 {
			return
		}
		i += at
		rest := h.data[i:]
		switch {
		case bytes.HasPrefix(rest, []byte("<!--")):
			stop := bytes.Index(rest[4:], []byte("-->"))
			if stop < 0 && !block {
				i += 4
				continue
			}
			text, whole := rest[4:], len(rest)
			if stop >= 0 {
				text, whole = rest[4:4+stop], stop+7
			}
			h.add(text, i, i+whole, false)
			i += whole
		case len(rest) > 1 && isLetter(rest[1]):
			i = h.element(i, min(end, len(h.data)))
		default:
			i++
		}
	}
}

func (h *hiding) add(text []byte, start, end int, css bool) {
	const most = 16 << 10
	h.out = append(h.out, hidden{string(text[:min(len(text), most)]), stretch{start, end}, css})
	h.done = end
}

// element looks at the tag at i and gives the place after it, or after the whole element when that is not shown.
func (h *hiding) element(i, end int) int {
	stop := tagEnd(h.data, i, end)
	tag := strings.ToLower(string(h.data[i:stop]))
	if !isInvisible(tag) {
		return stop
	}
	name := tag[1:]
	name = name[:len(name)-len(strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz0123456789-"))]
	inner := h.data[stop:]
	close := closingTag(inner, name)
	if close < 0 {
		close = len(inner)
	}
	h.add(untagTags(inner[:close]), i, stop+close, true)
	return stop + close
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// tagEnd is the place after the ">" of the tag at i, quotes minded.
func tagEnd(data []byte, i, end int) int {
	var quote byte
	for ; i < end; i++ {
		switch c := data[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i + 1
		}
	}
	return end
}

// invisible are declarations of style that keep an element from being seen, blanks removed.
var invisible = []string{
	"display:none", "visibility:hidden", "font-size:0", "opacity:0;", "opacity:0\"", "opacity:0'", "color:transparent", "color:white", "color:#fff",
	"left:-9999", "text-indent:-9999", "height:0;", "height:0\"", "height:0'", "width:0;", "width:0\"", "clip:rect(0", "max-height:0",
}

// isInvisible reports whether an opening tag in lower case says that its element is not shown.
func isInvisible(tag string) bool {
	tight := strings.Join(strings.Fields(tag), "")
	if strings.Contains(tight, "style=") && slices.ContainsFunc(invisible, func(s string) bool { return strings.Contains(tight, s) }) {
		return true
	}
	fields := strings.FieldsFunc(tag, func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '>' || r == '/' })
	return strings.HasPrefix(tag, "<template") || len(fields) > 1 && (slices.Contains(fields[1:], "hidden") || slices.Contains(fields[1:], "hidden=\"\""))
}

// closingTag is the place of the tag that closes an element by name, letter case ignored, or -1.
func closingTag(data []byte, name string) int {
	for at := 0; ; {
		i := bytes.Index(data[at:], []byte("</"))
		if i < 0 {
			return -1
		}
		at += i + 2
		if len(data)-at >= len(name) && strings.EqualFold(string(data[at:at+len(name)]), name) {
			return at - 2
		}
	}
}

// untagTags is HTML without its tags.
func untagTags(data []byte) []byte {
	var out []byte
	inside := false
	for _, c := range data {
		switch {
		case c == '<':
			inside = true
		case c == '>' && inside:
			inside = false
		case !inside:
			out = append(out, c)
		}
	}
	return out
}

// definitions finds link definitions that serve as comments: "[//]: # (text)". Nothing shows them.
func (h *hiding) definitions() {
	for start := 0; start < len(h.data); {
		end := len(h.data)
		if i := bytes.IndexByte(h.data[start:], '\n'); i >= 0 {
			end = start + i
		}
		if text := definition(string(h.data[start:end])); text != "" && !h.isCode(start) {
			h.add([]byte(text), start, end, false)
		}
		start = end + 1
	}
}

func (h *hiding) isCode(at int) bool {
	i := sort.Search(len(h.code), func(i int) bool { return h.code[i].end > at })
	return i < len(h.code) && h.code[i].start <= at
}

// definition is the title of a link definition without a target, or "".
func definition(line string) string {
	_, rest, ok := strings.Cut(line, "]:")
	if !ok || !strings.HasPrefix(strings.TrimLeft(line, " "), "[") {
		return ""
	}
	rest = strings.TrimSpace(rest)
	for _, target := range []string{"#", "<>"} {
		if title, ok := strings.CutPrefix(rest, target); ok {
			return strings.Trim(title, " ()\"'\r")
		}
	}
	return ""
}
