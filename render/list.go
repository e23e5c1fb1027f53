package render

import (
	"io"
	"strings"

	"github.com/agentlayers/layers/layers"
)

// ListOptions choose the columns of List.
type ListOptions struct {
	Origin, Scope, Shadowed bool
}

// List writes one line a setting below prefix, tab-separated and never shortened: the scope and the place when
// asked for, then key=value as TOML. A shadowed value follows its winner, with "# " before the key.
func (s Screen) List(w io.Writer, prefix layers.Key, o ListOptions) error {
	root := s.Result.Effective.Root.At(prefix)
	if root == nil {
		return nil
	}
	for sub, n := range root.Values() {
		key := append(prefix[:len(prefix):len(prefix)], sub...)
		if err := s.listLine(w, key, n, "", o); err != nil {
			return err
		}
		if !o.Shadowed {
			continue
		}
		for _, low := range n.Shadowed {
			if err := s.listLine(w, key, low, "# ", o); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s Screen) listLine(w io.Writer, key layers.Key, n *layers.Node, mark string, o ListOptions) error {
	var fields []string
	if o.Scope || o.Origin {
		fields = append(fields, s.scope(n.Origin))
	}
	if o.Origin {
		fields = append(fields, s.place(n.Origin))
	}
	fields = append(fields, mark+s.Style.Escape(key.String())+"="+s.value(key, n))
	_, err := io.WriteString(w, strings.Join(fields, "\t")+"\n")
	return err
}

// scope is the kind of the layer that set a value.
func (s Screen) scope(o layers.Origin) string {
	if o.Source == nil {
		return ""
	}
	return string(o.Source.Kind)
}

// Get writes the bare value of a key: text without quotes, everything else as TOML. It reports whether the
// key is set.
func (s Screen) Get(w io.Writer, key layers.Key) (bool, error) {
	n := s.Result.Effective.Root.At(key)
	if c, ok := s.clamp(key); ok {
		_, err := io.WriteString(w, s.bare(key, &layers.Node{Value: c.Got})+"\n")
		return true, err
	}
	if n == nil {
		return false, nil
	}
	_, err := io.WriteString(w, s.bare(key, n)+"\n")
	return true, err
}

func (s Screen) bare(key layers.Key, n *layers.Node) string {
	text, ok := n.Value.(string)
	if !ok || !s.Reveal && s.IsSecret(key, n.Value) {
		return s.value(key, n)
	}
	return s.Style.Escape(text)
}

// KeyNames are the dotted names of every setting, for completion.
func (s Screen) KeyNames() []string {
	var out []string
	for key := range s.Result.Effective.Root.Values() {
		out = append(out, s.Style.Escape(key.String()))
	}
	return out
}
