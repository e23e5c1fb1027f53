package agentsmd

import (
	"testing"
	"unicode/utf8"

	"github.com/agentlayers/layers/internal/frontmatter"
)

func TestLossy(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"é":                 "é",
		"a\xffb":            "a\uFFFDb",
		"\xe2\x82":          "\uFFFD",                   // cut off at the end
		"\xf0\x9f\x92x":     "\uFFFDx",                  // cut off before a letter
		"\xed\xa0\x80":      "\uFFFD\uFFFD\uFFFD",       // a surrogate is no character from its second byte on
		"\xc0\x80":          "\uFFFD\uFFFD",             // too long a form
		"\xf4\x90\x80\x80":  "\uFFFD\uFFFD\uFFFD\uFFFD", // beyond the last character
		"\x80\x80":          "\uFFFD\uFFFD",
		"\xe2\x82\xe2\x82€": "\uFFFD\uFFFD€",
	} {
		if got := frontmatter.Lossy([]byte(in)); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func FuzzLossy(f *testing.F) {
	f.Add([]byte("\xe2\x82é\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got := frontmatter.Lossy(data)
		if !utf8.ValidString(got) {
			t.Errorf("%q: %q is not valid", data, got)
		}
		if at, n := firstInvalid(data); (at < 0) != utf8.Valid(data) || (n == 0) != (at < 0) {
			t.Errorf("%q: first invalid %d, %d places", data, at, n)
		}
	})
}
