package jsonsrc

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

// FuzzComments: with comments allowed every JSON text still means what it means without, and a name that stands
// twice in one object is always reported.
func FuzzComments(f *testing.F) {
	for _, s := range []string{
		`{"a": 1, /* c */ "b": [1, 2,], } // end`, `{"a":1,"a":2}`, `{"a":{"b":1,"b":1}}`, "/**/[]", `["/*", "//"]`, "{,}", `/*`, `{"\u0061":1,"a":2}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		src := diag.NewSource("/f.json", text)
		loose, looseDiags := Parse(src, Options{Comments: true})
		strict, strictDiags := Parse(src, Options{})
		if strict != nil {
			if loose == nil {
				t.Fatalf("plain JSON is refused: %+v", looseDiags)
			}
			if d := cmp.Diff(normal(plain(strict)), normal(plain(loose))); d != "" {
				t.Errorf("values differ (-without +with comments):\n%s", d)
			}
			if twice(text) != has(strictDiags, CodeDuplicate) {
				t.Errorf("names that stand twice: %v, reported %+v", twice(text), strictDiags)
			}
		}
		for _, d := range looseDiags {
			if d.Subject.Start.Line < 1 || d.Subject.End.Offset > len(text) || d.Summary == "" {
				t.Errorf("bad problem %+v", d)
			}
		}
		if loose != nil {
			inside(t, len(text), loose)
		}
	})
}

func has(diags diag.List, code diag.Code) bool {
	for _, d := range diags {
		if d.Code == code {
			return true
		}
	}
	return false
}

// inside: every value lies in the text.
func inside(t *testing.T, size int, v *doc.Value) {
	t.Helper()
	if v.Span().Start.Offset < 0 || v.Span().End.Offset > size || v.Span().Start.Offset >= v.Span().End.Offset {
		t.Fatalf("span %+v", v.Span())
	}
	for _, m := range v.Members {
		inside(t, size, m.Value)
	}
	for _, e := range v.Elems {
		inside(t, size, e)
	}
}

// twice reports by the tokens of the standard library whether an object of the text holds a name twice.
func twice(text []byte) bool {
	dec := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(text, byteOrderMark)))
	dec.UseNumber()
	var value func() bool
	value = func() bool {
		tok, err := dec.Token()
		if err != nil {
			return false
		}
		found := false
		switch tok {
		case json.Delim('['):
			for dec.More() {
				found = value() || found
			}
			_, _ = dec.Token() // the bracket that closes it
		case json.Delim('{'):
			names := map[string]bool{}
			for dec.More() {
				name, err := dec.Token()
				if err != nil {
					return found
				}
				found = found || names[name.(string)]
				names[name.(string)] = true
				found = value() || found
			}
			_, _ = dec.Token() // the bracket that closes it
		}
		return found
	}
	return value()
}
