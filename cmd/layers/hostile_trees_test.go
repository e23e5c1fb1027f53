package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// hostileTrees are the trees, by what is wrong with them.
func hostileTrees() map[string]hostile {
	const size = 1 << 20
	prose := strings.Repeat("A line of plain text, as long as lines are.\n", size/44)
	said := map[string]string{ // where the agents differ
		"codex 2 GiB": "cut after 32768 of 2147483648 bytes", "claude 2 GiB": "doc-too-large",
		"codex link to itself": "doc-unreadable", "claude link to itself": "the links lead in a circle",
		"codex links in a circle": "doc-unreadable", "claude links in a circle": "the links lead in a circle",
		"codex many folders": "folders-not-looked-into", "claude many folders": "folders-not-looked-into",
	}
	out := map[string]hostile{}
	for agent, name := range map[string]string{"codex": "AGENTS.md", "claude": "CLAUDE.md"} {
		for what, h := range documentTrees(name, prose) {
			h.agent = agent
			h.want = append(h.want, said[agent+" "+what])
			out[agent+" "+what] = h
		}
	}
	for what, h := range claudeTrees(prose) {
		h.agent = "claude"
		out["claude "+what] = h
	}
	return out
}

// documentTrees are bad documents of any agent.
func documentTrees(name, prose string) map[string]hostile {
	link := func(target string) func(*testing.T, string) {
		return func(t *testing.T, repo string) { symlink(t, target, filepath.Join(repo, name)) }
	}
	out := map[string]hostile{
		"invalid UTF-8": {build: file(name, strings.Repeat("\xff\xc3(\x80", len(prose)/4)), want: []string{"doc-invalid-utf8", "0xff"}},
		"UTF-16":        {build: file(name, "\xff\xfe"+strings.Repeat("a\x00", len(prose)/2)), want: []string{"doc-utf16"}},
		"NUL":           {build: file(name, strings.Repeat("a\x00", len(prose)/2)), want: []string{"doc-nul", "NUL character at byte 1"}},
		"BOM":           {build: file(name, "\xef\xbb\xbf"+prose), want: []string{"doc-bom"}},
		"one line":      {build: file(name, strings.Repeat("a", len(prose)))},
		"brackets":      {build: file(name, strings.Repeat("[", len(prose)))},
		"quotes":        {build: file(name, strings.Repeat("> ", len(prose)/2))},
		"headings":      {build: file(name, strings.Repeat("# a\n", len(prose)/4))},
		"comments":      {build: file(name, strings.Repeat("<!-- ", len(prose)/5))},
	}
	for what, h := range out {
		h.benign = file(name, prose)
		out[what] = h
	}
	out["2 GiB"] = hostile{build: sparse(name), benign: file(name, prose)}
	out["device"] = hostile{build: link("/dev/zero"), want: []string{"a device"}}
	out["link to itself"] = hostile{build: link(name)}
	out["folder"] = hostile{build: file(name+"/x", "a"), want: []string{"a folder"}}
	out["pipe"] = hostile{build: func(t *testing.T, repo string) { pipe(t, filepath.Join(repo, name)) }, want: []string{"a named pipe"}}
	out["links in a circle"] = hostile{build: func(t *testing.T, repo string) {
		symlink(t, "b", filepath.Join(repo, "a"))
		symlink(t, "a", filepath.Join(repo, "b"))
		symlink(t, "a/"+name, filepath.Join(repo, name))
		symlink(t, "..", filepath.Join(repo, "up"))
	}}
	out["many folders"] = hostile{
		build:  func(t *testing.T, repo string) { many(t, repo, 2000, "d%d/"+name, "x") },
		benign: func(t *testing.T, repo string) { many(t, repo, 2000, "d%d/x.txt", "x") },
	}
	return out
}

