package mcp

import (
	"iter"
	"path"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
)

// variables yields the variables that the repository gives agents and what they start. Lines of environment files
// are left out where wanted says so.
func variables(p *audit.Pass, wanted func(*source.File) bool) iter.Seq[facts.Variable] {
	return func(yield func(facts.Variable) bool) {
		for v := range p.Variables() {
			if v.File.User || v.File.Kind == source.Env && !wanted(v.File) {
				continue
			}
			if !yield(v) {
				return
			}
		}
	}
}

// agentEnv reports whether an environment file is an agent's own.
func agentEnv(f *source.File) bool { return f.Is(".gemini/.env") }

// anyEnv reports whether an environment file is one that counts, and no example of one.
func anyEnv(f *source.File) bool { return !isExample(f) }

// isExample reports whether an environment file is a template that people copy.
func isExample(f *source.File) bool {
	for _, word := range []string{"example", "sample", "template", "dist", "defaults", "tpl"} {
		if strings.Contains(path.Base(f.Inner), word) {
			return true
		}
	}
	return false
}

// given is a finding about a variable.
func given(v facts.Variable) audit.Finding {
	return audit.Finding{File: v.File, Span: v.At, Key: v.Key, Gate: gateOf(v)}
}

// fromRepo reports whether a path that a variable holds leads into the repository.
func fromRepo(p *audit.Pass, v facts.Variable, written string) bool {
	_, ok := inside(p, v.File.Start, strings.TrimPrefix(written, "file://"))
	return ok
}

// isOn reports whether a value switches something on.
func isOn(value string) bool {
	switch strings.ToLower(strings.TrimSpace(value)) {
	case "", "0", "false", "no", "off":
		return false
	}
	return true
}

// isOff reports whether a value switches something off.
func isOff(value string) bool {
	switch strings.ToLower(strings.TrimSpace(value)) {
	case "0", "false", "no", "off":
		return true
	}
	return false
}

// passedOn reports whether a value is only what another variable holds.
func passedOn(value string) bool {
	value = strings.TrimSpace(value)
	return value == "" || value[0] == '$' || value[0] == '{' || value[0] == '<' || value[0] == '%'
}
