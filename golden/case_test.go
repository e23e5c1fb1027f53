package golden

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	t.Parallel()
	c, err := Parse("x", []byte(`Free text: with a colon inside.
cwd: repo/sub
args: ["-c","a=$ROOT/x"]
args: ["--config", "b=1"]
profile: work
env: CODEX_HOME=$ROOT/ch
env: LANG=x
unset: LANG
mention: use $one\nthen
agent: other
versions: all
-- repo/a --
text
-- expect.md --
words
-- want/codex-0.145.0.json --
{"exit": 0, "layers": [{"file": "$ROOT/home"}]}
-- want/codex-0.171.0.json --
{"same-as": "codex-0.145.0"}
-- want/layers.txt --
x
`))
	if err != nil {
		t.Fatal(err)
	}
	overrides, _ := c.Overrides()
	got := map[string]any{
		"title": c.Title, "cwd": c.Cwd, "overrides": overrides, "profile": c.Profile, "home": c.Env["CODEX_HOME"],
		"mentions": c.Mentions, "agent": c.Agent, "versions": c.Versions(), "files": len(c.files),
	}
	want := map[string]any{
		"title": "Free text: with a colon inside.", "cwd": "/mnt/repo/sub", "overrides": []string{"a=/mnt/x", "b=1"},
		"profile": "work", "home": "/mnt/ch", "mentions": []string{"use $one\nthen"}, "agent": "other",
		"versions": []string{"codex-0.145.0", "codex-0.171.0"}, "files": 1,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if v, ok := c.Env["LANG"]; ok {
		t.Errorf("LANG is %q, want it unset", v)
	}
	facts, ok, err := c.Recorded("codex-0.171.0")
	if err != nil || !ok || facts["exit"] != int64(0) {
		t.Errorf("same-as: %v, %v, %v", facts, ok, err)
	}
	if _, ok, _ := c.Recorded("codex-9"); ok {
		t.Error("facts of a version that is not recorded")
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"no-such: x":              "not a directive",
		"cwd: ../x":               "leaves the case",
		"mkdir: a/../../x":        "leaves the case",
		`args: ["--search"]`:      "not known",
		`args: ["-c"]`:            "without a value",
		`args: -c`:                "invalid character",
		"env: HOME":               "want NAME=VALUE",
		"git-worktree: repo":      "two paths",
		"symlink: a b":            "LINK -> TARGET",
		`bytes: a \xg0`:           "escape",
		`bytes: a \x0`:            "cut short",
		"expand: a":               "PATH BYTES",
		"expand: a -1":            "not a number of bytes",
		"repeat: x a{{i}}":        "TIMES SECTION",
		"mode: 9 a":               "OCTAL PATH",
		"cwd: x\n-- ../../y --\n": "leaves the case",
	} {
		if _, err := Parse("x", []byte(header+"\n")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", header, err, want)
		}
	}
}

func TestRecordedCircle(t *testing.T) {
	t.Parallel()
	c, err := Parse("x", []byte("-- want/a-1.json --\n{\"same-as\": \"a-2\"}\n-- want/a-2.json --\n{\"same-as\": \"a-1\"}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := c.Recorded("a-1"); err == nil {
		t.Error("a circle of same-as is no error")
	}
}

func TestUnescape(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`a\n\r\t\\\0b`: "a\n\r\t\\\x00b",
		`\xff\xC3é`:    "\xff\xc3é",
		`\q\`:          `\q\`,
		``:             "",
	} {
		if got, err := unescape(in); err != nil || string(got) != want {
			t.Errorf("unescape(%q) = %q, %v; want %q", in, got, err, want)
		}
	}
}

func TestCutExpandKeepsBlanks(t *testing.T) {
	t.Parallel()
	if p, n, err := cutExpand("repo/x y/f 12"); p != "/mnt/repo/x y/f" || n != 12 || err != nil {
		t.Errorf("got %q, %d, %v", p, n, err)
	}
}
