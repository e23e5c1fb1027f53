// Package shell reads shell text into the programs that it would start. Nothing is expanded and nothing is run.
//
//	text ─> Parse ─> Pipelines ─> Deep: what a shell in them is given to run ─> Calls ─> facts, acts
package shell

import (
	"errors"
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Pipeline is programs that feed each other, first to last; most have one.
type Pipeline struct {
	Calls []Call
}

// Call is one program with its arguments.
type Call struct {
	Words   []Word // the program first; empty for a line of redirections only
	Assigns []Word // NAME=value before the program; Text is the whole
	Writes  []Word // targets of > and >>
	Reads   []Word // sources of <
	Here    []Word // texts given by << and <<<
	Start   int    // byte offset in the text
	End     int
}

// Word is one argument.
type Word struct {
	Text    string     // quotes removed; expansions as written: "$HOME/x", "$(...)" gives ""
	Literal bool       // Text is the whole word, without any expansion
	Subst   []Pipeline // programs inside $(...), `...` and <(...)
	Start   int
	End     int
}

// The limits of what is parsed: bytes, and brackets that are open at once. The parser works by recursion.
const (
	maxText = 64 << 10
	maxOpen = 500
)

// maxDepth bounds how many programs that only start another are taken off.
const maxDepth = 8

// ErrTooLarge means that a text is longer or nests deeper than is read.
var ErrTooLarge = errors.New("too large to be read as shell text")

// Parse reads text as Bash, which covers what sh and most people write. A text that is no shell gives nil and the
// parser's error; one beyond the limits gives nil and ErrTooLarge. Pipelines come in written order, those inside
// words with the word.
func Parse(text string) ([]Pipeline, error) {
	if TooLarge(text) {
		return nil, ErrTooLarge
	}
	p := syntax.NewParser(syntax.Variant(syntax.LangBash))
	f, err := p.Parse(strings.NewReader(text), "")
	if f == nil {
		return nil, err
	}
	return statements(f.Stmts), err
}

// TooLarge reports whether Parse refuses a text for its size or nesting. Quotes are not looked at, so that the
// nesting is never more than what is counted.
func TooLarge(text string) bool {
	if len(text) > maxText {
		return true
	}
	open := 0
	for i := range len(text) {
		switch text[i] {
		case '(', '{', '`':
			open++
		case ')', '}':
			open = max(open-1, 0)
		}
		if open > maxOpen {
			return true
		}
	}
	return false
}

func statements(stmts []*syntax.Stmt) []Pipeline {
	var out []Pipeline
	for _, s := range stmts {
		out = append(out, statement(s)...)
	}
	return out
}

func statement(s *syntax.Stmt) []Pipeline {
	if parts := pipeParts(s); len(parts) > 1 {
		return piped(parts)
	}
	if d, ok := s.Cmd.(*syntax.DeclClause); ok {
		call := callOf(s, &syntax.CallExpr{Assigns: d.Args})
		call.Words = []Word{{
			Text: d.Variant.Value, Literal: true, Start: int(d.Variant.Pos().Offset()), End: int(d.Variant.End().Offset()),
		}}
		return []Pipeline{{Calls: []Call{call}}}
	}
	if t, ok := s.Cmd.(*syntax.TestClause); ok {
		return []Pipeline{{Calls: []Call{testOf(s, t)}}}
	}
	call, ok := s.Cmd.(*syntax.CallExpr)
	if ok || s.Cmd == nil {
		return []Pipeline{{Calls: []Call{callOf(s, call)}}}
	}
	return compound(s)
}

// pipeParts are the statements that a pipe joins, first to last; s alone when it is none.
func pipeParts(s *syntax.Stmt) []*syntax.Stmt {
	var out []*syntax.Stmt
	for {
		b, ok := s.Cmd.(*syntax.BinaryCmd)
		if !ok || b.Op != syntax.Pipe && b.Op != syntax.PipeAll {
			break
		}
		if deeper := pipeParts(b.Y); len(deeper) > 1 {
			slices.Reverse(deeper)
			out = append(out, deeper...)
		} else {
			out = append(out, b.Y)
		}
		s = b.X
	}
	out = append(out, s)
	slices.Reverse(out)
	return out
}

// piped joins the parts of a pipe: the last pipeline of each feeds the first of the next.
func piped(parts []*syntax.Stmt) []Pipeline {
	var out []Pipeline
	for _, s := range parts {
		next := statement(s)
		if len(out) > 0 && len(next) > 0 {
			last := &out[len(out)-1]
			last.Calls = append(last.Calls, next[0].Calls...)
			next = next[1:]
		}
		out = append(out, next...)
	}
	return out
}

// testOf is "[[ ... ]]" as a call of "[[" with the words that it compares.
func testOf(s *syntax.Stmt, t *syntax.TestClause) Call {
	out := callOf(s, nil)
	at := int(t.Left.Offset())
	out.Words = []Word{{Text: "[[", Literal: true, Start: at, End: at + len("[[")}}
	syntax.Walk(t.X, func(n syntax.Node) bool {
		if w, ok := n.(*syntax.Word); ok {
			out.Words = append(out.Words, wordOf(w))
			return false
		}
		return true
	})
	return out
}

// compound gives the pipelines inside a loop, a group, a function and the like, in written order.
func compound(s *syntax.Stmt) []Pipeline {
	var out []Pipeline
	syntax.Walk(s.Cmd, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Stmt:
			out = append(out, statement(n)...)
			return false
		case *syntax.CmdSubst:
			out = append(out, statements(n.Stmts)...)
			return false
		}
		return true
	})
	if len(out) > 0 && len(s.Redirs) > 0 {
		last := &out[len(out)-1].Calls
		(*last)[len(*last)-1].redirect(s.Redirs)
	}
	return out
}

