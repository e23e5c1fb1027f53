package term

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/diag"
)

func diff(t *testing.T, what, got, want string) {
	t.Helper()
	if d := cmp.Diff(strings.TrimPrefix(want, "\n"), got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

func TestLayout(t *testing.T) {
	t.Parallel()
	for width, want := range map[int]Layout{0: Wide, 1: Stacked, 59: Stacked, 60: Compact, 99: Compact, 100: Wide, 200: Wide} {
		if got := (Style{Width: width}).Layout(); got != want {
			t.Errorf("layout of %d columns = %d, want %d", width, got, want)
		}
	}
}

func TestDrawInASCII(t *testing.T) {
	t.Parallel()
	const own = "▶ │ ╭ █ ✓ ✗ ⚠ – …"
	if got, want := (Style{ASCII: true}).Draw(own), "> | + # ok x ! - ..."; got != want {
		t.Errorf("Draw = %q, want %q", got, want)
	}
	if got := (Style{}).Draw(own); got != own {
		t.Errorf("Draw changed %q to %q", own, got)
	}
}

func TestPaintTakesNoColumns(t *testing.T) {
	t.Parallel()
	st := Style{Color: true}
	painted := st.Paint(Winner, "日本") + " " + st.Paint(Faint, "x")
	if painted != "\x1b[1;32m日本\x1b[0m \x1b[2mx\x1b[0m" || Width(painted) != 6 {
		t.Errorf("painted %q has %d columns, want 6", painted, Width(painted))
	}
	if got := (Style{}).Paint(Winner, "x"); got != "x" {
		t.Errorf("without colour Paint gives %q", got)
	}
}

func TestShortenPath(t *testing.T) {
	t.Parallel()
	const place = "services/api/internal/.codex/config.toml:12:3"
	for _, c := range []struct {
		place string
		width int
		want  string
	}{
		{place, 45, place},
		{place, 44, "services/…/internal/.codex/config.toml:12:3"},
		{place, 40, "services/…/.codex/config.toml:12:3"},
		{place, 33, "…/.codex/config.toml:12:3"},
		{place, 24, "…/config.toml:12:3"},
		{place, 14, "…fig.toml:12:3"},
		{place, 3, "…l:12:3"},
		{"/etc/codex/requirements.toml:2:29", 25, "…/requirements.toml:2:29"},
		{"~/a/b/c/config.toml", 17, "~/…/c/config.toml"},
		{"odd:name/x:12", 9, "…/x:12"},
		{"日本語/日本語/x.toml:1:1", 20, "…/日本語/x.toml:1:1"},
	} {
		if got := (Style{Width: 80}).ShortenPath(c.place, c.width); got != c.want {
			t.Errorf("ShortenPath(%q, %d) = %q, want %q", c.place, c.width, got, c.want)
		}
	}
	if got := (Style{Full: true, Width: 10}).ShortenPath(place, 10); got != place {
		t.Errorf("full output shortened to %q", got)
	}
	if got, want := (Style{ASCII: true}).ShortenPath(place, 40), "services/.../.codex/config.toml:12:3"; got != want {
		t.Errorf("in ASCII %q, want %q", got, want)
	}
}

func TestShortenValue(t *testing.T) {
	t.Parallel()
	long := `"` + strings.Repeat("abc ", 400) + `"`
	st := Style{Width: 80}
	for _, c := range []struct {
		st    Style
		value string
		width int
		want  string
	}{
		{st, "short", 5, "short"},
		{st, long, 30, `"abc abc abc ab… (1,602 chars)`},
		{st, long, 18, `"abc abc … (1,602)`},
		{st, long, 6, `"abc …`},
		{Style{ASCII: true}, long, 24, `"abc ab... (1,602 chars)`},
		{Style{Full: true}, long, 24, long},
		{st, st.Escape("\u202e\x1b日本\xff and some more text"), 20, "⟦U+202E⟧… (24 chars)"},
	} {
		if got := c.st.ShortenValue(c.value, c.width); got != c.want {
			t.Errorf("ShortenValue(%.20q, %d) = %q, want %q", c.value, c.width, got, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	n := Names{Root: "/home/u/src/shop", Home: "/home/u"}
	for path, want := range map[string]string{
		"/home/u/src/shop":            ".",
		"/home/u/src/shop/.codex/c":   ".codex/c",
		"/home/u/src/shopping/AGENTS": "~/src/shopping/AGENTS",
		"/home/u":                     "~",
		"/home/user/x":                "/home/user/x",
		"/etc/codex/config.toml":      "/etc/codex/config.toml",
	} {
		if got := n.Name(path); got != want {
			t.Errorf("Name(%q) = %q, want %q", path, got, want)
		}
	}
	if got := (Names{Root: "/"}).Name("/a/b"); got != "a/b" {
		t.Errorf("below / the name is %q", got)
	}
	src := diag.NewSource("/r/a\nb", []byte("x"))
	if got, want := (Style{}).Place(Names{Root: "/r"}, src.Span(0, 1)), "a⟦U+000A⟧b:1:1"; got != want {
		t.Errorf("Place = %q, want %q", got, want)
	}
	if got := (Style{}).Place(Names{}, diag.Span{}); got != "" {
		t.Errorf("no place is written %q", got)
	}
}

func TestCountsAndBars(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -4266: "-4,266"} {
		if got := Count(n); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
	if got := Plural(1, "key") + Plural(0, "key") + Plural(2000, "key"); got != "1 key0 keys2,000 keys" {
		t.Errorf("Plural: %q", got)
	}
	for _, c := range []struct {
		bar   Bar
		width int
		want  string
	}{
		{Bar{Kept: 100}, 5, "█████"},
		{Bar{Kept: 50, Free: 50}, 10, "█████░░░░░"},
		{Bar{Kept: 32768, Lost: 1, Free: 0}, 8, "███████▓"},
		{Bar{Lost: 1}, 3, "▓▓▓"},
		{Bar{Kept: 1, Lost: 1, Free: 1}, 2, "█▓"},
		{Bar{}, 9, ""},
		{Bar{Kept: 1}, 0, ""},
	} {
		if got := (Style{}).Bar(c.bar, c.width); got != c.want {
			t.Errorf("Bar(%+v, %d) = %q, want %q", c.bar, c.width, got, c.want)
		}
	}
	if got := (Style{ASCII: true}).Bar(Bar{1, 1, 1}, 6); got != "##xx.." {
		t.Errorf("bar in ASCII: %q", got)
	}
}

func TestWrap(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"", 5, []string{""}},
		{"one two", 0, []string{"one two"}},
		{"one two three", 7, []string{"one two", "three"}},
		{"one  two", 4, []string{"one", "two"}},
		{"abcdefgh ij", 3, []string{"abc", "def", "gh", "ij"}},
		{"  a b", 3, []string{"  a", "b"}},
		{"日本語です", 4, []string{"日本", "語で", "す"}},
		{"日本", 1, []string{"日", "本"}},
	} {
		if d := cmp.Diff(c.want, Wrap(c.text, c.width)); d != "" {
			t.Errorf("Wrap(%q, %d) (-want +got):\n%s", c.text, c.width, d)
		}
	}
}

// ladder is the table of a key's layers, with one hostile and one wide row.
func ladder(st Style) Table {
	return Table{
		Columns: []Column{{}, {}, {Shrink: ShrinkText}, {Shrink: ShrinkPath}, {}},
		Rows: [][]Cell{
			{{Text: "  5"}, {Text: "flags"}, {Text: st.Draw("–")}},
			{{Text: st.Draw("▶ 4")}, {Text: "project"}, {Text: `"gpt-5.3-codex"`, Paint: Winner}, {Text: "services/api/.codex/config.toml:3:1"}, {Text: "wins"}},
			{{Text: "  3"}, {Text: "project"}, {Text: st.Escape("\"日本\x1b[2J\"")}, {Text: ".codex/config.toml:1:1"}, {Text: "shadowed"}},
			{{Text: "  1"}, {Text: "system"}, {Text: strings.Repeat("v", 40)}, {Text: "/etc/codex/config.toml"}, {Text: "absent"}},
		},
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		st   Style
		want string
	}{
		{"120 columns", Style{Width: 120}, `
  5  flags    –
▶ 4  project  "gpt-5.3-codex"                           services/api/.codex/config.toml:3:1  wins
  3  project  "日本⟦U+001B⟧[2J"                         .codex/config.toml:1:1               shadowed
  1  system   vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv  /etc/codex/config.toml               absent
`},
		{"80 columns", Style{Width: 80}, `
  5  flags    –
▶ 4  project  "gpt-5.3-codex"              …/.codex/config.toml:3:1     wins
  3  project  "日本⟦U+001B⟧[2J"            .codex/config.toml:1:1       shadowed
  1  system   vvvvvvvvvvvvvvv… (40 chars)  /etc/codex/config.toml       absent
`},
		{"60 columns in ASCII", Style{Width: 60, ASCII: true}, `
  5  flags    -
> 4  project  "gpt-5... (15)  .../config.toml:3:1   wins
  3  project  "[U+65E... (8)  .../config.toml:1:1   shadowed
  1  system   vvvvvv... (40)  .../config.toml       absent
`},
		{"50 columns", Style{Width: 50}, `
  5  flags
    –
▶ 4  project
    "gpt-5.3-codex"
    services/api/.codex/config.toml:3:1
    wins
  3  project
    "日本⟦U+001B⟧[2J"
    .codex/config.toml:1:1
    shadowed
  1  system
    vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv
    /etc/codex/config.toml
    absent
`},
	} {
		b := c.st.Builder()
		b.Table(ladder(c.st))
		diff(t, c.name, b.String(), c.want)
		for line := range strings.Lines(b.String()) {
			if w := Width(strings.TrimSuffix(line, "\n")); w > c.st.Width {
				t.Errorf("%s: line of %d columns: %q", c.name, w, line)
			}
		}
	}
}

func TestTableInFullLosesNothing(t *testing.T) {
	t.Parallel()
	st := Style{Width: 60, Full: true}
	b := st.Builder()
	b.Table(ladder(st))
	for _, want := range []string{strings.Repeat("v", 40), "services/api/.codex/config.toml:3:1", "shadowed"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("full output lacks %q:\n%s", want, b.String())
		}
	}
}

func TestTableAlignsNumbers(t *testing.T) {
	t.Parallel()
	b := Style{Color: true}.Builder()
	b.Table(Table{Indent: 1, Columns: []Column{{}, {Right: true}, {}}, Rows: [][]Cell{
		{{Text: "a"}, {Text: "1,204 B", Paint: Faint}, {Text: "x"}},
		{{Text: "bcd"}, {Text: "7 B"}},
		{},
	}})
	diff(t, "numbers", b.String(), " a    \x1b[2m1,204 B\x1b[0m  x\n bcd      7 B\n\n")
}

func TestHangAndSpread(t *testing.T) {
	t.Parallel()
	b := Style{Width: 60}.Builder()
	b.Blank()
	b.Hang("why", 6, "a project layer nearer to the working directory beats one above it")
	b.Blank()
	b.Blank()
	b.Hang("a long label", 6, "text")
	b.Spread(`model = "x"`, "type string", 40)
	b.Spread(`model = "`+strings.Repeat("x", 50)+`"`, "type string", 0)
	b.Spread("left", "", 0)
	diff(t, "builder", b.String(), `
why   a project layer nearer to the working directory beats
      one above it

a long label
      text
model = "x"                  type string
model = "`+strings.Repeat("x", 50)+`"
                                                 type string
left
`)
	var out strings.Builder
	if n, err := b.WriteTo(&out); err != nil || int(n) != len(b.String()) || out.String() != b.String() {
		t.Errorf("WriteTo wrote %d bytes, error %v", n, err)
	}
}
