package term

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestEscape(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, in, want, ascii string }{
		{"plain", `model = "gpt-5"`, `model = "gpt-5"`, `model = "gpt-5"`},
		{"escape sequence", "a\x1b[31mb", "a⟦U+001B⟧[31mb", "a[U+001B][31mb"},
		{"C1 as a character", "\u009b31m", "⟦U+009B⟧31m", "[U+009B]31m"},
		{"C1 as a byte", "\x9b31m", "⟦0x9B⟧31m", "[0x9B]31m"},
		{"delete, null, bell", "\x7f\x00\a", "⟦U+007F⟧⟦U+0000⟧⟦U+0007⟧", "[U+007F][U+0000][U+0007]"},
		{"line break and tab", "a\n\tb\r", "a⟦U+000A⟧⟦U+0009⟧b⟦U+000D⟧", "a[U+000A][U+0009]b[U+000D]"},
		{"line separators", "\u2028\u2029\u0085", "⟦U+2028⟧⟦U+2029⟧⟦U+0085⟧", "[U+2028][U+2029][U+0085]"},
		{"direction override", "x\u202egnp.exe", "x⟦U+202E⟧gnp.exe", "x[U+202E]gnp.exe"},
		{"isolates and marks", "\u2066\u2069\u200e\u061c", "⟦U+2066⟧⟦U+2069⟧⟦U+200E⟧⟦U+061C⟧", "[U+2066][U+2069][U+200E][U+061C]"},
		{"zero width", "a\u200bb\u200dc\ufeffd\u2060", "a⟦U+200B⟧b⟦U+200D⟧c⟦U+FEFF⟧d⟦U+2060⟧", "a[U+200B]b[U+200D]c[U+FEFF]d[U+2060]"},
		{"tag characters", "x\U000e0001\U000e0041\U000e007f", "x⟦U+E0001⟧⟦U+E0041⟧⟦U+E007F⟧", "x[U+E0001][U+E0041][U+E007F]"},
		{"surrogate as bytes", "\xed\xa0\x80", "⟦0xED⟧⟦0xA0⟧⟦0x80⟧", "[0xED][0xA0][0x80]"},
		{"truncated character", "\xe6\x97", "⟦0xE6⟧⟦0x97⟧", "[0xE6][0x97]"},
		{"real replacement character", "\ufffd", "\ufffd", "[U+FFFD]"},
		{"selector after a symbol", "⚠\ufe0f", "⚠\ufe0f", "[U+26A0][U+FE0F]"},
		{"selector of a keycap", "1\ufe0f\u20e3", "1\ufe0f\u20e3", "1[U+FE0F][U+20E3]"},
		{"selector run", "⚠\ufe0f\ufe0f", "⚠\ufe0f⟦U+FE0F⟧", "[U+26A0][U+FE0F][U+FE0F]"},
		{"selector after a letter", "a\ufe0f", "a⟦U+FE0F⟧", "a[U+FE0F]"},
		{"data in selectors", "😀\U000e0100", "😀⟦U+E0100⟧", "[U+1F600][U+E0100]"},
		{"accent on a letter", "e\u0301", "e\u0301", "e[U+0301]"},
		{"accent on nothing", "\u0301x", "⟦U+0301⟧x", "[U+0301]x"},
		{"accent on an escape", "\u202e\u0301", "⟦U+202E⟧⟦U+0301⟧", "[U+202E][U+0301]"},
		{"pile of accents", "e" + strings.Repeat("\u0301", 9), "e" + strings.Repeat("\u0301", 8) + "⟦U+0301⟧", "e" + strings.Repeat("[U+0301]", 9)},
		{"fillers", "\u3164\u115f\u2800\u034f\u180b", "⟦U+3164⟧⟦U+115F⟧⟦U+2800⟧⟦U+034F⟧⟦U+180B⟧", "[U+3164][U+115F][U+2800][U+034F][U+180B]"},
		{"private and unassigned", "\ue000\u0378", "⟦U+E000⟧⟦U+0378⟧", "[U+E000][U+0378]"},
		{"forged escape", "⟦U+202E⟧", "⟦U+27E6⟧U+202E⟧", "[U+27E6]U+202E[U+27E7]"},
		{"other scripts", "日本 שלום é", "日本 שלום é", "[U+65E5][U+672C] [U+05E9][U+05DC][U+05D5][U+05DD] [U+00E9]"},
	} {
		if got := (Style{}).Escape(c.in); got != c.want {
			t.Errorf("%s: Escape(%q) = %q, want %q", c.name, c.in, got, c.want)
		}
		if got := (Style{ASCII: true}).Escape(c.in); got != c.ascii {
			t.Errorf("%s: in ASCII Escape(%q) = %q, want %q", c.name, c.in, got, c.ascii)
		}
	}
}

