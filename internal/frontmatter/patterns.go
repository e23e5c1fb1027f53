package frontmatter

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// Patterns gives the "paths" of a head as the agent keeps them: lists flattened, split at commas, braces
// expanded, a last "/**" removed. It is nil when there are none, or when each of them is "**".
//
// Cases: rules-paths, rules-paths-yaml.
func Patterns(head []byte) []string {
	if len(head) > MaxLooseBytes {
		return nil
	}
	var out []string
	all := true
	for _, text := range pathTexts(ParseLoose(string(head))) {
		for _, part := range splitOutsideBraces(text) {
			for _, p := range expandBraces(part) {
				if len(out) == maxPatterns {
					break
				}
				p = strings.TrimSuffix(p, "/**")
				if p == "" {
					continue
				}
				all = all && p == "**"
				out = append(out, p)
			}
		}
	}
	if all {
		return nil
	}
	return out
}

// pathTexts lists the texts below the key "paths" of a head, lists in lists included.
func pathTexts(n *yaml.Node) []string {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	var out, merged []string
	own := false
	for i := 0; i+1 < len(n.Content); i += 2 {
		switch n.Content[i].Value {
		case "paths":
			out, own = texts(n.Content[i+1], 0), true // the last one counts
		case "<<":
			merged = pathTexts(n.Content[i+1])
		}
	}
	if !own {
		return merged
	}
	return out
}

// maxListDepth bounds lists in lists, and aliases that lead back.
const maxListDepth = 32

func texts(n *yaml.Node, depth int) []string {
	if depth > maxListDepth {
		return nil
	}
	switch n.Kind {
	case yaml.AliasNode:
		return texts(n.Alias, depth+1)
	case yaml.SequenceNode:
		var out []string
		for _, c := range n.Content {
			if len(out) > maxPatterns {
				break
			}
			out = append(out, texts(c, depth+1)...)
		}
		return out
	case yaml.ScalarNode:
		if isText(n) {
			return []string{n.Value}
		}
	}
	return nil
}

// isText reports whether the agent takes a scalar as text: a plain date is text, and so is what has a tag of
// one's own.
func isText(n *yaml.Node) bool {
	tag := n.ShortTag()
	return tag == "!!str" || tag == "!!timestamp" || !strings.HasPrefix(tag, "!!")
}

// splitOutsideBraces splits at commas that stand in no braces; parts are trimmed and empty ones left out.
func splitOutsideBraces(s string) []string {
	var out []string
	depth, start := 0, 0
	part := func(end int) {
		if p := TrimSpace(s[start:end]); p != "" {
			out = append(out, p)
		}
	}
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			depth--
		case ',':
			if depth == 0 {
				part(i)
				start = i + 1
			}
		}
	}
	part(len(s))
	return out
}

// MaxLooseBytes is our own bound of a head whose patterns are read.
const MaxLooseBytes = 256 << 10

// Our own bounds of what the braces of one head expand to.
const (
	maxPatterns     = 1000
	maxPatternBytes = 1 << 20
)

// expandBraces expands the first "{a,b}" whose inside holds no "}", then those in what comes of it.
func expandBraces(s string) []string {
	todo, out := []string{s}, []string(nil)
	for len(todo) > 0 && len(out)+len(todo) < maxPatterns && (len(out)+len(todo))*len(s) < maxPatternBytes {
		s, todo = todo[0], todo[1:]
		open := strings.IndexByte(s, '{')
		size := -1
		if open >= 0 {
			size = strings.IndexByte(s[open+1:], '}')
		}
		if size < 1 {
			out = append(out, s)
			continue
		}
		choices := strings.Split(s[open+1:open+1+size], ",")
		if len(choices)*len(s) > maxPatternBytes {
			out = append(out, s)
			continue
		}
		var next []string
		for _, choice := range choices {
			next = append(next, s[:open]+TrimSpace(choice)+s[open+1+size+1:])
		}
		todo = append(next, todo...)
	}
	return append(out, todo...)
}
