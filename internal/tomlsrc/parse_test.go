package tomlsrc

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

// TestProblems shows the wording: code, place, summary, fix, and where the first definition is.
func TestProblems(t *testing.T) {
	t.Parallel()
	opts := Options{Depth: 2, KeyParts: 3}
	for _, c := range []struct{ text, want string }{
		{"[sandbox\nx = 1\n", "toml-syntax 1:9 expected ']' to close the table name; write [sandbox]"},
		{"[[hooks\n", "toml-syntax 1:8 expected ']]' to close the table name; write [[hooks]]"},
		{"[[hooks]\n", "toml-syntax 1:9 expected ']]' to close the table name; write [[hooks]]"},
		{"model : 'x'\n", "toml-syntax 1:7 expected '=' after the key; write = in place of :"},
		{"model\n", "toml-syntax 1:6 expected '=' after the key; write model = VALUE"},
		{"m = never\n", `toml-syntax 1:5 text must stand in quotes; write "never"`},
		{"m = True\n", "toml-syntax 1:5 expected true; write true, or put text in quotes"},
		{"m = 007\n", "toml-syntax 1:5 a number must not start with 0; write 7"},
		{"p = \"C:\\Windows\"\n", `toml-syntax 1:9 this is no escape that TOML knows; write \\ for a backslash, or use '...' quotes`},
		{"ü = 1\n", `toml-syntax 1:1 this character needs quotes in a key; write "ü"`},
		{"a = 1\na = 2\n", "toml-duplicate-key 2:1 this key is set twice; keep one of the two, or put both parts in one place; 1:1"},
		{"[a]\n[b]\n[a]\n", "toml-redefined-table 3:2 this table is defined twice; keep one of the two, or put both parts in one place; 1:2"},
		{"a = {}\n[a.b]\n", "toml-redefined-table 2:2 this key already has a value, so nothing can be put below it; keep one of the two, or put both parts in one place; 1:1"},
		{"a = [[[1]]]\n", "toml-too-deep 1:7 arrays and inline tables are nested more than 2 deep; "},
		{"x = 1\na.b.c.d = 1\n", "toml-key-too-long 1:1 this key has 4 parts, more than 3; ; 2:1"},
		{"a = '\xff'\n", "invalid-utf8 1:6 the file is not valid UTF-8; save the file as UTF-8"},
	} {
		_, problems := Parse(diag.NewSource("/f.toml", []byte(c.text)), opts)
		if len(problems) != 1 {
			t.Errorf("%q: %d problems", c.text, len(problems))
			continue
		}
		d := problems[0]
		got := fmt.Sprintf("%s %d:%d %s; %s", d.Code, d.Subject.Start.Line, d.Subject.Start.Column, d.Summary, d.Fix)
		for _, r := range d.Related {
			got += fmt.Sprintf("; %d:%d", r.Span.Start.Line, r.Span.Start.Column)
		}
		if got != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// TestPartial keeps what stands before the first mistake.
func TestPartial(t *testing.T) {
	t.Parallel()
	root, problems := Parse(diag.NewSource("/f.toml", []byte("a = 1\n[b]\nc = 2\nd =\ne = 3\n")), Options{})
	if len(problems) != 1 || fmt.Sprint(tagged(root)) != "map[a:integer 1 b:map[c:integer 2]]" {
		t.Errorf("%v, %+v", tagged(root), problems)
	}
}

// TestParseValue: recorded with the reference agent's -c flags; "" means that it took the text as it is.
func TestParseValue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"1 # c", "integer 1"},
		{"1\nzz = 2", "integer 1"},
		{"[1,\n2]", "[integer 1 integer 2]"},
		{"1\n_x_ = 2", ""},
		{"{a\n=1}", "map[a:integer 1]"},
		{"07:32", "time-local 07:32:00"},
		{"\ufeff1", ""},
		{"+_1", "integer 1"},
		{"{a}", "map[]"},
		{"1 2", ""},
		{"# c", ""},
		{"1\n[t]", "integer 1"},
		{"1\n[_x_.y]", ""},
		{"9223372036854775808", ""},
		{"'''\nx'''", "string x"},
		{"", ""},
		{"o3", ""},
		{"007", ""},
		{"[1,", ""},
		{"\xff", ""},
	} {
		v, err := ParseValue(diag.NewSource("-c #1", []byte(c.text)), agents[0].opts)
		got := ""
		if err == nil {
			got = fmt.Sprint(tagged(v))
		} else if v != nil || err.Error() == "" {
			t.Errorf("%q: value %v, error %v", c.text, v, err)
		}
		if got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
	v, err := ParseValue(diag.NewSource("-c #1", []byte(" {é = 1}")), Options{})
	if err == nil {
		t.Errorf("bare non-ASCII key accepted: %v", v)
	}
	v, err = ParseValue(diag.NewSource("-c #1", []byte(`{"é" = 1}`)), Options{})
	if err != nil || v.Span().Start.Offset != 0 || v.Span().End.Column != 10 || v.Members[0].Value.Span().Start.Column != 8 {
		t.Errorf("spans do not count from the value: %+v, %v", v, err)
	}
}

