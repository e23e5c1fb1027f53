package tomlsrc

// value reads one value of a key.
func (g *grammar) value() *problem {
	t := g.peek()
	switch {
	case t.kind == '=':
		return syntax(t.start, t.end, "there is one '=' too many").suggest("delete it")
	case t.kind == '{':
		return g.inlineTable(g.take())
	case t.kind == '[':
		return g.array(g.take())
	case t.kind == '}' || t.kind == ']':
		return g.strayClose(t)
	case t.kind.startsKeyOrScalar():
		return g.scalar(g.take())
	case g.check == nil:
		return nil
	}
	return syntax(t.start, t.start, "the value is missing").suggest(`write a value, such as "" for the empty text`)
}

func (g *grammar) strayClose(t token) *problem {
	return syntax(t.start, t.end, "'"+string(rune(t.kind))+"' closes nothing")
}

// scalar reads one string, or everything up to the next mark as one word: the agent joins words that only
// blanks separate.
func (g *grammar) scalar(t token) *problem {
	for !t.kind.isString() {
		next := g.peek()
		if next.kind == blanks {
			if next = lex(g.text, next.end); next.kind != atom {
				break
			}
		} else if next.kind != atom && next.kind != '.' {
			break
		}
		g.next, g.solid, t.end = next.end, next.end, next.end
	}
	return g.check.scalar(t)
}

// enter counts the nesting of an array or inline table.
func (g *grammar) enter(open token) *problem {
	g.depth++
	return depthLimit(open.start, g.depth, g.opts)
}

// openAtEnd is the end of the file inside a bracket.
func (g *grammar) openAtEnd(t token, close string) *problem {
	at := g.solid
	if g.opts.Reader == Reader2025 && !g.endsInComment {
		at = t.start
	}
	return syntax(at, at, "expected '"+close+"' before the end of the file").suggest("close the bracket with %s", close)
}

func (g *grammar) array(open token) *problem {
	if bad := g.enter(open); bad != nil {
		return bad
	}
	for needComma := false; ; {
		t := g.take()
		var bad *problem
		switch {
		case t.kind == blanks:
		case t.kind == newline || t.kind == comment:
			bad = g.trivia(t)
		case t.kind == endOfFile:
			return g.openAtEnd(t, "]")
		case t.kind == ']':
			g.depth--
			return nil
		case t.kind == ',' && needComma:
			needComma = false
		case t.kind == ',':
			return syntax(t.start, t.end, "there is one comma too many in this array").suggest("delete it")
		case t.kind == '=':
			return syntax(t.start, t.end, "'=' cannot stand in an array").suggest("write {key = value} for a table, or close the array with ] first")
		case needComma:
			return syntax(t.start, t.end, "expected ',' or ']' after the array's value").suggest("write , or ] before it")
		default:
			needComma = true
			bad = g.element(t)
		}
		if bad != nil {
			return bad
		}
	}
}

func (g *grammar) element(t token) *problem {
	switch t.kind {
	case '{':
		return g.inlineTable(t)
	case '[':
		return g.array(t)
	case '}':
		return g.strayClose(t)
	default:
		return g.scalar(t)
	}
}

// stage is what an inline table needs next.
type stage int

const (
	needKey stage = iota
	needEquals
	needValue
	needComma
)

var expected = map[stage]string{
	needKey:    "expected a key or '}' in this inline table",
	needEquals: "expected '=' after the key of this inline table",
	needValue:  "expected a value after '=' in this inline table",
	needComma:  "expected ',' or '}' after the value in this inline table",
}

func (g *grammar) inlineTable(open token) *problem {
	if bad := g.enter(open); bad != nil {
		return bad
	}
	g.check.openTable()
	pair := open // the key at hand, up to where the value must start
	for at := needKey; ; {
		t := g.take()
		var bad *problem
		switch {
		case t.kind == blanks:
		case t.kind == newline || t.kind == comment:
			bad = g.trivia(t)
			g.check.overlook(at, t.start, g.next)
		case t.kind == endOfFile:
			return g.openAtEnd(t, "}")
		case t.kind == '}':
			g.depth--
			return g.closeTable(at, pair, t)
		case t.kind == ',' && at == needComma:
			at = needKey
		case t.kind == '=' && at == needKey:
			g.check.startKey()
			bad, at = g.emptyKey(t.start), needValue
		case t.kind == '=' && at == needEquals:
			at = needValue
		case t.kind.startsKeyOrScalar() && at == needKey:
			pair = t
			bad, at = g.inlineKey(t), needEquals
		case at == needValue && t.kind != ',' && t.kind != '=':
			if bad = g.inlineValue(t); bad == nil {
				bad = g.check.set()
			}
			at = needComma
		default:
			bad = syntax(t.start, t.end, expected[at])
		}
		if bad != nil {
			return bad
		}
	}
}

func (g *grammar) inlineKey(t token) *problem {
	g.check.startKey()
	if bad := g.firstPart(t); bad != nil {
		return bad
	}
	if _, bad := g.moreParts(); bad != nil {
		return bad
	}
	return g.check.endKey()
}

func (g *grammar) inlineValue(t token) *problem {
	if t.kind == ']' {
		return g.strayClose(t)
	}
	return g.element(t)
}

// closeTable ends an inline table. A key without value before the brace is content: the older reader drops it.
func (g *grammar) closeTable(at stage, pair, closing token) *problem {
	if g.check == nil {
		return nil
	}
	if at == needEquals || at == needValue {
		if g.opts.Reader != Reader2025 {
			return syntax(closing.start, closing.end, "the last key of this inline table has no value").
				suggest("write = and a value after the key, or delete the key")
		}
		g.check.repairs = append(g.check.repairs, repair{start: pair.start, end: closing.start})
	}
	g.check.closeTable()
	return nil
}
