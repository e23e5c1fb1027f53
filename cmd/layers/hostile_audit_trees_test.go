package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// specialTrees hold what is no plain file.
func specialTrees() map[string]hostileAudit {
	links := func(pairs ...string) func(*testing.T, string) {
		return func(t *testing.T, repo string) {
			for i := 0; i < len(pairs); i += 2 {
				symlink(t, pairs[i+1], filepath.Join(repo, pairs[i]))
			}
		}
	}
	hops := size(10_000, 2_000)
	return map[string]hostileAudit{
		"link to itself":   {build: links("AGENTS.md", "AGENTS.md"), codes: wholeCodes},
		"links in circles": {build: links("a", "b", "b", "a", "AGENTS.md", "a/AGENTS.md", "up", "..", ".codex", ".", ".claude", "up/up"), codes: wholeCodes},
		"links out": {
			build: links("AGENTS.md", "../outside/AGENTS.md", ".codex", "../outside/.codex", ".claude", "out", ".mcp.json", "out/secret", ".env", "../../outside/secret"),
			codes: []int{exitFindings}, want: "symlink-escapes-repo",
		},
		"chain of links": {
			build: func(t *testing.T, repo string) {
				for i := range hops {
					symlink(t, fmt.Sprintf("l%d", i+1), filepath.Join(repo, fmt.Sprintf("l%d", i)))
				}
				symlink(t, "l0", filepath.Join(repo, "AGENTS.md"))
			},
			benign: func(t *testing.T, repo string) { many(t, repo, hops, "l%d", "x") }, codes: wholeCodes,
		},
		"device": {build: links("AGENTS.md", "/dev/zero", ".mcp.json", "/dev/zero", ".env", "/dev/random"), codes: wholeCodes},
		"pipes": {build: func(t *testing.T, repo string) {
			for _, name := range []string{"AGENTS.md", ".mcp.json", ".env", ".gitmodules", ".codex/config.toml"} {
				if err := os.MkdirAll(filepath.Dir(filepath.Join(repo, name)), 0o755); err != nil {
					t.Fatal(err)
				}
				pipe(t, filepath.Join(repo, name))
			}
			pipe(t, filepath.Join(repo, ".git/config"))
		}, codes: []int{exitFindings}, want: "special-file"},
		"socket":        {build: func(t *testing.T, repo string) { socket(t, filepath.Join(repo, "AGENTS.md")) }, codes: []int{exitFindings}, want: "special-file"},
		"2 GiB sparse":  {build: func(t *testing.T, repo string) { sparse("AGENTS.md")(t, repo); sparse(".mcp.json")(t, repo) }, codes: partCodes, want: "AGENTS.md is larger than 16 MiB", benign: file("AGENTS.md", prose(1<<20))},
		"unreadable":    {build: unreadable("AGENTS.md", "AGENTS.md"), user: true, codes: partCodes, want: "AGENTS.md cannot be read: permission denied"},
		"closed folder": {build: unreadable(".claude/rules/a.md", ".claude/rules"), user: true, codes: partCodes, want: "the folder .claude/rules cannot be listed"},
		"read-only":     {build: func(t *testing.T, repo string) { put(t, filepath.Join(repo, "AGENTS.md"), "x"); readOnly(t, repo) }, user: true, codes: []int{exitFine}},
	}
}

// prose is plain text of so many bytes.
func prose(n int) string {
	const line = "A line of plain text, as long as lines are.\n"
	return strings.Repeat(line, n/len(line))
}

// unreadable makes a file, and takes from what is at closed every permission.
func unreadable(name, closed string) func(*testing.T, string) {
	return func(t *testing.T, repo string) {
		put(t, filepath.Join(repo, name), "x")
		p := filepath.Join(repo, closed)
		if err := os.Chmod(p, 0); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(p, 0o700) }) // so that the folder can be removed
	}
}

