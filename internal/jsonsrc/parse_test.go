package jsonsrc

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

// plain gives the values of a tree without their places.
func plain(v *doc.Value) any {
	switch v.Kind {
	case doc.Table:
		out := map[string]any{}
		for _, m := range v.Members {
			out[m.Name] = plain(m.Value)
		}
		return out
	case doc.Array:
		out := []any{}
		for _, e := range v.Elems {
			out = append(out, plain(e))
		}
		return out
	}
	return v.Scalar
}

func TestValues(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]any{
		`{}`:                                      map[string]any{},
		` [1, 2.0, -0, 1e3, 1.5, -1.5e-2] `:       []any{int64(1), int64(2), int64(0), int64(1000), 1.5, -0.015},
		`[9007199254740992, 9007199254740993]`:    []any{int64(1 << 53), int64(1 << 53)},
		`[12345678901234567890, 1e400, -1e400]`:   []any{12345678901234567890.0, math.Inf(1), math.Inf(-1)},
		`"a\u0041\n\/\ud83d\ude00"`:               "aA\n/😀",
		`"\ud800x\udc00\ud800\u0041"`:             "\ufffdx\ufffd\ufffdA",
		"\"\xff\xfe \xe2\x82 \xe0\x80\x80\"":      "\ufffd\ufffd \ufffd \ufffd\ufffd\ufffd",
		"\xef\xbb\xbf{\"a\": [true, false,null]}": map[string]any{"a": []any{true, false, nil}},
		`{"a": 1, "b": 2, "a": {"c": 3}}`:         map[string]any{"a": map[string]any{"c": int64(3)}, "b": int64(2)},
		`{"": 0, "a.b": 1}`:                       map[string]any{"": int64(0), "a.b": int64(1)},
	} {
		v, diags := Parse(diag.NewSource("/f.json", []byte(text)), Options{})
		if v == nil {
			t.Errorf("%s: %+v", text, diags)
			continue
		}
		if d := cmp.Diff(want, plain(v)); d != "" {
			t.Errorf("%s (-want +got):\n%s", text, d)
		}
	}
}

// brokenCases are texts with the place and a word of the message that each must give.
var brokenCases = []struct {
	text  string
	place string // line:column-column
	word  string
}{
	{"", "1:1-1", "no value"},
	{" \n", "2:1-1", "no value"},
	{`{"a": 1,}`, "1:8-9", "comma"},
	{`[1,]`, "1:3-4", "comma"},
	{"{\n  // note\n}", "2:3-10", "comment"},
	{`{"a": /* x */ 1}`, "1:7-14", "comment"},
	{`{"a" 1}`, "1:6-7", "colon"},
	{`{a: 1}`, "1:2-3", "double quotes"},
	{`{'a': 1}`, "1:2-3", "double quotes"},
	{`["a" "b"]`, "1:6-7", "comma"},
	{`{"a": 1`, "1:8-8", "comma"},
	{`[`, "1:2-2", "ends before"},
	{`{"a":`, "1:6-6", "ends where a value"},
	{`"abc`, "1:1-5", "ends inside"},
	{"\"a\tb\"", "1:3-4", "0x09"},
	{`"\x"`, "1:2-4", "escape"},
	{`"\u12"`, "1:2-3", "four"},
	{`01`, "1:1-3", "leading zero"},
	{`-01`, "1:2-4", "leading zero"},
	{`1.`, "1:3-3", "digit"},
	{`1e`, "1:3-3", "digit"},
	{`-`, "1:2-2", "digit"},
	{`nul`, "1:1-2", "value should stand"},
	{`{} x`, "1:4-5", "after the end"},
	{"\xc2\xa0{}", "1:1-2", "0xC2"},
	{`/`, "1:1-2", "value should stand"},
}

