package edit_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/tomlsrc"
	"github.com/agentlayers/layers/layers"
)

// writer makes up documents. Names are few, so that keys and tables meet often.
type writer struct {
	*rand.Rand
	nl string
}

var names = []string{"a", "b", "c", "d e", "f.g", "ü"}

func (w writer) pick(of ...string) string { return of[w.IntN(len(of))] }

func (w writer) key(most int) layers.Key {
	key := layers.Key{w.pick(names...)}
	for len(key) < most && w.IntN(3) == 0 {
		key = append(key, w.pick(names...))
	}
	return key
}

func (w writer) comment() string {
	return w.pick("", "", "", " # note "+fmt.Sprint(w.IntN(1000)), "\t#x, }", "  ")
}

// toml is a document that parses: lines that would break it are left out.
func (w writer) toml() string {
	text := w.pick("", "", "", "\ufeff")
	for range w.IntN(14) {
		next := text + w.line()
		if _, diags := tomlsrc.Parse(diag.NewSource("/f", []byte(next)), tomlsrc.Options{}); !diags.HasErrors() {
			text = next
		}
	}
	if w.IntN(4) == 0 {
		text = strings.TrimSuffix(text, w.nl)
	}
	return text
}

func (w writer) line() string {
	indent := w.pick("", "", "", "  ", "\t")
	switch w.IntN(10) {
	case 0:
		return indent + "# comment " + fmt.Sprint(w.IntN(1000)) + w.nl
	case 1:
		return w.pick("", " ") + w.nl
	case 2, 3:
		return indent + "[" + w.key(3).String() + "]" + w.comment() + w.nl
	case 4:
		return indent + "[[" + w.key(2).String() + "]]" + w.comment() + w.nl
	}
	return indent + w.key(3).String() + w.pick(" = ", " = ", "=", "\t=  ") + w.value(3) + w.comment() + w.nl
}

func (w writer) value(depth int) string {
	n := w.IntN(9)
	if depth == 0 {
		n = w.IntN(5)
	}
	switch n {
	case 0:
		return w.pick("1", "-7", "0x1F", "1_000")
	case 1:
		return w.pick("true", "1.5", "nan", "2024-01-02", "07:30:00")
	case 2, 3:
		return w.pick(`"text"`, `'a#b'`, `"} , ] = #"`, `"é\n"`, `""`)
	case 4:
		return w.pick(`"""`+w.nl+`two # lines`+w.nl+`"""`, `'''{'''`)
	case 5:
		return w.array(depth)
	}
	return w.inline(depth)
}

func (w writer) gap() string {
	return w.pick("", "", " ", " ", " ", w.nl+"  ", w.nl, " # in, side }"+w.nl)
}

func (w writer) array(depth int) string {
	var b strings.Builder
	b.WriteString("[" + w.gap())
	n := w.IntN(3)
	for i := range n {
		b.WriteString(w.value(depth-1) + w.gap())
		if i < n-1 || w.IntN(3) == 0 {
			b.WriteString("," + w.gap())
		}
	}
	return b.String() + "]"
}

func (w writer) inline(depth int) string {
	var b strings.Builder
	b.WriteString("{" + w.gap())
	n := w.IntN(4)
	seen := map[string]bool{}
	for i := range n {
		key := w.key(2)
		if seen[key[0]] {
			key = layers.Key{fmt.Sprint("k", i)}
		}
		seen[key[0]] = true
		b.WriteString(key.String() + w.pick(" = ", "=") + w.value(depth-1) + w.gap())
		if i < n-1 || w.IntN(3) == 0 {
			b.WriteString("," + w.gap())
		}
	}
	return b.String() + "}"
}

// json is an object as text.
func (w writer) json(depth int, indent string) string {
	if depth == 0 || w.IntN(4) == 0 {
		return w.pick("1", "true", "null", `"text"`, `"},{\""`, "[]", "[1, {\"a\": 2}]", "1.5e3")
	}
	n := w.IntN(4)
	if n == 0 {
		return w.pick("{}", "{ }")
	}
	colon, lines := w.pick(": ", ":", " : "), w.IntN(3) > 0
	var b strings.Builder
	b.WriteByte('{')
	for i, at := range w.Perm(len(names))[:n] {
		if i > 0 {
			b.WriteString(",")
		}
		if lines {
			b.WriteString(w.nl + indent + "  ")
		} else {
			b.WriteString(w.pick("", " "))
		}
		b.WriteString(`"` + names[at] + `"` + colon + w.json(depth-1, indent+"  "))
	}
	if lines {
		b.WriteString(w.nl + indent)
	}
	return b.String() + "}"
}

func (w writer) jsonFile() string {
	switch w.IntN(8) {
	case 0:
		return w.pick("", " \n", "\ufeff")
	case 1:
		return "\ufeff{}"
	}
	for {
		if text := w.json(4, ""); strings.HasPrefix(text, "{") {
			return text + w.pick("", w.nl)
		}
	}
}

// comments are the notes in a text, each of which holds a number of its own.
func comments(text []byte) [][]byte {
	var out [][]byte
	for _, word := range []string{"# note ", "# comment "} {
		for rest := text; ; {
			i := bytes.Index(rest, []byte(word))
			if i < 0 {
				break
			}
			rest = rest[i:]
			n := len(word)
			for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
				n++
			}
			out, rest = append(out, rest[:n]), rest[n:]
		}
	}
	return out
}