// claudeTrees are bad imports, rules and heads.
func claudeTrees(prose string) map[string]hostile {
	plain := file("CLAUDE.md", prose)
	return map[string]hostile{
		"import cycle": {build: func(t *testing.T, repo string) {
			put(t, filepath.Join(repo, "CLAUDE.md"), "@a.md\n")
			put(t, filepath.Join(repo, "a.md"), "@b.md @CLAUDE.md\n")
			put(t, filepath.Join(repo, "b.md"), "@a.md @b.md\n")
		}},
		"import bomb": { // each of a hundred files imports all of them, three times over
			build: func(t *testing.T, repo string) {
				var all strings.Builder
				for i := range 300 {
					fmt.Fprintf(&all, "@f%d.md\n", i%100)
				}
				put(t, filepath.Join(repo, "CLAUDE.md"), all.String())
				many(t, repo, 100, "f%d.md", all.String())
			},
			benign: func(t *testing.T, repo string) {
				put(t, filepath.Join(repo, "CLAUDE.md"), numbered("@f%d.md\n", 100))
				many(t, repo, 100, "f%d.md", prose[:2400])
			},
		},
		"many imports": {build: file("CLAUDE.md", numbered("@f%d.md ", 100_000)), benign: plain, want: []string{"imports-not-followed"}},
		"long import":  {build: file("CLAUDE.md", "@"+strings.Repeat("a/", len(prose)/2)), benign: plain},
		"100,000 rules": {
			build: func(t *testing.T, repo string) {
				if testing.Short() {
					t.Skip("skipped: 200,000 files take a while")
				}
				many(t, repo, 100_000, ".claude/rules/r%d.md", "")
			},
			benign: func(t *testing.T, repo string) { many(t, repo, 100_000, "r%d.txt", "") },
			want:   []string{"rules-not-listed"},
		},
		"deep rules":       {want: []string{"rules-not-listed"}, build: file(".claude/rules/"+strings.Repeat("d/", 1000)+"r.md", "x")},
		"open head":        {build: file(".claude/rules/r.md", "---\npaths: [unclosed\n---\ntext\n"), want: []string{"doc-head"}},
		"head without end": {build: file(".claude/rules/r.md", "---\n"+prose), benign: plain},
		"nested head":      {build: file(".claude/rules/r.md", "---\npaths: "+strings.Repeat("[", len(prose)/2)+"\n---\ntext\n"), benign: plain},
		"alias bomb":       {build: file(".claude/rules/r.md", aliasBomb()), benign: plain},
		"many patterns":    {build: file(".claude/rules/r.md", "---\npaths: \""+numbered("{a,b}%d,", 10_000)+"\"\n---\nx"), benign: plain},
		"brace bomb":       {build: file(".claude/rules/r.md", "---\npaths: \""+strings.Repeat("{a,b}", 200)+"\"\n---\nx"), benign: plain},
		"exclude bomb":     {build: file(".claude/settings.json", `{"claudeMdExcludes": ["`+strings.Repeat("**/{a,b}*", 2000)+`"]}`), benign: plain},
	}
}

func aliasBomb() string {
	var b strings.Builder
	b.WriteString("---\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i < 12; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s*a%d]\n", i, i, strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 9), i-1)
	}
	b.WriteString("paths: *a11\n---\ntext\n")
	return b.String()
}

func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// many writes n files whose names count.
func many(t *testing.T, repo string, n int, format, text string) {
	t.Helper()
	made := map[string]bool{}
	for i := range n {
		p := filepath.Join(repo, fmt.Sprintf(format, i))
		if dir := filepath.Dir(p); !made[dir] {
			made[dir] = true
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// sparse makes a file of 2 GiB that takes no room.
func sparse(name string) func(*testing.T, string) {
	return func(t *testing.T, repo string) {
		p := filepath.Join(repo, name)
		put(t, p, "# A\n")
		if err := os.Truncate(p, 2<<30); err != nil {
			t.Fatal(err)
		}
	}
}

func symlink(t *testing.T, target, p string) {
	t.Helper()
	if err := os.Symlink(target, p); err != nil {
		t.Fatal(err)
	}
}
