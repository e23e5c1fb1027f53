package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxNested bounds how often an inline program of an inline program is looked at.
const maxNested = 6

// maxCalls bounds how many calls Deep gives beyond those of its argument.
const maxCalls = 50_000

// Deep lists every pipeline of lines: those inside words, those of text that is handed to a shell ("sh -c TEXT",
// "eval TEXT", a here document), and those that a program starts for others ("find -exec"). A pipeline of such a
// text stands within the one that starts it: what comes before and after it in the pipe is the same. Calls of such
// a text have the place of the call that holds it.
func Deep(lines []Pipeline) []Pipeline {
	d := deep{left: maxCalls}
	for _, p := range lines {
		d.add(p, 0, len(p.Calls), 0)
	}
	return d.out
}

type deep struct {
	out  []Pipeline
	left int // calls that may still be added
}

// add gives p, after what the words of its calls from one index up to another hold, and then what these start.
func (d *deep) add(p Pipeline, from, to, depth int) {
	for _, c := range p.Calls[from:to] {
		for _, w := range c.all() {
			for _, inner := range w.Subst {
				d.add(inner, 0, len(inner.Calls), depth)
			}
		}
	}
	d.out = append(d.out, p)
	if depth >= maxNested {
		return
	}
	for i := from; i < to; i++ {
		for _, inner := range held(p.Calls[i]) {
			if d.left -= len(p.Calls) + len(inner.Calls); d.left < 0 {
				return
			}
			joined := append([]Call{}, p.Calls[:i]...)
			joined = append(joined, inner.Calls...)
			joined = append(joined, p.Calls[i+1:]...)
			d.add(Pipeline{Calls: joined}, i, i+len(inner.Calls), depth+1)
		}
	}
}

// held are the pipelines that a call starts by text, or for others.
func held(c Call) []Pipeline {
	full := c
	c = c.Unwrapped()
	var out []Pipeline
	name := c.Name()
	at, isShell, inline := 0, false, false
	if len(c.Words) > 0 {
		at, isShell, inline = Inline(c.Words[0].Text, c.Args())
	}
	switch {
	case inline && isShell:
		out = text(full, c.Words[at+1].Text)
	case name == "eval" || name == "watch":
		out = text(full, strings.Join(c.Args(), " "))
	case name == "su" || name == "script":
		if i := index(c.Words, "-c"); i > 0 && i+1 < len(c.Words) {
			out = text(full, c.Words[i+1].Text)
		}
	case name == "trap" && len(c.Words) > 1:
		out = text(full, c.Words[1].Text)
	case name == "find" || name == "fd":
		out = started(full, c.Words)
	case IsShell(name):
		for _, w := range c.Here {
			out = append(out, text(full, w.Text)...)
		}
	}
	if full.Name() == "env" {
		if i := index(full.Words, "-S"); i > 0 && i+1 < len(full.Words) {
			out = append(out, text(full, full.Words[i+1].Text)...)
		}
	}
	return out
}

// text reads the text of a call as shell text, with the place of the call.
func text(of Call, text string) []Pipeline {
	lines, _ := Parse(text)
	return moved(lines, func(int) int { return of.Start }, of.End)
}

// started finds the program that "find -exec" and the like start.
func started(of Call, words []Word) []Pipeline {
	for i, w := range words {
		switch w.Text {
		case "-exec", "-execdir", "-ok", "-okdir", "-x", "-X":
			if i+1 < len(words) {
				return []Pipeline{{Calls: []Call{{Words: words[i+1:], Start: of.Start, End: of.End}}}}
			}
		}
	}
	return nil
}

func index(words []Word, text string) int {
	for i, w := range words {
		if w.Text == text {
			return i
		}
	}
	return -1
}

// moved changes the places of calls; end is the end of all of them, or below 0 for that of each by itself.
func moved(lines []Pipeline, to func(int) int, end int) []Pipeline {
	out := make([]Pipeline, len(lines))
	for i, p := range lines {
		out[i].Calls = make([]Call, len(p.Calls))
		for j, c := range p.Calls {
			last := to(c.End)
			if end >= 0 {
				last = end
			}
			c.Start, c.End = to(c.Start), last
			for _, list := range []*[]Word{&c.Words, &c.Assigns, &c.Writes, &c.Reads, &c.Here} {
				*list = movedWords(*list, to, end, c)
			}
			out[i].Calls[j] = c
		}
	}
	return out
}

func movedWords(words []Word, to func(int) int, end int, of Call) []Word {
	out := make([]Word, len(words))
	for i, w := range words {
		w.Start, w.End = to(w.Start), to(w.End)
		if end >= 0 {
			w.Start, w.End = of.Start, of.End
		}
		w.Subst = moved(w.Subst, to, end)
		out[i] = w
	}
	return out
}

// maxResume bounds how often reading a script goes on after text that is no shell.
const maxResume = 100

// Script reads a whole script, of any length: in pieces that end with a line where it is long, and on from the
// next line where a line is no shell text. What cannot be read is left out.
func Script(script string) []Pipeline {
	var out []Pipeline
	for n, at := 0, 0; at < len(script) && n < maxResume+len(script)/maxText; n++ {
		piece := script[at:]
		if len(piece) > maxText {
			piece = piece[:maxText]
			if end := strings.LastIndexByte(piece, '\n'); end > 0 {
				piece = piece[:end+1]
			}
		}
		lines, err := Parse(piece)
		start := at
		out = append(out, moved(lines, func(o int) int { return o + start }, -1)...)
		next := len(piece)
		if at := stopped(err); err != nil && at < len(piece) {
			end := strings.IndexByte(piece[at:], '\n')
			if end < 0 {
				return out
			}
			next = at + end + 1
		}
		at += next
	}
	return out
}

// stopped is the offset where the parser gave up; a large number when it does not say.
func stopped(err error) int {
	switch e := err.(type) {
	case syntax.ParseError:
		return int(e.Pos.Offset())
	case syntax.LangError:
		return int(e.Pos.Offset())
	}
	return maxText + 1
}
