package frontmatter

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"github.com/agentlayers/layers/diag"
)

// head is the YAML part of a file, by lines.
type head struct {
	src    *diag.Source
	lines  []string // without line ends
	starts []int    // offset of each line in the file
	end    int      // offset after the last line
}

func newHead(src *diag.Source, start, end int) *head {
	h := &head{src: src, end: end}
	for at := start; at < end; {
		line, next := lineAt(src.Bytes[:end], at)
		h.lines = append(h.lines, string(bytes.TrimSuffix(line, []byte("\r"))))
		h.starts = append(h.starts, at)
		at = next
	}
	return h
}

// read parses lines, which are the head's own or repaired ones, and asks check.
func (h *head) read(lines []string, check Check) (*Value, *Problem) {
	node, err := parseOne(strings.Join(lines, "\n"))
	if err != nil {
		return nil, h.problem(err)
	}
	b := builder{h: h, made: map[*yaml.Node]*Value{}}
	root := &Value{Kind: Map, Span: h.src.Span(h.offset(1, 1), h.end)}
	if node != nil {
		root = b.value(node, len(h.lines)+1)
	}
	if root.Kind == Null && root.Text == "" {
		root.Kind = Map
	}
	if check != nil {
		if p := check(root); p != nil {
			return nil, p
		}
	}
	return root, nil
}

var errMoreDocuments = errors.New("there is more than one document")

// parseOne parses text as exactly one document; nil means that it holds none.
func parseOne(text string) (*yaml.Node, error) {
	node, err := parseText(text)
	for range maxSlashEscapes {
		if err == nil || !strings.Contains(err.Error(), "unknown escape character") {
			break
		}
		text = withoutSlashEscape(text, err)
		node, err = parseText(text)
	}
	return node, err
}

// maxSlashEscapes bounds how many lines with such an escape are rewritten, as each is parsed again.
const maxSlashEscapes = 16

// withoutSlashEscape rewrites every "\/" of the line that the parser stopped at, or the next such line. It is an
// escape of YAML 1.2 inside double quotes that this parser does not know.
func withoutSlashEscape(text string, err error) string {
	m := yamlLine().FindStringSubmatch(err.Error())
	line, _ := strconv.Atoi(m[1])
	lines := strings.Split(text, "\n")
	for i := max(0, line-1); i < len(lines); i++ {
		if strings.Contains(lines[i], `\/`) {
			lines[i] = strings.ReplaceAll(lines[i], `\/`, `\x2f`)
			break
		}
	}
	return strings.Join(lines, "\n")
}

func parseText(text string) (*yaml.Node, error) {
	dec := yaml.NewDecoder(strings.NewReader(text))
	var doc, more yaml.Node
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, err
	}
	switch err := dec.Decode(&more); {
	case errors.Is(err, io.EOF):
		return doc.Content[0], nil
	case err != nil:
		return nil, err
	}
	return nil, errMoreDocuments
}

// yamlLine finds the line in a message of the parser, which counts from 1 within the text it was given.
var yamlLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^yaml: (?:line (\d+): )?`)
})

func (h *head) problem(err error) *Problem {
	text := err.Error()
	line := 1
	if m := yamlLine().FindStringSubmatch(text); m != nil {
		text = text[len(m[0]):]
		if n, err := strconv.Atoi(m[1]); err == nil {
			line = n
		}
	}
	line = max(1, min(line, len(h.lines)))
	at := h.src.Span(h.offset(line, 1), h.lineEnd(line))
	return &Problem{BadYAML, at, "not valid YAML: " + text}
}

// offset turns a line and column of the head, both from 1, into an offset in the file.
func (h *head) offset(line, column int) int {
	if line > len(h.lines) {
		return h.end
	}
	rest := h.lines[line-1]
	at := h.starts[line-1]
	for i := range rest {
		if column <= 1 {
			return at + i
		}
		column--
	}
	return at + len(rest)
}

// lineEnd is the offset after the last character of a line that is no blank.
func (h *head) lineEnd(line int) int {
	if line > len(h.lines) {
		return h.end
	}
	return h.starts[line-1] + len(strings.TrimRight(h.lines[line-1], " \t"))
}
