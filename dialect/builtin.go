package dialect

import (
	"fmt"
	"strings"
)

// BuiltIn gives every described version of every agent, an agent's default version first.
func BuiltIn() []Dialect {
	var out []Dialect
	for _, v := range CodexVersions {
		if d, err := Codex(v); err == nil {
			out = append(out, d)
		}
	}
	for _, v := range ClaudeVersions {
		if d, err := Claude(v); err == nil {
			out = append(out, d)
		}
	}
	return out
}

// Named finds a dialect by NAME or NAME@VERSION; "" is the first one. The error names those that are known.
func Named(text string) (Dialect, error) {
	name, version, _ := strings.Cut(text, "@")
	switch name {
	case "", "codex":
		return Codex(version)
	case "claude":
		return Claude(version)
	}
	var known []string
	for _, d := range BuiltIn() {
		known = append(known, d.ID())
	}
	return Dialect{}, fmt.Errorf("agent %q is not described; known: %s", name, strings.Join(known, ", "))
}
