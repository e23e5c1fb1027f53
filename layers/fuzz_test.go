package layers

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
)

// FuzzFold: folding equals a plain merge of maps from the lowest layer up, every value stands in the layer that its
// origin names, a disabled layer changes nothing, and the layers stay as they were.
func FuzzFold(f *testing.F) {
	f.Add("[a]\nx = 1", "a = 2", "[a]\ny = 3", byte(0))
	f.Add("a = [{b = 1}]", "[[a]]\nc = 2", "a.b = 1\n'a.b' = 2", byte(2))
	f.Add("memories.no_memories_if_mcp_or_web_search = true", "\"\" = {}", "\"\".\"\" = 1", byte(7))
	f.Fuzz(func(t *testing.T, low, middle, high string, off byte) {
		var s, enabled ConfigLayerStack
		want := map[string]any{}
		var before []string
		for i, text := range []string{low, middle, high} {
			src := &Source{Path: "/" + string(rune('a'+i)), Name: string(rune('a' + i))}
			root, diags := parse(diag.NewSource(src.Path, []byte(text)), src, testLimits)
			if diags.HasErrors() {
				return
			}
			e := Entry{Source: src, Root: root, Canonical: root, Exists: true}
			if off>>i&1 == 1 {
				e.Disabled = &DisabledReason{Code: "project-untrusted"}
			} else {
				m, _ := root.Plain().(map[string]any)
				want = plainMerge(want, m)
				enabled.Entries = append(enabled.Entries, e)
			}
			s.Entries = append(s.Entries, e)
			before = append(before, Format(root))
		}
		got := s.Effective()
		if text := Format(got.Root); text != Format(enabled.Effective().Root) {
			t.Errorf("disabled layers change the result to %s", text)
		}
		if m := got.Map(); !reflect.DeepEqual(want, m) && !holdsNaN(want) {
			t.Errorf("want %v\ngot  %v", want, m)
		}
		checkOrigins(t, enabled, got)
		for i, e := range s.Entries {
			if Format(e.Root) != before[i] {
				t.Errorf("layer %d was changed: %s became %s", i, before[i], Format(e.Root))
			}
		}
	})
}

// holdsNaN reports a value that equals not even itself.
func holdsNaN(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			if holdsNaN(e) {
				return true
			}
		}
	case []any:
		for _, e := range v {
			if holdsNaN(e) {
				return true
			}
		}
	case float64:
		return v != v
	}
	return false
}

// FuzzParseKey: a key that is read can be written and read again.
func FuzzParseKey(f *testing.F) {
	for _, s := range []string{"a.b", `"a.b".c`, `'x'`, `"\u00e9".y`, "..", `"`, `a."b`, "日.本", `"a"b`, `"\x41"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		key, err := ParseKey(text)
		if err != nil {
			return
		}
		if !utf8.ValidString(text) {
			return // no key of a file holds such bytes
		}
		again, err := ParseKey(key.String())
		if err != nil || !key.Equal(again) {
			t.Errorf("%q gives %q, which is written %s and read as %q (%v)", text, []string(key), key, []string(again), err)
		}
	})
}

// FuzzOverrides: an override sets exactly the key that it names, to the TOML value or to the text behind the sign.
func FuzzOverrides(f *testing.F) {
	for _, s := range []string{"a=1", "a.b={c=[true]}", "a= text", "a..b=1", "=1", "a", "-c=1", "a=\"x", "a='x'", "a.b=1=2", "projects.\"/x.y\".t=1", "a=1 # c", "a=\xff"} {
		f.Add(s, "a.b=2")
	}
	f.Fuzz(func(t *testing.T, one, two string) {
		root, diags := parseOverrides([]string{two, one}, testLimits)
		for _, d := range diags {
			if d.Summary == "" || d.Code == "" || d.Subject.Path != "" {
				t.Errorf("bad problem %+v", d)
			}
		}
		text, value, isPair := strings.Cut(one, "=")
		text, value = strings.TrimSpace(text), strings.TrimSpace(value)
		if code, _ := refusal(one, text, isPair); code != "" {
			if !diags.HasErrors() {
				t.Errorf("%q is refused in silence", one)
			}
			return
		}
		n := root.At(Key(strings.Split(text, ".")))
		if n == nil {
			t.Fatalf("%q sets nothing", one)
		}
		if strings.ContainsAny(value, "\n\r#") || !utf8.ValidString(value) {
			return // the decoder below reads a document, not a value
		}
		var want struct{ X any }
		if err := toml.Unmarshal([]byte("x = "+value), &want); err != nil {
			if _, isText := n.Value.(string); !isText && n.Table == nil && n.Elems == nil && !leapSecond(value) {
				t.Errorf("%q is no TOML (%v) and sets %s", one, err, Format(n))
			}
			return
		}
		switch v := want.X.(type) {
		case bool, int64, string:
			if n.Value != v {
				t.Errorf("%q sets %s, want %v", one, Format(n), v)
			}
		case []any:
			if len(n.Elems) != len(v) {
				t.Errorf("%q sets %s, want %v", one, Format(n), v)
			}
		}
	})
}

// leapSecond is what the agent takes for a time and the decoder does not.
func leapSecond(value string) bool { return strings.Contains(value, ":60") }

// FuzzSettings: the JSON of a settings file becomes a layer whose places lie inside, or a problem with a place.
func FuzzSettings(f *testing.F) {
	for _, s := range []string{`{"a": {"b": [1, null]}}`, `{"a":1,"a":2}`, `[]`, `{"permissions":{"allow":["Bash(*)"]}}`, "\xef\xbb\xbf{}", `{"a":"\ud800"}`, ``} {
		f.Add([]byte(s))
	}
	limits := dialect.Limits{FileBytes: 1 << 20, Depth: 200}
	f.Fuzz(func(t *testing.T, data []byte) {
		text := decoded(data, dialect.FormatJSON)
		src := &Source{Path: "/s.json", Name: "s"}
		v, diags := readJSON(diag.NewSource("/s.json", text), limits)
		root := fromDoc(v, src)
		for _, d := range diags {
			if d.Summary == "" || d.Subject.End.Offset > len(text) {
				t.Errorf("bad problem %+v", d)
			}
		}
		for key, n := range root.Values() {
			if at := n.Origin.Value(); at.Start.Offset < 0 || at.End.Offset > len(text) {
				t.Errorf("%s stands at %+v of %d bytes", key, at, len(text))
			}
		}
	})
}