// nameTrees hold names that are no plain names.
func nameTrees() map[string]hostileAudit {
	return map[string]hostileAudit{
		"names": {build: func(t *testing.T, repo string) {
			for _, name := range []string{"\xff\xfe", "\x1b[2J", "a\nb", "\u202egnp", strings.Repeat("n", 255)} {
				put(t, filepath.Join(repo, ".claude/commands", name), "x")
			}
			put(t, filepath.Join(repo, "\xff\xfe/AGENTS.md"), "x")
		}, codes: wholeCodes},
		"case pairs": {build: func(t *testing.T, repo string) {
			for _, name := range []string{"AGENTS.md", "agents.md", ".cursor/mcp.json", ".Cursor/mcp.json", ".claude/commands/a.md", ".claude/commands/A.MD"} {
				put(t, filepath.Join(repo, name), "{}")
			}
		}, codes: wholeCodes},
		"path of 5,000 bytes": {build: func(t *testing.T, repo string) { deepNames(t, repo, 25, strings.Repeat("n", 200)) }, codes: partCodes, want: "cannot be"},
		"names of 4,096 bytes": { // no disk takes them; a commit does
			build: func(t *testing.T, repo string) {
				put(t, filepath.Join(repo, "AGENTS.md"), "x")
				gitSays(t, repo, "", "init", "-q", "-b", "main")
				blob := gitSays(t, repo, "x", "hash-object", "-w", "--stdin")
				long := strings.Repeat("n", 4096)
				sub := gitSays(t, repo, "100644 blob "+blob+"\tAGENTS.md\n100644 blob "+blob+"\t"+long+"\n", "mktree")
				tree := gitSays(t, repo, "040000 tree "+sub+"\t.claude\n040000 tree "+sub+"\t"+long+"\n", "mktree")
				gitSays(t, repo, "", "update-ref", "HEAD", gitSays(t, repo, "m", "commit-tree", tree))
			},
			args: []string{"--rev", "HEAD"}, codes: anyCodes,
		},
	}
}

// gitSays runs git in a folder with text on its input, and gives what it says.
func gitSays(t *testing.T, dir, input string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(input)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org",
		"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip("skipped: git is not installed")
	}
	if err != nil {
		t.Fatalf("git %v: %v", args[0], err)
	}
	return strings.TrimSpace(string(out))
}

