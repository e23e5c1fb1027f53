package source

import (
	"bytes"
	"errors"
	"io"

	"gopkg.in/yaml.v3"

	"github.com/agentlayers/layers/diag"
)

// YAML is a file's first YAML document. Node gives lines and columns; Span turns them into places.
type YAML struct {
	Root *yaml.Node // the document's value; nil when it is empty or cannot be read
	Err  error
}

// YAML reads f as YAML. Aliases are nodes of their own: a walk that follows them needs a bound.
func (f *File) YAML() YAML {
	f.memo.yaml.Do(func() {
		if f.Text == nil || f.Cut {
			return
		}
		var n yaml.Node
		err := yaml.NewDecoder(bytes.NewReader(f.Text.Bytes)).Decode(&n)
		if err != nil && !errors.Is(err, io.EOF) {
			f.memo.yamlTree.Err = err
		}
		if err == nil && len(n.Content) > 0 {
			f.memo.yamlTree.Root = n.Content[0]
		}
	})
	return f.memo.yamlTree
}

// NodeSpan is the place of a YAML node: from its first character to the end of its line.
func (f *File) NodeSpan(n *yaml.Node) diag.Span {
	line := f.Text.Line(n.Line)
	return diag.Span{
		Path:  f.Path,
		Start: diag.Pos{Line: n.Line, Column: n.Column},
		End:   diag.Pos{Line: n.Line, Column: max(n.Column, 1+len([]rune(line)))},
	}
}

// Pair is one member of a YAML mapping.
type Pair struct{ Key, Value *yaml.Node }

// Pairs lists the members of a mapping, aliases of values followed once; nil for anything else.
func Pairs(n *yaml.Node) []Pair {
	n = Alias(n)
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	out := make([]Pair, 0, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		out = append(out, Pair{n.Content[i], Alias(n.Content[i+1])})
	}
	return out
}

// Field is the member of a mapping by that name, or nil.
func Field(n *yaml.Node, name string) *Pair {
	for _, p := range Pairs(n) {
		if p.Key.Value == name {
			return &p
		}
	}
	return nil
}

// Items lists the elements of a sequence; nil for anything else.
func Items(n *yaml.Node) []*yaml.Node {
	n = Alias(n)
	if n == nil || n.Kind != yaml.SequenceNode {
		return nil
	}
	return n.Content
}

// Alias is the node that n stands for.
func Alias(n *yaml.Node) *yaml.Node {
	if n != nil && n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}