// TestHostile: no file may exhaust the stack or take more than linear time, with or without limits.
func TestHostile(t *testing.T) {
	t.Parallel()
	const n = 1 << 17
	for _, c := range []struct {
		text string
		code diag.Code
	}{
		{"a = " + strings.Repeat("[", n), CodeTooDeep},
		{"a = " + strings.Repeat("{a=", n), CodeTooDeep},
		{strings.Repeat("a.", n) + "a = 1\n", CodeKeyTooLong},
		{"[" + strings.Repeat("a.", n) + "a]\n", CodeKeyTooLong},
		{"a = " + strings.Repeat("1 ", n), CodeSyntax},
		{strings.Repeat("\"", n), CodeSyntax},
		{"a = \"" + strings.Repeat("\\", n+1), CodeSyntax},
		{"a = [" + strings.Repeat("1,\n", n), CodeSyntax},
		{strings.Repeat("[", n), CodeSyntax},
		{"a = \"\"\"" + strings.Repeat("\"\"x", n), CodeSyntax},
		{"a = 1\n" + strings.Repeat("#\n", n) + "a = 2\n", CodeDuplicate},
	} {
		for _, opts := range []Options{{}, agents[0].opts, agents[1].opts} {
			_, problems := Parse(diag.NewSource("/f.toml", []byte(c.text)), opts)
			if len(problems) != 1 || problems[0].Code != c.code {
				t.Errorf("%.20q with %+v: %+v, want %s", c.text, opts, problems, c.code)
			}
		}
	}
}

// manyTables is the shape that makes a decoder with linear look-ups quadratic.
func manyTables(n int) []byte {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[projects.\"/home/u/p%06d\"]\ntrust_level = \"trusted\"\n", i)
	}
	return []byte(b.String())
}

// longLine is one line with many values and a mistake-free end.
func longLine(n int) []byte {
	return []byte("a = [" + strings.Repeat(`{ "é" = "x", b.c = [1] }, `, n) + "]\n")
}

// steps counts the work outside the parser.
func steps(t *testing.T, text []byte) int {
	t.Helper()
	r := &reader{src: diag.NewSource("/f.toml", text), text: text}
	b := newBuilder(r, text, &pool{})
	if bad := b.build(); bad != nil {
		t.Fatalf("%+v", bad)
	}
	return b.steps + b.scope.steps
}

// TestLinear: ten times the text is ten times the work.
func TestLinear(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]func(int) []byte{"tables": manyTables, "line": longLine} {
		small, large := steps(t, text(1000)), steps(t, text(10000))
		if ratio := float64(large) / float64(small); ratio < 9.5 || ratio > 10.5 {
			t.Errorf("%s: %d steps for 1000, %d for 10000", name, small, large)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	for name, text := range map[string][]byte{
		"tables-1000": manyTables(1000), "tables-10000": manyTables(10000), "line-10000": longLine(10000),
		"mistake-at-end": append(manyTables(10000), "[a\n"...),
	} {
		b.Run(name, func(b *testing.B) {
			src := diag.NewSource("/f.toml", text)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if root, _ := Parse(src, Options{Depth: 80, KeyParts: 80}); root.Kind != doc.Table {
					b.Fatal("no table")
				}
			}
		})
	}
}