// deepNames makes folders inside each other, each under a name, deeper than a path can say.
func deepNames(t *testing.T, dir string, depth int, name string) {
	t.Helper()
	at, err := os.OpenRoot(dir)
	for i := 0; err == nil && i < depth; i++ {
		var sub *os.Root
		if err = at.Mkdir(name, 0o755); err == nil {
			sub, err = at.OpenRoot(name)
		}
		_ = at.Close()
		at = sub
	}
	if err == nil {
		err = at.WriteFile("AGENTS.md", []byte("x"), 0o600)
		_ = at.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// movingTrees change while they are audited.
func movingTrees() map[string]hostileAudit {
	return map[string]hostileAudit{
		"growing file": {
			build:  file("AGENTS.md", prose(1<<18)),
			benign: file("AGENTS.md", prose(1<<19)), codes: anyCodes,
			during: func(repo string) {
				f, err := os.OpenFile(filepath.Join(repo, "AGENTS.md"), os.O_APPEND|os.O_WRONLY, 0)
				if err != nil {
					return
				}
				defer f.Close()
				if info, err := f.Stat(); err == nil && info.Size() < 1<<19 {
					_, _ = f.WriteString("one more line\n")
				}
			},
		},
		"folder swapped for a link": {
			build:  func(t *testing.T, repo string) { many(t, repo, 100, "p/d%d/AGENTS.md", "inside") },
			benign: func(t *testing.T, repo string) { many(t, repo, 100, "p/d%d/AGENTS.md", "inside") },
			codes:  anyCodes,
			during: func(repo string) {
				p, hold := filepath.Join(repo, "p"), filepath.Join(filepath.Dir(repo), "hold")
				if os.Rename(p, hold) == nil {
					_ = os.Symlink("../outside", p)
					_ = os.Remove(p)
					_ = os.Rename(hold, p)
				}
			},
		},
		"file swapped for a link": {
			build: file("AGENTS.md", "inside"), codes: anyCodes,
			during: func(repo string) {
				p := filepath.Join(repo, "AGENTS.md")
				_ = os.Remove(p)
				_ = os.Symlink("../outside/AGENTS.md", p)
				_ = os.Remove(p)
				_ = os.WriteFile(p, []byte("inside"), 0o600)
			},
		},
	}
}

// gitTrees have a ".git" that is none.
func gitTrees() map[string]hostileAudit {
	without := func(also func(*testing.T, string)) func(*testing.T, string) {
		return func(t *testing.T, repo string) {
			put(t, filepath.Join(repo, "AGENTS.md"), "x")
			if err := os.RemoveAll(filepath.Join(repo, ".git")); err != nil {
				t.Fatal(err)
			}
			also(t, repo)
		}
	}
	garbage := without(func(t *testing.T, repo string) {
		for _, name := range []string{"HEAD", "config", "index", "packed-refs", "commondir", "objects/info/alternates", "objects/pack/pack-x.idx", "refs/heads/main"} {
			put(t, filepath.Join(repo, ".git", name), strings.Repeat("\x00\xff[", 1000))
		}
	})
	rev := []string{"--rev", "HEAD"}
	return map[string]hostileAudit{
		"no .git":              {build: without(func(*testing.T, string) {}), codes: []int{exitFine}},
		"no .git, commit":      {build: without(func(*testing.T, string) {}), args: rev, codes: partCodes},
		"corrupt .git":         {build: garbage, codes: anyCodes},
		"corrupt .git, commit": {build: garbage, args: rev, codes: partCodes},
		".git file in circles": {build: without(file(".git", "gitdir: .git\n")), codes: anyCodes},
		".git file leads out":  {build: without(file(".git", "gitdir: ../outside\n")), args: rev, codes: partCodes},
		".git file is a pipe": {build: func(t *testing.T, repo string) {
			put(t, filepath.Join(repo, "sub/AGENTS.md"), "x")
			pipe(t, filepath.Join(repo, "sub/.git"))
		}, codes: anyCodes},
	}
}

// largeTrees have more of something than a person makes.
func largeTrees() map[string]hostileAudit {
	files, tooMany := size(100_000, 5_000), size(250_000, 6_000)
	wide, configs, megabytes := size(50_000, 1_500), size(2_000, 200), size(300, 4)
	overCodes, overWant := wholeCodes, ""
	if size(1, 0) == 1 {
		overCodes, overWant = partCodes, "more than 200000 entries"
	}
	askCodes, textCodes, textWant := wholeCodes, wholeCodes, ""
	if size(1, 0) == 1 {
		askCodes, textCodes, textWant = partCodes, partCodes, "the files hold more than 32 MiB of text"
	}
	spread := func(n int, format string) func(*testing.T, string) {
		return func(t *testing.T, repo string) { many(t, repo, n, format, "x") }
	}
	return map[string]hostileAudit{
		"100,000 files":             {build: spread(files, "a/b/f%d"), benign: spread(files, "f%d"), codes: wholeCodes},
		"100,000 agent files":       {build: spread(files, ".claude/f%d"), benign: spread(files, "f%d"), codes: wholeCodes},
		"250,000 files":             {build: spread(tooMany, "f%d"), benign: spread(min(tooMany, 150_000), "f%d"), codes: overCodes, want: overWant},
		"50,000 folders with files": {build: spread(wide, "d%d/AGENTS.md"), benign: spread(wide, "d%d/x.txt"), codes: wholeCodes},
		"2,000 folders with layers": {
			build: func(t *testing.T, repo string) {
				many(t, repo, configs, "d%d/.codex/config.toml", "model = 'x'\n")
				many(t, repo, configs, "d%d/.claude/settings.json", "{}")
			},
			benign: func(t *testing.T, repo string) {
				many(t, repo, configs, "d%d/a/x.toml", "model = 'x'\n")
				many(t, repo, configs, "d%d/b/x.json", "{}")
			},
			codes: askCodes,
		},
		"300 MiB of Markdown": { // the twin is what is read of it
			build:  func(t *testing.T, repo string) { many(t, repo, megabytes, "d%d/AGENTS.md", prose(1<<20)) },
			benign: func(t *testing.T, repo string) { many(t, repo, min(megabytes, 30), "d%d/CLAUDE.md", prose(1<<20)) },
			codes:  textCodes, want: textWant,
		},
	}
}

// deepTrees have folders inside each other, with something in each.
func deepTrees() map[string]hostileAudit {
	nested := func(depth int, name, text string) func(*testing.T, string) {
		return func(t *testing.T, repo string) {
			for i, dir := 0, repo; i < depth; i, dir = i+1, dir+"/d" {
				put(t, filepath.Join(dir, name), text)
			}
		}
	}
	both := func(a, b func(*testing.T, string)) func(*testing.T, string) {
		return func(t *testing.T, repo string) { a(t, repo); b(t, repo) }
	}
	budgets := func(depth int) func(*testing.T, string) { // another one in each folder, so that none holds for two
		return func(t *testing.T, repo string) {
			for i, dir := 0, repo; i < depth; i, dir = i+1, dir+"/d" {
				put(t, filepath.Join(dir, ".codex/config.toml"), fmt.Sprintf("project_doc_max_bytes = %d\n", 5+i%2))
			}
		}
	}
	few, lots := size(200, 60), size(1_500, 300)
	return map[string]hostileAudit{
		"200 nested documents": {build: nested(few, "AGENTS.md", "x"), benign: nested(few, "x.txt", "x"), codes: wholeCodes},
		"200 nested layers": {
			build:  both(budgets(few), nested(few, "AGENTS.md", "x")),
			benign: both(nested(few, "x/x.toml", "project_doc_max_bytes = 9\n"), nested(few, "x.txt", "x")), codes: partCodes, want: "change how documents are read",
		},
		"1,500 nested documents": {build: nested(lots, "AGENTS.md", "x"), benign: nested(lots, "x.txt", "x"), codes: partCodes, want: "more than 256 folders lie inside each other"},
	}
}

// bombTrees are small files that are costly to read.
func bombTrees() map[string]hostileAudit {
	most := size(1<<20, 1<<18)
	plain := file("AGENTS.md", prose(most))
	hook := func(command string) func(*testing.T, string) {
		return file(".claude/settings.json", `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "`+command+`"}]}]}}`)
	}
	out := map[string]hostileAudit{
		"TOML of 10,000 levels": {build: file(".codex/config.toml", "a = "+strings.Repeat("[", 10_000)+strings.Repeat("]", 10_000))},
		"TOML of 40,000 tables": {build: file(".codex/config.toml", numbered("[projects.\"/p%d\"]\ntrust_level = \"trusted\"\n", size(40_000, 10_000)))},
		"TOML keys":             {build: file(".codex/config.toml", numbered("k%d = 1\n", size(60_000, 20_000)))},
		"YAML nesting":          {build: file(".github/workflows/a.yml", "a: "+strings.Repeat("[", most))},
		"YAML workflow":         {build: file(".github/workflows/a.yml", "jobs:\n"+numbered("  j%d: {runs-on: x, steps: [{run: claude -p x}]}\n", size(10_000, 3_000)))},
		"shell quoting":         {build: hook(strings.Repeat("sh -c 'sh -c ", size(30_000, 10_000)))},
		"git config":            {build: file(".git/config", strings.Repeat("[core]\nfsmonitor = x\n", size(most/21, 10_000)))},
		"git attributes":        {build: file(".gitattributes", strings.Repeat("**/*a*a*a*a*b -diff\n", size(50_000, 10_000)))},
		"environment":           {build: file(".env", numbered("LD_PRELOAD%d=${A}${B}\n", size(40_000, 10_000)))},
	}
	for name, h := range out {
		h.benign, h.codes = plain, anyCodes
		out[name] = h
	}
	return out
}
