package layers

import (
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestParseKey(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Key{
		"model":                  {"model"},
		"a.b.c":                  {"a", "b", "c"},
		`mcp_servers."a.b".x`:    {"mcp_servers", "a.b", "x"},
		`'lit.eral'.x`:           {"lit.eral", "x"},
		`"with \"quote\"".y`:     {`with "quote"`, "y"},
		`projects."/home/u/src"`: {"projects", "/home/u/src"},
		`""`:                     {""},
		"":                       {""},
	} {
		got, err := ParseKey(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
	for _, text := range []string{`"open`, `"a"b`, `'x`, `"\q"`} {
		if key, err := ParseKey(text); err == nil {
			t.Errorf("%q parsed as %v", text, key)
		}
	}
}

// FuzzKeyText: what String writes, ParseKey reads back.
func FuzzKeyText(f *testing.F) {
	f.Add("a", "b.c")
	f.Add("", "é\n\"")
	f.Add("\ufffd", "\xd8")
	f.Add("\ufffd", "\u2028")
	f.Fuzz(func(t *testing.T, a, b string) {
		if !utf8.ValidString(a) || !utf8.ValidString(b) {
			return // invalid UTF-8 cannot be a key; each part counts, as two halves can make one character
		}
		key := Key{a, b}
		got, err := ParseKey(key.String())
		if err != nil {
			t.Fatalf("%s: %v", key, err)
		}
		if !key.Equal(got) {
			t.Errorf("%q became %q by way of %s", key, got, key)
		}
	})
}

// TestSetting: a dotted key leads where its parts lead.
func TestSetting(t *testing.T) {
	t.Parallel()
	root := parseText(t, "a = 1\n[t.u]\nv = 2\n[t.\"x.y\"]\nz = [3]\n")
	for dotted, want := range map[string]any{"a": int64(1), "t.u.v": int64(2), `t."x.y".z.0`: int64(3)} {
		if n := root.Setting(dotted); n == nil || n.Value != want {
			t.Errorf("%s: %+v, want %v", dotted, n, want)
		}
	}
	for _, dotted := range []string{"", "b", "a.b", "t.u.v.w", "t.x.y.z", "t.", ".t", `t."x`} {
		if n := root.Setting(dotted); n != nil {
			t.Errorf("%s: %+v, want nothing", dotted, n)
		}
	}
}
