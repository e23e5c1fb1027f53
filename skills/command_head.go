package skills

import (
	"bytes"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/frontmatter"
)

// The further fields of a head that such agents read.
const (
	fieldWhen      = "when_to_use"
	fieldHint      = "argument-hint"
	fieldNoModel   = "disable-model-invocation"
	fieldInvocable = "user-invocable"
	fieldPaths     = "paths"
)

// Our own bounds of lists in lists that are turned into text.
const (
	maxListText  = 32
	maxListBytes = 64 << 10
)

// commandHead is the head of one file as read by a program in JavaScript. The last of several equal keys counts.
type commandHead struct {
	src      *diag.Source
	start    int // offset of the head
	head     []byte
	fields   map[string]*yaml.Node
	patterns []string // "paths"; nil when they hold for every file
	lines    map[string]int
}

// readCommandHead reads the head of src and says where the text begins. A head that is no mapping holds nothing.
//
// Cases: claude/043-skills-frontmatter, skills-head-yaml.
func readCommandHead(src *diag.Source, limit int64) (h commandHead, body int, tooLarge bool) {
	text := bytes.TrimPrefix(src.Bytes, byteOrderMark)
	mark := len(src.Bytes) - len(text)
	head, body := frontmatter.CutLoose(text)
	h = commandHead{src: src, fields: map[string]*yaml.Node{}, lines: map[string]int{}}
	if head == nil {
		return h, mark, false
	}
	if limit > 0 && int64(len(head)) > limit {
		return h, mark + body, true
	}
	h.start, h.head = mark+frontmatter.HeadStart(text), head
	h.patterns = frontmatter.Patterns([]byte(frontmatter.Lossy(head)))
	n := frontmatter.ParseLoose(frontmatter.Lossy(head))
	if n == nil || n.Kind != yaml.MappingNode {
		return h, mark + body, false
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		h.fields[key.Value], h.lines[key.Value] = n.Content[i+1], key.Line
	}
	return h, mark + body, false
}

var byteOrderMark = []byte("\xef\xbb\xbf")

// span is the line of a field after its key, or the key where nothing follows on it.
func (h commandHead) span(name string) diag.Span {
	line, ok := h.lines[name]
	if !ok {
		return diag.Span{}
	}
	start, rest := h.start, h.head
	for ; line > 1; line-- {
		next := bytes.IndexByte(rest, '\n')
		if next < 0 {
			return diag.File(h.src.Name)
		}
		start, rest = start+next+1, rest[next+1:]
	}
	text := restOfLine(rest, 0)
	from := 0
	if i := strings.Index(text, ":"); i >= 0 && strings.TrimSpace(text[i+1:]) != "" {
		from = i + 1
	}
	from += len(text[from:]) - len(strings.TrimLeft(text[from:], " \t"))
	return h.src.Span(start+from, start+len(strings.TrimRight(text, " \t\r")))
}

// given reports whether a key is there, with any value.
func (h commandHead) given(name string) bool { return h.fields[name] != nil }

// scalar is a text, number or truth value as JavaScript writes it; "" for anything else.
func (h commandHead) scalar(name string) string {
	n := follow(h.fields[name])
	if n == nil || n.Kind != yaml.ScalarNode {
		return ""
	}
	return scalarText(n)
}

// text is any value as JavaScript writes it into a string; "" for null.
func (h commandHead) text(name string) string {
	left := maxListBytes
	return nodeText(h.fields[name], 0, &left)
}

// truth is a value that means yes.
func (h commandHead) truth(name string) bool {
	switch strings.ToLower(frontmatter.TrimSpace(h.scalar(name))) {
	case "true", "1", "yes", "on":
		return true
	}
	return false
}

// follow leads through an alias.
func follow(n *yaml.Node) *yaml.Node {
	if n != nil && n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// nodeText writes about left bytes at most, and goes no deeper than maxListText.
func nodeText(n *yaml.Node, depth int, left *int) string {
	n = follow(n)
	*left--
	if n == nil || depth > maxListText || *left < 0 {
		return ""
	}
	switch n.Kind {
	case yaml.ScalarNode:
		text := scalarText(n)
		*left -= len(text)
		return text
	case yaml.MappingNode:
		return "[object Object]"
	case yaml.SequenceNode:
		var parts []string
		for _, c := range n.Content {
			if *left > 0 {
				parts = append(parts, nodeText(c, depth+1, left))
			}
		}
		return strings.Join(parts, ",")
	}
	return ""
}

// scalarText writes a scalar: plain words by the core schema of YAML 1.2, everything else as it stands.
func scalarText(n *yaml.Node) string {
	plain := n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0
	if !plain || n.Style&yaml.TaggedStyle != 0 {
		return n.Value
	}
	switch n.Value {
	case "", "~", "null", "Null", "NULL":
		return ""
	case "true", "True", "TRUE":
		return "true"
	case "false", "False", "FALSE":
		return "false"
	}
	if f, ok := coreNumber(n.Value); ok {
		return jsNumber(f)
	}
	return n.Value
}

// coreNumber reads a number of the core schema.
func coreNumber(s string) (float64, bool) {
	rest := strings.TrimLeft(s, "+-")
	if len(s)-len(rest) > 1 || rest == "" {
		return 0, false
	}
	signed := rest != s
	switch rest {
	case ".inf", ".Inf", ".INF":
		f, err := strconv.ParseFloat(strings.Replace(strings.ToLower(s), ".inf", "Inf", 1), 64)
		return f, err == nil
	case ".nan", ".NaN", ".NAN":
		f, err := strconv.ParseFloat("NaN", 64)
		return f, err == nil && !signed
	}
	for prefix, base := range map[string]int{"0x": 16, "0o": 8} {
		if digits, ok := strings.CutPrefix(s, prefix); ok {
			n, err := strconv.ParseUint(digits, base, 64)
			return float64(n), err == nil && !strings.ContainsAny(digits, "_+-")
		}
	}
	if strings.Trim(rest, "0123456789.eE+-") != "" || !strings.ContainsAny(rest[:min(2, len(rest))], "0123456789") || strings.HasPrefix(rest, "e") {
		return 0, false
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !strings.Contains(err.Error(), strconv.ErrRange.Error()) {
		return 0, false
	}
	return f, true
}

// jsNumber writes a number as JavaScript does.
func jsNumber(f float64) string {
	switch s := strconv.FormatFloat(f, 'g', -1, 64); {
	case f == 0:
		return "0"
	case s == "+Inf":
		return "Infinity"
	case s == "-Inf":
		return "-Infinity"
	case s == "NaN":
		return s
	}
	if size := max(f, -f); size >= 1e21 || size < 1e-6 {
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
		return mantissa + "e" + exponent[:1] + strings.TrimLeft(exponent[1:], "0")
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}
