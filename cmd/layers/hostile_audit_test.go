package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// hostileAudit is a tree that means harm to who audits it.
type hostileAudit struct {
	build  func(t *testing.T, repo string)
	benign func(t *testing.T, repo string) // of the same size; nil: one small file
	codes  []int                           // the exit codes that are right
	want   string                          // what the output says
}

// TestHostileAudit: bad input ends an audit with the right code, and costs neither time nor memory out of proportion.
func TestHostileAudit(t *testing.T) {
	if reason := cannotMeasure(); reason != "" {
		t.Skip("skipped: " + reason)
	}
	for name, h := range auditTrees() {
		t.Run(name, func(t *testing.T) { // one after the other: they are measured
			bad, good := hostileDir(t), hostileDir(t)
			h.build(t, filepath.Join(bad, "repo"))
			if h.benign == nil {
				h.benign = file("AGENTS.md", "# A\n")
			}
			h.benign(t, filepath.Join(good, "repo"))
			_, _, base := measured(t, good, "audit")
			out, code, used := measured(t, bad, "audit")
			if limit := maxHostileCPU * base.CPU; used.CPU > limit {
				t.Errorf("%s of CPU, %s for a benign tree", used.CPU, base.CPU)
			}
			if used.Bytes > maxHostileBytes {
				t.Errorf("%d MiB", used.Bytes>>20)
			}
			t.Logf("exit %d, %s and %d MiB, benign %s and %d MiB", code, used.CPU, used.Bytes>>20, base.CPU, base.Bytes>>20)
			if !slices.Contains(h.codes, code) {
				t.Errorf("exit %d, want one of %d", code, h.codes)
			}
			if !strings.Contains(strings.Join(strings.Fields(out), " "), h.want) {
				t.Errorf("nothing says %q", h.want)
			}
			if t.Failed() {
				t.Log(out[:min(len(out), 3000)])
			}
		})
	}
}

// auditTrees are the trees, by what is wrong with them.
func auditTrees() map[string]hostileAudit {
	out := map[string]hostileAudit{}
	for name, h := range specialTrees() {
		out[name] = h
	}
	for name, h := range largeTrees() {
		out[name] = h
	}
	for name, h := range bombTrees() {
		out[name] = h
	}
	return out
}

// The codes: what was found was looked at in full, or was not.
var (
	wholeCodes = []int{exitFine, exitFindings}
	partCodes  = []int{exitUnreadable}
)

// specialTrees hold what is no plain file, and names that are no plain names.
func specialTrees() map[string]hostileAudit {
	links := func(pairs ...string) func(*testing.T, string) {
		return func(t *testing.T, repo string) {
			for i := 0; i < len(pairs); i += 2 {
				symlink(t, pairs[i+1], filepath.Join(repo, pairs[i]))
			}
		}
	}
	return map[string]hostileAudit{
		"link to itself":   {build: links("AGENTS.md", "AGENTS.md"), codes: wholeCodes},
		"links in circles": {build: links("a", "b", "b", "a", "AGENTS.md", "a/AGENTS.md", "up", "..", ".codex", ".", ".claude", "up/up"), codes: wholeCodes},
		"chain of links": {
			build: func(t *testing.T, repo string) {
				for i := range 10_000 {
					symlink(t, fmt.Sprintf("l%d", i+1), filepath.Join(repo, fmt.Sprintf("l%d", i)))
				}
				symlink(t, "l0", filepath.Join(repo, "AGENTS.md"))
			},
			benign: func(t *testing.T, repo string) { many(t, repo, 10_000, "l%d", "x") }, codes: wholeCodes,
		},
		"device": {build: links("AGENTS.md", "/dev/zero", ".mcp.json", "/dev/zero", ".env", "/dev/random"), codes: wholeCodes},
		"pipes": {build: func(t *testing.T, repo string) {
			for _, name := range []string{"AGENTS.md", ".mcp.json", ".env", ".gitmodules"} {
				pipe(t, filepath.Join(repo, name))
			}
			pipe(t, filepath.Join(repo, ".git/config"))
		}, codes: []int{exitFindings}, want: "special-file"},
		"git file that is a pipe": {build: func(t *testing.T, repo string) {
			put(t, filepath.Join(repo, "sub/AGENTS.md"), "x")
			pipe(t, filepath.Join(repo, "sub/.git"))
		}, codes: []int{exitFine, exitFindings, exitUnreadable}},
		"names": {build: func(t *testing.T, repo string) {
			for _, name := range []string{"\xff\xfe", "\x1b[2J", "a\nb", "\u202egnp", strings.Repeat("n", 255), "agents.MD", "AGENTS.md"} {
				put(t, filepath.Join(repo, ".claude/commands", name), "x")
			}
		}, codes: wholeCodes},
	}
}

// largeTrees have more of something than a person makes.
func largeTrees() map[string]hostileAudit {
	return map[string]hostileAudit{
		"200,100 files": {
			build: func(t *testing.T, repo string) {
				if testing.Short() {
					t.Skip("skipped: 300,000 files take a while")
				}
				many(t, repo, 200_100, "x%d", "")
			},
			benign: func(t *testing.T, repo string) { many(t, repo, 100_000, "x%d", "") },
			codes:  partCodes, want: "more than 200000 entries",
		},
	}
}

// bombTrees are small files that are costly to read.
func bombTrees() map[string]hostileAudit {
	const size = 1 << 20
	prose := strings.Repeat("A line of plain text, as long as lines are.\n", size/44)
	hook := func(command string) func(*testing.T, string) {
		return file(".claude/settings.json", `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "`+command+`"}]}]}}`)
	}
	any3 := []int{exitFine, exitFindings, exitUnreadable}
	return map[string]hostileAudit{
		"TOML keys":      {build: file(".codex/config.toml", numbered("k%d = 1\n", 60_000)), benign: file("AGENTS.md", prose), codes: any3},
		"YAML nesting":   {build: file(".github/workflows/a.yml", "a: "+strings.Repeat("[", size)), benign: file("AGENTS.md", prose), codes: any3},
		"YAML workflow":  {build: file(".github/workflows/a.yml", "jobs:\n"+numbered("  j%d: {runs-on: x, steps: [{run: claude -p x}]}\n", 10_000)), benign: file("AGENTS.md", prose), codes: any3},
		"shell quoting":  {build: hook(strings.Repeat("sh -c 'sh -c ", 30_000)), benign: file("AGENTS.md", prose), codes: any3},
		"git config":     {build: file(".git/config", strings.Repeat("[core]\nfsmonitor = x\n", size/21)), benign: file("AGENTS.md", prose), codes: any3},
		"git attributes": {build: file(".gitattributes", strings.Repeat("**/*a*a*a*a*b -diff\n", 50_000)), benign: file("AGENTS.md", prose), codes: any3},
		"environment":    {build: file(".env", numbered("LD_PRELOAD%d=${A}${B}\n", 40_000)), benign: file("AGENTS.md", prose), codes: any3},
	}
}
