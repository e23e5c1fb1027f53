package editors

import (
	"iter"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/internal/doc"
)

// setting is one key of a settings file.
type setting struct {
	file  *source.File
	at    *doc.Member
	found audit.Finding // File, Key and Span filled in
}

// text is the setting's value when it is a string.
func (s setting) text() string {
	text, _ := source.String(s.at.Value)
	return text
}

// settings yields the settings at dotted keys of the files at an agent's path. A part "*" stands for every member of
// a table or every element of an array, or for the one string in its place.
func settings(p *audit.Pass, inner string, keys ...string) iter.Seq[setting] {
	return func(yield func(setting) bool) {
		for f := range p.Named(inner) {
			for _, key := range keys {
				root := &doc.Member{Value: f.Tree()}
				if root.Value != nil && !descend(f, nil, root, strings.Split(key, "."), yield) {
					return
				}
			}
		}
	}
}

func descend(f *source.File, key []string, m *doc.Member, rest []string, yield func(setting) bool) bool {
	_, isText := source.String(m.Value)
	if len(rest) == 0 || isText && len(rest) == 1 && rest[0] == "*" {
		at := m.Value.Span()
		if m.Key().HasPosition() {
			at = source.Where(m)
		}
		return yield(setting{f, m, audit.Finding{File: f, Key: key, Span: at}})
	}
	name := func(last string) []string { return append(append([]string{}, key...), last) }
	for i := range m.Value.Members {
		child := &m.Value.Members[i]
		if m.Value.Kind != doc.Table || rest[0] != "*" && rest[0] != child.Name {
			continue
		}
		if !descend(f, name(child.Name), child, rest[1:], yield) {
			return false
		}
	}
	if rest[0] != "*" {
		return true
	}
	for _, e := range source.Elems(m.Value) {
		if !descend(f, key, &doc.Member{Value: e}, rest[1:], yield) {
			return false
		}
	}
	return true
}

// dotted finds a setting of an editor by its dotted name, which can be one key, tables in tables, or a mixture.
func dotted(v *doc.Value, name string) []*doc.Member {
	var out []*doc.Member
	if v == nil || v.Kind != doc.Table {
		return nil
	}
	for i := range v.Members {
		m := &v.Members[i]
		if m.Name == name {
			out = append(out, m)
		} else if rest, ok := strings.CutPrefix(name, m.Name+"."); ok {
			out = append(out, dotted(m.Value, rest)...)
		}
	}
	return out
}
