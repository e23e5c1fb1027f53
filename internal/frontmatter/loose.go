package frontmatter

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf16"

	"gopkg.in/yaml.v3"
)

// CutLoose finds the YAML head of text and where the rest starts. The head ends at the first "---" wherever it
// stands, even inside a line; white space after it belongs to it. Without an end there is no head.
//
// Case: frontmatter-fences.
func CutLoose(text []byte) (head []byte, rest int) {
	start := HeadStart(text)
	if start == 0 {
		return nil, 0
	}
	end := bytes.Index(text[start:], []byte(fence))
	if end < 0 {
		return nil, 0
	}
	rest = start + end + len(fence)
	return text[start : start+end], rest + SpaceLen(text[rest:])
}

// HeadStart is where a head would begin: after the first line, if that is a fence, and blank lines; 0 for none.
func HeadStart(text []byte) int {
	if !bytes.HasPrefix(text, []byte(fence)) {
		return 0
	}
	blank := text[len(fence) : len(fence)+SpaceLen(text[len(fence):])]
	line := bytes.LastIndexByte(blank, '\n')
	if line < 0 {
		return 0
	}
	return len(fence) + line + 1
}

// ParseLoose reads a head. Where it is not YAML, values with special characters are taken as plain text and it
// is read once more; a head that fails again holds nothing.
func ParseLoose(head string) *yaml.Node {
	head = joinedEscapes(spacedTabs(strings.ReplaceAll(head, "\r\n", "\n")))
	if n, err := parseLoose(head); err == nil {
		return n
	}
	lines := strings.Split(head, "\n")
	for i, line := range lines {
		lines[i] = quoteValue(line)
	}
	n, err := parseLoose(strings.Join(lines, "\n"))
	if err != nil {
		return nil
	}
	return n
}

// LooseFault is why a head is not YAML before anything is taken as plain text; nil when it is.
func LooseFault(head string) error {
	_, err := parseLoose(spacedTabs(strings.ReplaceAll(head, "\r\n", "\n")))
	return err
}

// halves is a character that is written as two escapes, as JSON does. No YAML has it; the agent reads it.
var halves = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}`)
})

// joinedEscapes writes such a character as one escape.
func joinedEscapes(text string) string {
	return halves().ReplaceAllStringFunc(text, func(s string) string {
		high, _ := strconv.ParseUint(s[2:6], 16, 32)
		low, _ := strconv.ParseUint(s[8:12], 16, 32)
		return fmt.Sprintf(`\U%08X`, utf16.DecodeRune(rune(high), rune(low)))
	})
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

// parseLoose parses one document; a second one is an error.
func parseLoose(text string) (*yaml.Node, error) {
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
	trimmed := TrimSpace(value)
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
	n, err := parseLoose(s)
	return err == nil && n.Kind != yaml.ScalarNode
}

func isSpecial(s string) bool {
	return strings.ContainsAny(s, "{}[]*&#!|>%@`") || strings.Contains(s, ": ")
}
