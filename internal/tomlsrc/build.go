package tomlsrc

import (
	"errors"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

// builder turns the parser's expressions into a tree.
type builder struct {
	r     *reader
	text  []byte
	words string // text, which names and strings without escapes are pieces of
	root  *doc.Value
	pool  *pool
	scope *scope
	steps int // bytes and nodes looked at outside the parser
	parts []part
	elems []*doc.Value // of the arrays that are open
}

func newBuilder(r *reader, text []byte, p *pool) *builder {
	root := &doc.Value{Kind: doc.Table, Text: r.src, Place: r.extent(0, len(text))}
	b := &builder{r: r, text: text, words: string(text), pool: p, root: root}
	b.scope = newScope(root, r.base, p)
	return b
}

// build reads all expressions. The problem tells that and roughly why the text was refused, not where the
// reference agent reports it.
func (b *builder) build() *problem {
	p := &b.pool.toml
	p.Reset(b.text)
	for p.NextExpression() {
		if bad := b.expression(p.Expression()); bad != nil {
			return bad
		}
	}
	if err := p.Error(); err != nil {
		return b.parserProblem(p, err)
	}
	return b.scope.finish()
}

func (b *builder) parserProblem(p *unstable.Parser, err error) *problem {
	bad := &problem{code: CodeSyntax, end: len(b.text), summary: "this is not TOML", detail: err.Error()}
	var perr *unstable.ParserError
	if errors.As(err, &perr) {
		at := p.Range(perr.Highlight)
		bad.start, bad.end = int(at.Offset), int(at.Offset+at.Length)
	}
	return bad
}

func (b *builder) expression(e *unstable.Node) *problem {
	key, bad := b.key(b.parts[:0], e.Key())
	if bad != nil {
		return bad
	}
	b.parts = key
	if e.Kind == unstable.KeyValue {
		value, _, bad := b.value(e.Value(), b.afterEquals(key), 1)
		if bad != nil {
			return bad
		}
		return b.scope.set(b.scope.current, key, value, nil)
	}
	array := e.Kind == unstable.ArrayTable
	return b.scope.header(key, array, b.bracket(key, array), keysAhead(b.text[key[len(key)-1].end:]))
}

// bracket is the opening bracket of the header with that key.
func (b *builder) bracket(key []part, array bool) diag.Extent {
	end := key[0].start
	for b.text[end-1] != '[' {
		end--
		b.steps++
	}
	if array {
		return b.r.extent(end-2, end)
	}
	return b.r.extent(end-1, end)
}

// key appends the parts of a key to those given.
func (b *builder) key(key []part, parts unstable.Iterator) ([]part, *problem) {
	for parts.Next() {
		n := parts.Node()
		start := int(n.Raw.Offset)
		key = append(key, part{name: b.word(n), start: start, end: start + int(n.Raw.Length)})
		b.steps++
	}
	return key, keyLimit(key, b.r.opts)
}

// word is the text of a name or string: a piece of the document where nothing in it is escaped.
func (b *builder) word(n *unstable.Node) string {
	at := int(n.Raw.Offset)
	if quotes := int(n.Raw.Length) - len(n.Data); quotes == 2 {
		at++
	} else if quotes != 0 {
		return string(n.Data)
	}
	if w := b.words[at : at+len(n.Data)]; w == string(n.Data) {
		return w
	}
	return string(n.Data)
}

// value converts n, whose text starts at offset at, inside depth-1 others. It returns the offset after it.
func (b *builder) value(n *unstable.Node, at, depth int) (*doc.Value, int, *problem) {
	b.steps++
	switch n.Kind {
	case unstable.Array:
		return b.array(n, at, depth)
	case unstable.InlineTable:
		return b.inlineTable(n, at, depth)
	default:
		end := at + int(n.Raw.Length)
		v, ok := b.scalar(n)
		if !ok {
			return nil, end, syntax(at, end, "this value is not valid")
		}
		return b.pool.value(doc.Value{Kind: doc.Scalar, Scalar: v, Text: b.r.src, Place: b.r.extent(at, end)}), end, nil
	}
}

func (b *builder) array(n *unstable.Node, at, depth int) (*doc.Value, int, *problem) {
	if bad := depthLimit(at, depth, b.r.opts); bad != nil {
		return nil, at, bad
	}
	v, end, mark := b.pool.value(doc.Value{Kind: doc.Array}), at+1, len(b.elems)
	for children := n.Children(); children.Next(); {
		elem, after, bad := b.value(children.Node(), b.skip(end), depth+1)
		if bad != nil {
			return nil, after, bad
		}
		b.elems, end = append(b.elems, elem), after
	}
	if n := len(b.elems) - mark; n > 0 {
		v.Elems = b.pool.elems.take(n)
		copy(v.Elems, b.elems[mark:])
		b.elems = b.elems[:mark]
	}
	end = b.skip(end) + 1
	v.Text, v.Place = b.r.src, b.r.extent(at, end)
	return v, end, nil
}

func (b *builder) inlineTable(n *unstable.Node, at, depth int) (*doc.Value, int, *problem) {
	if bad := depthLimit(at, depth, b.r.opts); bad != nil {
		return nil, at, bad
	}
	v, end := &doc.Value{Kind: doc.Table, Text: b.r.src}, at+1
	inner := newScope(v, b.r.base, b.pool)
	for children := n.Children(); children.Next(); {
		kv := children.Node()
		key, bad := b.key(make([]part, 0, 2), kv.Key())
		if bad != nil {
			return nil, end, bad
		}
		elem, after, bad := b.value(kv.Value(), b.afterEquals(key), depth+1)
		if bad == nil {
			bad = inner.set(inner.root, key, elem, nil)
		}
		if bad != nil {
			return nil, after, bad
		}
		end = after
	}
	b.steps += inner.steps
	end = b.skip(end) + 1
	v.Place = b.r.extent(at, end)
	return v, end, nil
}

// skip moves over blanks, line ends, comments and commas.
func (b *builder) skip(at int) int {
	for {
		b.steps++
		switch b.text[at] {
		case ' ', '\t', '\n', '\r', ',':
			at++
		case '#':
			for b.text[at] != '\n' {
				at++
				b.steps++
			}
		default:
			return at
		}
	}
}

// afterEquals is where the value of key starts.
func (b *builder) afterEquals(key []part) int {
	at := b.blanks(key[len(key)-1].end)
	return b.blanks(at + 1)
}

func (b *builder) blanks(at int) int {
	for b.text[at] == ' ' || b.text[at] == '\t' {
		at++
		b.steps++
	}
	return at
}
