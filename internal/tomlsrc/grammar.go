package tomlsrc

// locate finds the first problem of text as the reference agent sees it, or what to overlook so that our
// parser reads what the agent reads. It works in the agent's order: the grammar of the whole file first, then
// what keys and values hold and whether keys are defined twice, then numbers that do not fit.
func locate(text []byte, base int, opts Options) (*problem, []repair) {
	shape := &grammar{text: text, opts: opts}
	if bad := shape.document(); bad != nil {
		return bad, nil
	}
	full := &grammar{text: text, opts: opts, check: newContents(text, base, opts)}
	if bad := full.document(); bad != nil {
		return bad, nil
	}
	if bad := full.check.scope.finish(); bad != nil {
		return bad, nil
	}
	return firstTooLarge(full.check.scope.root), full.check.repairs
}

// repair is a stretch that the agent overlooks and our parser does not, and the text to read in its place.
type repair struct {
	start, end int
	with       string
}

// grammar walks the tokens of a document and stops at the first problem. Without check it sees only the
// order of tokens, control characters in comments and line ends, and the nesting.
type grammar struct {
	text  []byte
	opts  Options
	check *contents // nil in the first pass

	next  int // offset of the next token
	solid int // end of the last token that is no blank, line end or comment
	depth int // open arrays and inline tables

	endsInComment bool // the last line is a comment without a line end
}

func (g *grammar) peek() token { return lex(g.text, g.next) }

func (g *grammar) take() token {
	t := lex(g.text, g.next)
	g.next = t.end
	if t.kind >= atom {
		g.solid = t.end
	}
	return t
}

func (g *grammar) blanks() {
	if t := g.peek(); t.kind == blanks {
		g.next = t.end
	}
}

func (g *grammar) document() *problem {
	for {
		t := g.take()
		var bad *problem
		switch {
		case t.kind == endOfFile:
			return nil
		case t.kind == '[':
			bad = g.header(t)
		case t.kind == ']':
			bad = syntax(t.start, t.end, "']' without a '[' before it")
		case t.kind == '=':
			if bad = g.emptyKey(t.start); bad == nil {
				bad = g.assign()
			}
		case t.kind.startsKeyOrScalar():
			bad = g.keyValue(t)
		case t.kind == blanks:
		case t.kind == newline || t.kind == comment:
			bad = g.trivia(t)
		default:
			bad = syntax(t.start, t.end, "a line must start with a key or a [table] header")
		}
		if bad != nil {
			return bad
		}
	}
}

// trivia checks a line end, or a comment and the line end after it.
func (g *grammar) trivia(t token) *problem {
	if t.kind == comment {
		for i := t.start; i < t.end; i++ {
			if isControl(g.text[i]) {
				return syntax(i, i+1, "a comment must not hold control characters").suggest("delete the character")
			}
		}
		if t = g.peek(); t.kind != newline {
			g.endsInComment = true
			return nil
		}
		t = g.take()
	}
	if t.kind == newline && t.end-t.start == 1 && g.text[t.start] == '\r' {
		return syntax(t.end, t.end, "a carriage return must be followed by a line feed").
			suggest("save the file with LF or CR LF line ends")
	}
	return nil
}

// rest checks that nothing but a comment follows on the line.
func (g *grammar) rest() *problem {
	for {
		t := g.take()
		switch t.kind {
		case blanks:
		case endOfFile:
			return nil
		case newline, comment:
			return g.trivia(t)
		default:
			return syntax(t.start, t.end, "nothing but a comment may follow on this line").
				suggest("start a new line, or put a # before it")
		}
	}
}

// ignoreLine skips to the next line after a header whose key is empty; that is reported in the second pass.
func (g *grammar) ignoreLine() *problem {
	for {
		switch t := g.take(); t.kind {
		case endOfFile:
			return nil
		case newline, comment:
			return g.trivia(t)
		default:
		}
	}
}

