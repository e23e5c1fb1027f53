package random

import (
	"path"
	"strconv"
	"strings"
)

// scalar is a value of any simple kind in one of its spellings.
func (m *maker) scalar() any {
	switch m.kind("int:20 str:30 bool:12 float:8 date:6 oddstr:14 oddint:8 oddfloat:2") {
	case "int":
		return m.between(-5, 99)
	case "str":
		return m.sentence(m.between(1, 3))
	case "bool":
		return m.chance(.5)
	case "float":
		return pick(m, []float64{1.5, -0.25, 3.0, 1e10, 1e-7, 100.125})
	case "date":
		return one(m, raw("1979-05-27T07:32:00Z"), "1979-05-27T00:32:00.999-07:00", "1979-05-27 07:32:00", "1979-05-27", "07:32:00.5")
	case "oddint":
		return one(m, raw("0xFF"), "0o17", "0b101", "1_000_000", "9223372036854775807", "-9223372036854775808", "+7", "-0")
	case "oddfloat":
		return one(m, raw("inf"), "-inf", "nan", "-0.0", "5e+22", "6.626e-34", "1e06", "9007199254740993.0")
	}
	return one(m, raw(`""`), `''`, `"\u00e9\t\"q\""`, `'C:\x\y'`, "\"\"\"\nline one\nline two\n\"\"\"", "'''\nraw \\n\n'''",
		"\"\"\"a \\\n    b\"\"\"", `"日本語"`, `"$HOME"`, `"~/x"`, `"./rel"`, `"# not a comment"`, `"emoji 😀"`, `"\U0001F600"`,
		`"trailing space "`, `"a\\b"`, `"""two ""quotes"" in"""`, `'''it''s'''`, `"\b\f\r"`)
}

// freeKeys are names that no agent knows; the odd ones are rare.
var freeKeys = []string{
	"custom", "x", "zz", "extra", "a.b", "quoted key", "ключ", "日", "", "1", "true", "-d", "_u", "it's", `say "hi"`,
	"UPPER", "tab\tkey", "a", "b", "c", "$x", "*",
}

func (m *maker) freeKey() string {
	var choices []weighted[string]
	for _, k := range freeKeys {
		w := 2.0
		if k != "" && strings.Trim(k, "abcdefghijklmnopqrstuvwxyz") == "" {
			w = 12
		}
		choices = append(choices, weighted[string]{k, w})
	}
	return weigh(m, choices...)
}

// value is a scalar or something made of some.
func (m *maker) value(depth int) any {
	spec := "scalar:50 array:12 empty:3 mixed:3"
	if depth < 4 {
		spec += " table:28"
	}
	if depth < 3 {
		spec += " tables:8"
	}
	switch m.kind(spec) {
	case "table":
		t := &table{}
		for range m.between(1, 3) {
			t.put(m.freeKey(), m.value(depth+1))
		}
		return t
	case "array":
		out := []any{}
		for range m.between(0, 3) {
			out = append(out, m.scalar())
		}
		return out
	case "tables":
		m.note("array-of-tables")
		out := []any{}
		for range m.between(1, 3) {
			t := &table{}
			for range m.between(0, 2) {
				t.put(m.freeKey(), m.value(depth+2))
			}
			out = append(out, t)
		}
		return out
	case "empty":
		return pick(m, []any{&table{}, []any{}})
	case "mixed":
		return []any{m.scalar(), []any{m.scalar()}, tableOf("k", m.scalar())}[:m.between(1, 3)]
	}
	return m.scalar()
}

// pathText is a spelling of a path for a layer in folder, and the place that it names.
func (m *maker) pathText(folder, name string) (text, place string) {
	switch m.kind("rel:30 dot:15 up:15 abs:20 home:12 messy:8") {
	case "rel":
		return name, clean(folder, name)
	case "dot":
		return "./" + name, clean(folder, name)
	case "up":
		return "../" + name, clean(path.Dir(folder), name)
	case "abs":
		return "$ROOT/files/" + name, "files/" + name
	case "home":
		return "~/" + name, "home/" + name
	}
	return "x/.././/" + name, clean(folder, name)
}

// wrong is a value of a kind that hardly any key takes.
func (m *maker) wrong(key string) any {
	number := any(12345)
	if key == "model" {
		number = true
	}
	return pick(m, []any{tableOf("a", 1), []any{1, tableOf("x", 2)}, number, raw("1979-05-27"), "definitely-not-a-value", -7.5})
}

// Fragments of TOML. The first list comes before headers, the second brings its own, the third is mostly illegal.
var (
	exoticLead = []string{
		"q1.w.e = 1\nq1.w.r = 2\n", "q2 = [ # c\n 1, 2,\n # d\n]\n", "'q3' . \"x\" = 1\n", "q4 = {a.b = 1, a.c = 2}\n", "q5 = 07:32:00\n",
		"q6 = 1979-05-27t07:32:00z\n", "q7 = \"a\\u0000b\"\n", "q11 = 1e1_0\n", "q12 = '''\n'''\n",
		"q13 = \"\"\"\\\n   x \\\n\n   y\"\"\"\n", "3.14 = \"pi\"\n", "q15 = [[1, 2], [\"a\"], []]\n",
		"q16 = \"\"\"\"\"\"\n", "q17 = \"\"\"\"quoted\"\"\"\"\n", "q18 = 1987-07-05T17:45:56.123456789Z\n", "q19 = 0xdead_beef\n",
	}
	exoticTail = []string{"[q8.x]\n[q8]\ny = 1\n", "[[q9]]\n[q9.sub]\nk = 1\n[[q9]]\n[q9.sub]\nk = 2\n", "[ q10 . 'y z' ]\nk = 1 # end\n"}
	exoticBad  = []string{
		"q = 1\nq = 2\n", "[tq]\n[tq]\n", "aq.b = 1\n[aq]\nc = 1\n", "q = 01\n", "q = .5\n", "q = 1.\n", "q = 1__0\n", "q = {a = 1,}\n", "q = {a = 1,\n b = 2}\n",
		"q = \"\\e[0m\"\n", "q = \"\\x41\"\n", "q = 1979-05-27T07:32Z\n", "кл = 1\n", "q = 9223372036854775808\n", "[aq]\n[[aq]]\n", "q = [1, 2\n", "= 1\n",
		"q\n", "q = \n", "q = \"abc\n", "q = 'abc\n", "q = \"\\q\"\n", "q = TRUE\n", "q = 1 r = 2\n", "[q\n", "[]\n", "q = [1,,2]\n", "q = nul\n", "q = 1979-13-01\n",
		"q = 25:00:00\n", "aq = {b = 1}\naq.c = 2\n", "aq = {b = 1}\n[aq.c]\n", "aq = [1]\n[[aq]]\n", "q = \"\\ud800\"\n", "q : 1\n", "q.= 1\n", "\"\"\"q\"\"\" = 1\n", "[q.]\n",
	}
)

func itoa(n int) string { return strconv.Itoa(n) }