func TestBroken(t *testing.T) {
	t.Parallel()
	for _, c := range brokenCases {
		v, diags := Parse(diag.NewSource("/f.json", []byte(c.text)), Options{})
		if v != nil || len(diags) != 1 {
			t.Errorf("%q is accepted: %+v", c.text, diags)
			continue
		}
		d := diags[0]
		place := fmt.Sprintf("%d:%d-%d", d.Subject.Start.Line, d.Subject.Start.Column, d.Subject.End.Column)
		if d.Code != CodeSyntax || d.Severity != diag.Error || place != c.place || !strings.Contains(d.Summary, c.word) {
			t.Errorf("%q: %s %s %q, want %s %q", c.text, d.Code, place, d.Summary, c.place, c.word)
		}
	}
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	const text = "{\n  \"a\": {\"b\" : [1, \"é\", {}]}\n}"
	v, _ := Parse(diag.NewSource("/f.json", []byte(text)), Options{})
	at := func(s diag.Span) string { return text[s.Start.Offset:s.End.Offset] }
	a := v.Members[0]
	b := a.Value.Members[0]
	got := []string{at(v.Span()), at(a.Key()), at(a.Value.Span()), at(b.Key()), at(b.Value.Span()), at(b.Value.Elems[1].Span()), at(b.Value.Elems[2].Span())}
	want := []string{text, `"a"`, `{"b" : [1, "é", {}]}`, `"b"`, `[1, "é", {}]`, `"é"`, `{}`}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if b.Value.Elems[2].Span().Start.Line != 2 || b.Value.Elems[2].Span().Start.Column != 24 {
		t.Errorf("%+v", b.Value.Elems[2].Span().Start)
	}
}

func TestDuplicateNamesBothPlaces(t *testing.T) {
	t.Parallel()
	_, diags := Parse(diag.NewSource("/f.json", []byte("{\"a\": 1,\n \"b\": {\"a\": 2},\n \"a\": 3}")), Options{})
	if len(diags) != 1 || diags[0].Code != CodeDuplicate || diags[0].Severity != diag.Warning {
		t.Fatalf("%+v", diags)
	}
	if diags[0].Subject.Start.Line != 3 || diags[0].Related[0].Span.Start.Line != 1 {
		t.Errorf("%+v", diags[0])
	}
}

func TestInvalidUTF8NamedOnce(t *testing.T) {
	t.Parallel()
	_, diags := Parse(diag.NewSource("/f.json", []byte("[\"a\xff\", \"\xfe\"]")), Options{})
	if len(diags) != 1 || diags[0].Code != CodeNotUTF8 || diags[0].Subject.Start.Offset != 3 {
		t.Errorf("%+v", diags)
	}
}

func TestComments(t *testing.T) {
	t.Parallel()
	const text = "// head\n{\"a\": [1, /* two */ 2,], // tail\n}\n// end"
	v, diags := Parse(diag.NewSource("/f.json", []byte(text)), Options{Comments: true})
	if v == nil || len(diags) > 0 {
		t.Fatalf("%+v", diags)
	}
	if d := cmp.Diff(any(map[string]any{"a": []any{int64(1), int64(2)}}), plain(v)); d != "" {
		t.Error(d)
	}
	for _, text := range []string{"[,]", "{,}", "[1,,]", "/* open", "[1] /"} {
		if v, _ := Parse(diag.NewSource("/f.json", []byte(text)), Options{Comments: true}); v != nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

func TestDepth(t *testing.T) {
	t.Parallel()
	nest := func(n int) []byte { return []byte(strings.Repeat("[", n) + strings.Repeat("]", n)) }
	if v, diags := Parse(diag.NewSource("/f.json", nest(5)), Options{Depth: 5}); v == nil {
		t.Errorf("%+v", diags)
	}
	_, diags := Parse(diag.NewSource("/f.json", nest(6)), Options{Depth: 5})
	if len(diags) != 1 || diags[0].Code != CodeTooDeep || diags[0].Subject.Start.Offset != 5 {
		t.Errorf("%+v", diags)
	}
	if v, _ := Parse(diag.NewSource("/f.json", []byte(strings.Repeat(`{"a":[`, 1<<20))), Options{}); v != nil {
		t.Error("a million brackets are accepted")
	}
	if v, diags := Parse(diag.NewSource("/f.json", []byte(`[`+strings.Repeat(`[],`, 100)+`[]]`)), Options{Depth: 2}); v == nil {
		t.Errorf("brackets side by side count as nested: %+v", diags)
	}
}