// header reads the rest of a [table] or [[table]] line.
func (g *grammar) header(open token) *problem {
	if bad := g.check.finish(); bad != nil {
		return bad
	}
	array := g.peek().kind == '['
	if array {
		g.take()
	}
	g.check.startKey()
	g.blanks()
	valid, bad := g.headerKey()
	if bad != nil {
		return bad
	}
	g.blanks()
	closed := g.peek().kind == ']'
	if closed {
		closing := g.take()
		if array && g.peek().kind != ']' {
			return g.unclosed(open, closing.end, array)
		}
		if array {
			g.take()
		}
	} else if valid {
		return g.unclosed(open, g.solid, array)
	}
	if bad := g.check.header(array); bad != nil {
		return bad
	}
	if closed {
		return g.rest()
	}
	return g.ignoreLine()
}

func (g *grammar) unclosed(open token, at int, array bool) *problem {
	name := string(g.text[open.start:at])
	if array {
		bad := syntax(at, at, "expected ']]' to close the table name")
		if g.text[at-1] == ']' {
			return bad.suggest("write %s]", name)
		}
		return bad.suggest("write %s]]", name)
	}
	return syntax(at, at, "expected ']' to close the table name").suggest("write %s]", name)
}

// headerKey reads the key of a header; false means that a part is missing at its end.
func (g *grammar) headerKey() (bool, *problem) {
	for {
		t := g.peek()
		switch {
		case t.kind == blanks:
			g.take()
		case t.kind == '.':
			if bad := g.emptyKey(t.start); bad != nil {
				return false, bad
			}
			g.take()
		case t.kind.startsKeyOrScalar():
			g.take()
			if bad := g.check.part(t); bad != nil {
				return false, bad
			}
			return g.moreParts()
		default:
			return false, g.emptyKey(t.start)
		}
	}
}

// moreParts reads the dots and parts after the first part of a key.
func (g *grammar) moreParts() (bool, *problem) {
	g.blanks()
	for g.peek().kind == '.' {
		g.take()
		g.blanks()
		t := g.peek()
		if t.kind == '.' || !t.kind.startsKeyOrScalar() {
			if bad := g.emptyKey(t.start); bad != nil || t.kind != '.' {
				return false, bad
			}
			continue
		}
		g.take()
		if bad := g.check.part(t); bad != nil {
			return false, bad
		}
		g.blanks()
	}
	return true, nil
}

// emptyKey is a key part that is not there: a matter of content, so no problem in the first pass.
func (g *grammar) emptyKey(at int) *problem {
	if g.check == nil {
		return nil
	}
	return syntax(at, at, "a key must not be empty").suggest(`write a name, or "" for the empty name`)
}

// keyValue reads a line that starts with the key token first.
func (g *grammar) keyValue(first token) *problem {
	g.check.startKey()
	if bad := g.firstPart(first); bad != nil {
		return bad
	}
	if _, bad := g.moreParts(); bad != nil {
		return bad
	}
	if bad := g.check.endKey(); bad != nil {
		return bad
	}
	g.blanks()
	if t := g.peek(); t.kind != '=' {
		return g.missingEquals(first, t)
	}
	g.take()
	return g.assign()
}

func (g *grammar) missingEquals(first, t token) *problem {
	bad := syntax(t.start, t.end, "expected '=' after the key")
	if t.kind == newline || t.kind == endOfFile || t.kind == comment {
		bad.end = bad.start
		return bad.suggest("write %s = VALUE", g.text[first.start:g.solid])
	}
	if g.text[t.start] == ':' {
		return bad.suggest("write = in place of :")
	}
	return bad.suggest("put a key with blanks or other special characters in quotes")
}

// firstPart takes the first part of a key; a dot at the start means that it is missing.
func (g *grammar) firstPart(t token) *problem {
	if t.kind != '.' {
		return g.check.part(t)
	}
	g.next = t.start
	return g.emptyKey(t.start)
}

// assign reads the value after the equals sign of a line, and the rest of the line.
func (g *grammar) assign() *problem {
	g.blanks()
	if bad := g.value(); bad != nil {
		return bad
	}
	if bad := g.check.set(); bad != nil {
		return bad
	}
	return g.rest()
}