func TestEscapeTextKeepsLines(t *testing.T) {
	t.Parallel()
	got := Style{}.EscapeText("# a\r\n\tb\rc\x1b\n")
	if want := "# a\n\tb⟦U+000D⟧c⟦U+001B⟧\n"; got != want {
		t.Errorf("EscapeText = %q, want %q", got, want)
	}
}

// unsafeRune lists what must never reach a screen from a file, by the categories of Unicode and not by the
// rule under test.
func unsafeRune(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp,
		unicode.Bidi_Control, unicode.Other_Default_Ignorable_Code_Point) ||
		r >= 0xE0000 && r <= 0xE0FFF
}

func FuzzEscape(f *testing.F) {
	for _, s := range []string{"", "a\x1b]0;t\a", "\u202e\U000e0041", "⚠\ufe0f\ufe0f", "\xed\xa0\x80⟦", "1\ufe0f\u20e3", "👍🏽日本e\u0301\u0301", "ᄀ\u1161각"} {
		f.Add(s, 5)
	}
	f.Fuzz(func(t *testing.T, s string, at int) {
		for _, st := range []Style{{}, {ASCII: true}} {
			out := st.Escape(s)
			checkSafe(t, out, st.ASCII)
			if st.ASCII && Width(out) != len(out) {
				t.Errorf("Width(%q) = %d, want %d", out, Width(out), len(out))
			}
			start := s[:min(max(at, 0), len(s))]
			if utf8.ValidString(start) && !strings.HasPrefix(out, st.Escape(start)) {
				t.Errorf("escaped start %q is no start of %q", st.Escape(start), out)
			}
			width := min(max(at, 0), 1000)
			checkCuts(t, out, width)
		}
	})
}

func checkSafe(t *testing.T, out string, ascii bool) {
	t.Helper()
	if !utf8.ValidString(out) {
		t.Errorf("output is not UTF-8: %q", out)
	}
	for _, r := range out {
		if unsafeRune(r) || ascii && r >= utf8.RuneSelf {
			t.Errorf("output holds %U: %q", r, out)
		}
	}
}

// checkCuts proves that widths add up: both ends of a text fit where they were cut to, are ends of the
// text, and lose nothing without need.
func checkCuts(t *testing.T, text string, width int) {
	t.Helper()
	h, e := head(text, width), tail(text, width)
	if !strings.HasPrefix(text, h) || !strings.HasSuffix(text, e) {
		t.Errorf("%q and %q are not ends of %q", h, e, text)
	}
	for _, part := range []string{h, e} {
		if w := Width(part); w > width || width >= Width(text) && part != text {
			t.Errorf("cut of %q to %d columns has %d: %q", text, width, w, part)
		}
	}
	if sum := Width(h) + Width(text[len(h):]); sum != Width(text) {
		t.Errorf("%q: parts take %d columns, the whole %d", text, sum, Width(text))
	}
	for _, line := range Wrap(text, max(width, 2)) {
		if w := Width(line); w > max(width, 2) && head(line, w-1) != "" {
			t.Errorf("Wrap(%q, %d) gives a line of %d columns: %q", text, width, w, line)
		}
	}
}
