package agentsmd

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"gopkg.in/yaml.v3"
)

// cutHead finds the YAML head of text and where the rest starts. The head ends at the first "---" wherever it
// stands, even inside a line; white space after it belongs to it. Without an end there is no head.
//
// Case: frontmatter-fences.
func cutHead(text []byte) (head []byte, rest int) {
	start := headStart(text)
	if start == 0 {
		return nil, 0
	}
	end := bytes.Index(text[start:], []byte(fence))
	if end < 0 {
		return nil, 0
	}
	rest = start + end + len(fence)
	return text[start : start+end], rest + spaceLen(text[rest:])
}

const fence = "---"

// headStart is where a head would begin: after the first line, if that is a fence, and blank lines; 0 for none.
func headStart(text []byte) int {
	if !bytes.HasPrefix(text, []byte(fence)) {
		return 0
	}
	blank := text[len(fence) : len(fence)+spaceLen(text[len(fence):])]
	line := bytes.LastIndexByte(blank, '\n')
	if line < 0 {
		return 0
	}
	return len(fence) + line + 1
}

// headPatterns gives the "paths" of a head as the agent keeps them: lists flattened, split at commas, braces
// expanded, a last "/**" removed. It is nil when there are none, or when each of them is "**".
//
// Cases: rules-paths, rules-paths-yaml.
func headPatterns(head []byte) []string {
	if len(head) > maxHeadBytes {
		return nil
	}
	var out []string
	all := true
	for _, text := range pathTexts(parseHead(string(head))) {
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

// parseHead reads a head. Where it is not YAML, values with special characters are taken as plain text and it
// is read once more; a head that fails again holds nothing.
func parseHead(head string) *yaml.Node {
	head = spacedTabs(strings.ReplaceAll(head, "\r\n", "\n"))
	if n, err := parseYAML(head); err == nil {
		return n
	}
	lines := strings.Split(head, "\n")
	for i, line := range lines {
		lines[i] = quoteValue(line)
	}
	n, err := parseYAML(strings.Join(lines, "\n"))
	if err != nil {
		return nil
	}
	return n
}

// spacedTabs puts spaces for the tabs at the start of lines: the agent takes them as indentation.
func spacedTabs(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		rest := strings.TrimLeft(line, "\t")
		lines[i] = strings.Repeat(" ", len(line)-len(rest)) + rest
	}
	return strings.Join(lines, "\n")
}

var errMoreDocuments = errors.New("more than one document")

// parseYAML parses one document; a second one is an error.
func parseYAML(text string) (*yaml.Node, error) {
	var doc, more yaml.Node
	dec := yaml.NewDecoder(strings.NewReader(text))
	if err := dec.Decode(&doc); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, errMoreDocuments
	}
	if len(doc.Content) == 0 {
		return &yaml.Node{}, nil
	}
	return doc.Content[0], nil
}

// quoteValue puts the value of a line "key: value" into quotes when it has characters that YAML gives a
// meaning to, is not quoted, and is no list or table by itself.
func quoteValue(line string) string {
	key, value, ok := strings.Cut(line, ":")
	if !ok || key == "" || strings.Trim(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-") != "" {
		return line
	}
	trimmed := trimSpace(value)
	if trimmed == "" || trimmed == value || isQuoted(trimmed) || !isSpecial(trimmed) {
		return line
	}
	if isFlow(trimmed) {
		return line
	}
	return key + `: "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(trimmed) + `"`
}

func isQuoted(s string) bool {
	if len(s) < 2 || s[0] != s[len(s)-1] {
		return false
	}
	return s[0] == '"' || s[0] == '\''
}

// isFlow reports whether s is a list or a table on one line.
func isFlow(s string) bool {
	if !(strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") || strings.HasPrefix(s, "{") && strings.HasSuffix(s, "}")) {
		return false
	}
	n, err := parseYAML(s)
	return err == nil && n.Kind != yaml.ScalarNode
}

func isSpecial(s string) bool {
	return strings.ContainsAny(s, "{}[]*&#!|>%@`") || strings.Contains(s, ": ")
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
		if p := trimSpace(s[start:end]); p != "" {
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

// Our own bounds: of a head that is read, and of what the braces of one head expand to.
const (
	maxHeadBytes    = 256 << 10
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
			next = append(next, s[:open]+trimSpace(choice)+s[open+1+size+1:])
		}
		todo = append(next, todo...)
	}
	return append(out, todo...)
}
