package edit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/internal/doc"
	"github.com/agentlayers/layers/internal/jsonsrc"
	"github.com/agentlayers/layers/internal/tomlsrc"
	"github.com/agentlayers/layers/layers"
)

// Value is a value to write: what it is, and how it is spelled in the file's format.
type Value struct {
	tree   *doc.Value
	text   string
	source string // the text that spans of tree are places in
}

// String is the value as it is spelled in the file.
func (v Value) String() string { return v.text }

// ParseValue reads text as one value of the format: TOML or JSON. The spelling is kept.
func ParseValue(text string, c dialect.Config) (Value, error) {
	text = strings.TrimSpace(text)
	src := diag.NewSource("value", []byte(text))
	if c.Format == dialect.FormatJSON {
		tree, diags := jsonsrc.Parse(src, jsonsrc.Options{Depth: c.Limits.Depth})
		switch {
		case tree == nil:
			return Value{}, fmt.Errorf("not a JSON value: %s", diags[len(diags)-1].Summary)
		case len(diags) > 0:
			return Value{}, fmt.Errorf("not a plain JSON value: %s", diags[0].Summary)
		}
		return Value{tree: tree, text: text, source: text}, nil
	}
	tree, err := tomlsrc.ParseValue(src, tomlOptions(c.Limits))
	if err != nil {
		return Value{}, err
	}
	if tree.Span().Start.Offset != 0 || tree.Span().End.Offset != len(text) {
		return Value{}, errors.New("not a TOML value: something stands after its end")
	}
	v := Value{tree: tree, text: text, source: text}
	if strings.ContainsAny(text, "\r\n") {
		v.text = formatTOML(tree) // its line ends need not be the file's
	}
	return v, nil
}

// TextValue is the string s.
func TextValue(s string, c dialect.Config) (Value, error) {
	if !utf8.ValidString(s) {
		return Value{}, errors.New("the value is not valid UTF-8")
	}
	v := Value{tree: &doc.Value{Kind: doc.Scalar, Scalar: s}}
	if c.Format == dialect.FormatJSON {
		v.text = quoteJSON(s)
	} else {
		v.text = layers.FormatValue(s)
	}
	return v, nil
}

// ReadValue takes text as people type it for a key: a value of the format, or else plain text. Where the key wants
// text, a bare word that could be a number or a truth value is text too. What begins with a quote or a bracket
// must be a value of the format. field is the key's place in the key table; nil when it is not known.
func ReadValue(text string, c dialect.Config, field *dialect.Field) (Value, error) {
	v, err := ParseValue(text, c)
	switch {
	case err == nil && !isText(v.tree, field):
		return v, nil
	case err != nil && strings.ContainsAny(firstByte(strings.TrimSpace(text)), `"'[{`):
		return Value{}, err
	}
	return TextValue(text, c)
}

func firstByte(s string) string {
	if s == "" {
		return ""
	}
	return s[:1]
}

// isText reports whether a bare word means text for this key: no form of the key takes what it would be otherwise.
func isText(v *doc.Value, field *dialect.Field) bool {
	if field == nil || v.Kind != doc.Scalar {
		return false
	}
	var fits func(dialect.Form) bool
	switch v.Scalar.(type) {
	case bool:
		fits = func(f dialect.Form) bool { return f.Kind == "boolean" }
	case int64:
		fits = func(f dialect.Form) bool { return f.Kind == "number" || f.IsInteger() }
	case float64:
		fits = func(f dialect.Form) bool { return f.Kind == "number" }
	case nil:
		fits = func(f dialect.Form) bool { return f.Kind == "null" }
	case doc.Time:
		fits = func(dialect.Form) bool { return false }
	default:
		return false
	}
	takesText := false
	for _, f := range field.Forms {
		if fits(f) || f.Kind == "any" {
			return false
		}
		takesText = takesText || f.Kind == "string" || f.Kind == "enum"
	}
	return takesText
}

// quoteJSON writes s as JSON without the escapes that only web pages need.
func quoteJSON(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes
	return strings.TrimSuffix(b.String(), "\n")
}

// formatTOML writes a value on one line.
func formatTOML(v *doc.Value) string {
	var b strings.Builder
	switch v.Kind {
	case doc.Table:
		b.WriteByte('{')
		for i, m := range v.Members {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(" " + layers.Key{m.Name}.String() + " = " + formatTOML(m.Value))
		}
		if len(v.Members) > 0 {
			b.WriteByte(' ')
		}
		b.WriteByte('}')
	case doc.Array:
		parts := make([]string, len(v.Elems))
		for i, e := range v.Elems {
			parts[i] = formatTOML(e)
		}
		b.WriteString("[" + strings.Join(parts, ", ") + "]")
	default:
		b.WriteString(layers.FormatValue(v.Scalar))
	}
	return b.String()
}
