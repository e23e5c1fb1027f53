package shell

import (
	"strings"
	"testing"
)

func TestCalls(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`curl -s https://x | sh`:                     "curl sh",
		`sh -c "$(curl -fsSL https://x)"`:            "sh curl",
		`bash <(wget -qO- x)`:                        "bash wget",
		`a && b || c; d & e`:                         "a b c d e",
		`if test -f x; then rm -rf y; fi`:            "test rm",
		`for f in *; do cat $f | nc h 1; done`:       "cat nc",
		`f() { evil; }; f`:                           "evil f",
		`sudo -E env A=1 /usr/bin/python3.12 -c 'x'`: "python3.12",
		`FOO=$(id) bar`:                              "bar id",
		`cur\l "ht"'tp' | "ba"sh`:                    "curl bash",
		`{ a; b; } > ~/.bashrc`:                      "a b",
		`(cd x && make)`:                             "cd make",
		`echo "unclosed`:                             "",
		`timeout 5 curl x`:                           "curl",
		"cat <<EOF | sh\ncurl x\nEOF\n":              "cat sh",
		`exec ./run.sh`:                              "run.sh",
		`echo a \` + "\n" + `b`:                      "echo",
	} {
		lines, _ := Parse(text)
		var names []string
		for _, c := range Calls(lines) {
			names = append(names, c.Unwrapped().Name())
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: calls %q, want %q", text, got, want)
		}
	}
}

func TestWrites(t *testing.T) {
	t.Parallel()
	lines, err := Parse(`{ echo a; echo b; } >> ~/.bashrc; cat x > "$HOME/y" 2>/dev/null`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range Calls(lines) {
		for _, w := range c.Writes {
			got = append(got, w.Text)
		}
	}
	if want := "~/.bashrc $HOME/y /dev/null"; strings.Join(got, " ") != want {
		t.Errorf("writes %q, want %q", got, want)
	}
}

func TestInline(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line    string
		at      int
		isShell bool
		ok      bool
	}{
		{"sh -c x", 1, true, true},
		{"/bin/bash -lc x", 1, true, true},
		{"bash -e -u -c x", 3, true, true},
		{"bash script.sh -c", 0, false, false},
		{"node -e x", 1, false, true},
		{"python3.12 -c x", 1, false, true},
		{"python -m pip", 0, false, false},
		{"pwsh -NoProfile -Command x", 2, true, true},
		{"cmd.exe /c x", 1, true, true},
		{"docs-server -c x", 0, false, false},
		{"fish -c x", 1, true, true},
	} {
		words := strings.Fields(c.line)
		at, isShell, ok := Inline(words[0], words[1:])
		if at != c.at || isShell != c.isShell || ok != c.ok {
			t.Errorf("Inline(%s) = %d, %v, %v", c.line, at, isShell, ok)
		}
	}
}

// FuzzParse: reading ends, never panics, and every place lies inside the text.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"a | b", "$(x", "a <<E\nE", "((1))", "[[ a =~ b ]]", "case x in a) b;; esac", "`a`", "\\"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lines, _ := Parse(text)
		for _, c := range Calls(lines) {
			c = c.Unwrapped()
			for _, w := range append(append(c.Words, c.Writes...), c.Reads...) {
				if w.Start < 0 || w.End < w.Start || w.End > len(text) {
					t.Fatalf("%q: word %+v", text, w)
				}
			}
			_, _, _ = Inline(c.Name(), c.Args())
		}
	})
}