func callOf(s *syntax.Stmt, c *syntax.CallExpr) Call {
	out := Call{Start: int(s.Pos().Offset()), End: int(s.End().Offset())}
	if c != nil {
		for _, a := range c.Assigns {
			w := Word{Start: int(a.Pos().Offset()), End: int(a.End().Offset())}
			if a.Name != nil {
				w.Text = a.Name.Value + "="
			}
			if a.Value != nil {
				v := wordOf(a.Value)
				w.Text, w.Literal, w.Subst = w.Text+v.Text, v.Literal, v.Subst
			}
			out.Assigns = append(out.Assigns, w)
		}
		for _, a := range c.Args {
			out.Words = append(out.Words, wordOf(a))
		}
	}
	out.redirect(s.Redirs)
	return out
}

func (c *Call) redirect(redirs []*syntax.Redirect) {
	for _, r := range redirs {
		if r.Word == nil {
			continue
		}
		switch r.Op {
		case syntax.RdrOut, syntax.AppOut, syntax.RdrAll, syntax.AppAll, syntax.RdrClob:
			c.Writes = append(c.Writes, wordOf(r.Word))
		case syntax.RdrIn, syntax.RdrInOut:
			c.Reads = append(c.Reads, wordOf(r.Word))
		case syntax.DplOut:
			if w := wordOf(r.Word); strings.Trim(w.Text, "0123456789-") != "" {
				c.Writes = append(c.Writes, w)
			}
		case syntax.WordHdoc:
			c.Here = append(c.Here, wordOf(r.Word))
		case syntax.Hdoc, syntax.DashHdoc:
			if r.Hdoc != nil {
				c.Here = append(c.Here, wordOf(r.Hdoc))
			}
		}
	}
}

func wordOf(w *syntax.Word) Word {
	out := Word{Literal: true, Start: int(w.Pos().Offset()), End: int(w.End().Offset())}
	var b strings.Builder
	out.parts(&b, w.Parts)
	out.Text = b.String()
	return out
}

func (w *Word) parts(b *strings.Builder, parts []syntax.WordPart) {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			b.WriteString(unescaped(p.Value))
		case *syntax.SglQuoted:
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			w.parts(b, p.Parts)
		case *syntax.ParamExp:
			w.Literal = false
			if p.Param != nil {
				b.WriteString("$" + p.Param.Value)
			}
		case *syntax.CmdSubst:
			w.Literal = false
			w.Subst = append(w.Subst, statements(p.Stmts)...)
		case *syntax.ProcSubst:
			w.Literal = false
			w.Subst = append(w.Subst, statements(p.Stmts)...)
		default:
			w.Literal = false
		}
	}
}

// unescaped removes the backslashes of an unquoted or double-quoted text.
func unescaped(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
			if s[i] == '\n' {
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// Calls lists every call of the pipelines, those inside words after the call that holds them.
func Calls(lines []Pipeline) []Call {
	var out []Call
	for _, p := range lines {
		for _, c := range p.Calls {
			out = append(out, c)
			for _, w := range c.all() {
				out = append(out, Calls(w.Subst)...)
			}
		}
	}
	return out
}

// all are the words of c, wherever they stand.
func (c Call) all() []Word {
	var out []Word
	for _, list := range [][]Word{c.Words, c.Assigns, c.Writes, c.Reads, c.Here} {
		out = append(out, list...)
	}
	return out
}

// Name is the program's name without its folder and without ".exe", in lower case; "" when it is not literal.
func (c Call) Name() string {
	if len(c.Words) == 0 || !c.Words[0].Literal {
		return ""
	}
	return ProgramName(c.Words[0].Text)
}

// ProgramName is the name of the program that a path or word starts.
func ProgramName(word string) string {
	word = strings.ToLower(strings.ReplaceAll(word, `\`, "/"))
	return strings.TrimSuffix(path.Base(word), ".exe")
}

// Args are the texts of c's arguments.
func (c Call) Args() []string {
	if len(c.Words) == 0 {
		return nil
	}
	out := make([]string, len(c.Words)-1)
	for i, w := range c.Words[1:] {
		out[i] = w.Text
	}
	return out
}
