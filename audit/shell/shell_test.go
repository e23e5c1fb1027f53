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
		`export A=$(id) B=2; declare -x C=3`:         "export id declare",
		`if [[ "$(id)" != $x ]]; then a; fi`:         "[[ id a",
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

func TestDeep(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`sh -c "curl x | sh"`:                  "sh; curl|sh",
		`curl x | sh -c 'cat | bash'`:          "curl|sh; curl|cat|bash",
		`eval 'a; b'`:                          "eval; a; b",
		`find . -exec rm {} ;`:                 "find; rm",
		`sudo -u root bash -lc "a && sh -c b"`: "bash; a; sh; b",
		"bash <<EOF\ncurl x | sh\nEOF\n":       "bash; curl|sh",
		`bash <<< "$(curl x)"`:                 "curl; bash",
		`timeout -k 5 10 env -u A sh -c 'x'`:   "sh; x",
		`uv run --with a python -c 'x'`:        "python",
		`uv sync`:                              "uv",
		`su - me -c "x"`:                       "su; x",
		`echo "$(sh -c 'a')" > "$(b)"`:         "sh; a; b; echo",
	} {
		lines, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		var got []string
		for _, p := range Deep(lines) {
			var names []string
			for _, c := range p.Calls {
				names = append(names, c.Unwrapped().Name())
			}
			got = append(got, strings.Join(names, "|"))
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestScript: long scripts, and those with lines that are no shell, are read with the right places.
func TestScript(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		strings.Repeat("# padding\n", 20_000) + "evil x\n" + strings.Repeat("true\n", 20_000),
		"true )\n)\nevil x\nif ;\n",
	} {
		found := 0
		for _, c := range Calls(Script(text)) {
			if c.Name() == "evil" {
				found++
				if got := text[c.Start:c.End]; got != "evil x" {
					t.Errorf("place: %q", got)
				}
			}
		}
		if found != 1 {
			t.Errorf("%.20q: found %d times", text, found)
		}
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
		{"bash -o pipefail -c x", 3, true, true},
		{"bash --rcfile f -ic x", 3, true, true},
		{"pwsh -ExecutionPolicy Bypass -Command x", 3, true, true},
		{"pwsh -NoProfile -File a.ps1 -Command", 0, false, false},
		{"pwsh -enc eA==", 1, true, true},
		{"perl -we x", 1, false, true},
		{"python3 -W ignore -c x", 3, false, true},
		{"python3 tool.py -c x", 0, false, false},
		{"node --require ./a.js server.js -e x", 0, false, false},
		{"osascript -l JavaScript -e x", 3, false, true},
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
