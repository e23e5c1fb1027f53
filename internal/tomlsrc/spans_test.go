package tomlsrc

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

// checkSpans holds every span of a tree against the text: inside it, keys spelling their names, elements and
// members of bracketed values inside these, scalars reading back as themselves.
func checkSpans(t *testing.T, text []byte, root *doc.Value) {
	t.Helper()
	inside := func(s diag.Span) string {
		if s.Path != "/f.toml" || s.Start.Line < 1 || s.Start.Column < 1 || s.Start.Offset < 0 ||
			s.End.Offset < s.Start.Offset || s.End.Offset > len(text) {
			t.Fatalf("span outside the text: %+v", s)
		}
		return string(text[s.Start.Offset:s.End.Offset])
	}
	var walk func(v *doc.Value)
	walk = func(v *doc.Value) {
		whole := inside(v.Span())
		switch v.Kind {
		case doc.Scalar:
			again, err := ParseValue(diag.NewSource("/f.toml", []byte(whole)), Options{LeapSecond: true})
			if err != nil || tagged(v) != tagged(again) {
				t.Errorf("span %q of %v reads as %v, %v", whole, v.Scalar, again, err)
			}
		case doc.Table:
			for _, m := range v.Members {
				spelled := []byte(inside(m.Key()))
				if name, bad := keyName(spelled, lex(spelled, 0)); bad != nil || name != m.Name {
					t.Errorf("key span %q does not spell %q", spelled, m.Name)
				}
				if !m.Opened().IsZero() && strings.Trim(inside(m.Opened()), "[") != "" {
					t.Errorf("opened at %q", inside(m.Opened()))
				}
				walk(m.Value)
			}
		case doc.Array:
			for _, e := range v.Elems {
				if strings.HasPrefix(whole, "[") && (e.Span().Start.Offset <= v.Span().Start.Offset || e.Span().End.Offset >= v.Span().End.Offset) {
					t.Errorf("element %q is not inside %q", inside(e.Span()), whole)
				}
				walk(e)
			}
		}
	}
	walk(root)
}

// TestSpans shows where each kind of key and value is.
func TestSpans(t *testing.T) {
	t.Parallel()
	const text = "\ufeff\"k é\" = 'x' # c\n" +
		"arr = [1, # c\n  [ 2,], {b.c = 3 ,\n},\n]\n" +
		"[t.u]\nv . 'w' = \"\"\"\na\"\"\"\n" +
		"[[ l ]]\n[[l]]\nm=1\n[l.n]\n[t]\n"
	src := diag.NewSource("/f.toml", []byte(text))
	root, problems := Parse(src, Options{})
	if len(problems) > 0 {
		t.Fatalf("%+v", problems)
	}
	checkSpans(t, []byte(text), root)
	cut := func(s diag.Span) string {
		if s.IsZero() {
			return "-"
		}
		return text[s.Start.Offset:s.End.Offset]
	}
	var got []string
	var list func(path string, v *doc.Value)
	list = func(path string, v *doc.Value) {
		for _, m := range v.Members {
			got = append(got, strings.Join([]string{path + m.Name, cut(m.Key()), cut(m.Value.Span()), cut(m.Opened())}, " | "))
			list(path+m.Name+".", m.Value)
		}
		for _, e := range v.Elems {
			got = append(got, strings.Join([]string{path + "[]", cut(e.Span()), cut(e.Opened())}, " | "))
			list(path+"[].", e)
		}
	}
	list("", root)
	want := []string{
		"k é | \"k é\" | 'x' | -",
		"arr | arr | [1, # c\n  [ 2,], {b.c = 3 ,\n},\n] | -",
		"arr.[] | 1 | -",
		"arr.[] | [ 2,] | -",
		"arr.[].[] | 2 | -",
		"arr.[] | {b.c = 3 ,\n} | -",
		"arr.[].b | b | b | -",
		"arr.[].b.c | c | 3 | -",
		"t | t | t | [",
		"t.u | u | u | [",
		"t.u.v | v | v | -",
		"t.u.v.w | 'w' | \"\"\"\na\"\"\" | -",
		"l | l | l | [[",
		"l.[] | l | [[",
		"l.[] | l | [[",
		"l.[].m | m | 1 | -",
		"l.[].n | n | n | [",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("spans differ (-want +got):\n%s", d)
	}
	if first := root.Members[0]; first.Key().Start.Column != 2 {
		t.Errorf("the byte order mark does not count: %+v", first.Key().Start)
	}
	second := root.Get("l").Elems[1].Opened().Start
	if second.Line != 10 || root.Members[2].Opened().Start.Line != 13 {
		t.Errorf("brackets at line %d and %d", second.Line, root.Members[2].Opened().Start.Line)
	}
}
