package claude

import (
	"iter"
	"strconv"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/internal/doc"
)

const (
	sharedFile = ".claude/settings.json"
	localFile  = ".claude/settings.local.json"
)

// setting is one key of a settings file.
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

// settings yields the settings at dotted keys of a project's settings files. A part "*" at the end stands for every
// element of an array, or for the one string that stands in its place.
func settings(p *audit.Pass, keys ...string) iter.Seq[setting] {
	return func(yield func(setting) bool) {
		for f := range p.Named(sharedFile, localFile) {
			for _, key := range keys {
				for _, s := range lookUp(f, strings.Split(key, ".")) {
					if !yield(s) {
						return
					}
				}
			}
		}
	}
}

func lookUp(f *source.File, key []string) []setting {
	each := key[len(key)-1] == "*"
	if each {
		key = key[:len(key)-1]
	}
	m := source.At(f.JSON().Root, key...)
	if m == nil {
		return nil
	}
	if !each || m.Value.Kind != doc.Array {
		return []setting{{f, key, m, audit.Finding{File: f, Key: key, Span: source.Where(m)}}}
	}
	var out []setting
	for i, e := range m.Value.Elems {
		// Lists of several layers are joined, so that no layer shadows another's element.
		at := append(append([]string{}, key...), index(i))
		out = append(out, setting{f, at, &doc.Member{Value: e}, audit.Finding{File: f, Key: at, Span: e.Span()}})
	}
	return out
}

// index names the element i of an array in the path of a key.
func index(i int) string { return "[" + strconv.Itoa(i) + "]" }

// variables yields the variables that a project's settings give to the agent itself.
func variables(p *audit.Pass) iter.Seq[facts.Variable] {
	return func(yield func(facts.Variable) bool) {
		for v := range p.Variables() {
			if v.Agent == "claude" && v.File.Is(sharedFile, localFile) && !v.File.User && !yield(v) {
				return
			}
		}
	}
}
