package jsonsrc

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

// FuzzParse holds the reader against the decoder of the standard library: the same verdict, the same values, and
// spans that lie inside the text and nest.
func FuzzParse(f *testing.F) {
	for _, c := range brokenCases {
		f.Add([]byte(c.text))
	}
	for _, s := range []string{
		`{"a":{"b":[1,2.5e-3,"x\u00e9\ud83d\ude00",null,true]},"a":1}`, "[\"\xff\xe2\x82\"]", "\xef\xbb\xbf[]", `[1e400,-0.0]`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, diags := Parse(diag.NewSource("/f.json", text), Options{})
		if (v == nil) != diags.HasErrors() {
			t.Fatalf("value %v with %+v", v, diags)
		}
		for _, d := range diags {
			if d.Subject.Start.Line < 1 || d.Subject.End.Offset > len(text) || d.Summary == "" {
				t.Errorf("bad problem %+v", d)
			}
		}
		if v != nil {
			checkSpans(t, text, v)
		}
		bare := bytes.TrimPrefix(text, byteOrderMark)
		if want := json.Valid(bare); want != (v != nil) {
			t.Fatalf("accepted %v, the standard library says %v: %+v", v != nil, want, diags)
		}
		if v == nil || !utf8.Valid(text) {
			return
		}
		dec := json.NewDecoder(bytes.NewReader(bare))
		dec.UseNumber()
		var want any
		if err := dec.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(normal(want), normal(plain(v))); d != "" {
			t.Errorf("values differ (-decoder +ours):\n%s", d)
		}
	})
}

// normal writes every number as the double that both sides stand for.
func normal(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, e := range v {
			out[k] = normal(e)
		}
		return out
	case []any:
		out := []any{}
		for _, e := range v {
			out = append(out, normal(e))
		}
		return out
	case json.Number:
		f, _ := v.Float64() // infinite for a number beyond the doubles, as ours
		return f + 0
	case int64:
		return float64(v)
	case float64:
		if v == 0 {
			return math.Abs(v)
		}
	}
	return v
}

func checkSpans(t *testing.T, text []byte, v *doc.Value) {
	t.Helper()
	start, end := v.Span().Start.Offset, v.Span().End.Offset
	if start < 0 || end > len(text) || start >= end || !json.Valid(text[start:end]) {
		t.Fatalf("span %d-%d of %+v", start, end, v)
	}
	for _, m := range v.Members {
		if m.Key().Start.Offset < start || m.Value.Span().End.Offset > end || m.Key().End.Offset > m.Value.Span().Start.Offset {
			t.Fatalf("member %q outside its object", m.Name)
		}
		checkSpans(t, text, m.Value)
	}
	for _, e := range v.Elems {
		if e.Span().Start.Offset < start || e.Span().End.Offset > end {
			t.Fatalf("element outside its array")
		}
		checkSpans(t, text, e)
	}
}
