package codex

import (
	"iter"
	"path"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

// configs yields the files that hold Codex's configuration in a repository: config.toml of every ".codex" folder,
// the files of agent roles there, and role files that a config.toml names.
func configs(p *audit.Pass) iter.Seq[*source.File] {
	return func(yield func(*source.File) bool) {
		seen := map[string]bool{}
		give := func(f *source.File) bool {
			if f == nil || f.Text == nil || seen[f.Rel] {
				return true
			}
			seen[f.Rel] = true
			return yield(f)
		}
		for f := range p.Named(configFile) {
			if !give(f) {
				return
			}
			for _, role := range source.Members(f.TOML().Root, "agents") {
				name, ok := source.String(source.Value(role.Value, "config_file"))
				rel, inside := p.Inside(path.Dir(f.Rel), name)
				if ok && inside && !give(p.Set.File(rel)) {
					return
				}
			}
		}
		for f := range p.Under(".codex/agents") {
			if strings.HasSuffix(f.Inner, ".toml") && !give(f) {
				return
			}
		}
	}
}

// setting is one key of a configuration file.
type setting struct {
	file  *source.File
	key   []string
	at    *doc.Member
	found audit.Finding // File, Key and Span filled in
}

// text is the setting's value when it is a string.
func (s setting) text() string {
	text, _ := source.String(s.at.Value)
	return text
}

// settings yields the settings at dotted keys, of every configuration file, in the order of the keys. A part "*"
// stands for every member of a table, "[]" for every element of an array.
func settings(p *audit.Pass, keys ...string) iter.Seq[setting] {
	return func(yield func(setting) bool) {
		for f := range configs(p) {
			for _, key := range keys {
				root := &doc.Member{Value: f.TOML().Root}
				if root.Value != nil && !descend(f, nil, root, strings.Split(key, "."), yield) {
					return
				}
			}
		}
	}
}

func descend(f *source.File, key []string, m *doc.Member, rest []string, yield func(setting) bool) bool {
	if len(rest) == 0 {
		return yield(setting{
			file: f, key: key, at: m,
			found: audit.Finding{File: f, Key: key, Span: spanOf(m)},
		})
	}
	part, array := strings.CutSuffix(rest[0], "[]")
	for i := range m.Value.Members {
		child := &m.Value.Members[i]
		if m.Value.Kind != doc.Table || part != "*" && part != child.Name {
			continue
		}
		name := append(append([]string{}, key...), child.Name)
		if !array {
			if !descend(f, name, child, rest[1:], yield) {
				return false
			}
			continue
		}
		for _, e := range source.Elems(child.Value) {
			if !descend(f, name, &doc.Member{Place: e.Place, Value: e}, rest[1:], yield) {
				return false
			}
		}
	}
	return true
}

// spanOf is the value of a setting, or the key where the value is a table.
func spanOf(m *doc.Member) diag.Span {
	if m.Value.Kind == doc.Table && m.Key().HasPosition() {
		return m.Key()
	}
	return m.Value.Span()
}
