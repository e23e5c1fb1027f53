package gittree

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/go-git/gcfg"
	"github.com/google/go-cmp/cmp"
)

// FuzzLines: a configuration is taken or refused as gcfg does it, and gives the same settings in the same order.
func FuzzLines(f *testing.F) {
	for _, s := range []string{
		"", "[a]", "[a]\nb = c\n", "[A \"b\\\\\\\"c\"]\nd\ne = \"f\\n\" g ; h\n", "b = c", "[a \"\"]", "[a", "[a b]", "[a]x = 1", "[a]\n= 1",
		"[a]\nb = \"c", "[a]\nb = c\\\nd\n", "[a]\nb c", "[a]\n[b]\nc", "# x\n[a] ; y\n\tb=\\t\\b\\\\", "[a]\nb = \\q", "\xef\xbb\xbf[a]\nb", "[a]\r\nb = c\r\n",
		"[a]\nb =", "[a]\nb = é", "[a]\nb\n[a \"c\"] # d", "[]", "[a]]", "\"a\"", "[a]\nb = = c", "[a]\nb = c # d \" e",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var want, got []string
		wantErr := gcfg.ReadWithCallback(bytes.NewReader(text), func(a, b, c, d string, e bool) error {
			want = append(want, fmt.Sprintf("%q %q %q %q %v", a, b, c, d, e))
			return nil
		})
		err := lines(text, func(a, b, c, d string, e bool) {
			got = append(got, fmt.Sprintf("%q %q %q %q %v", a, b, c, d, e))
		})
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("%q: error %v, gcfg says %v", text, err, wantErr)
		}
		if diff := cmp.Diff(want, got); err == nil && diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	})
}
