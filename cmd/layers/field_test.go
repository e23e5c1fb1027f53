package main

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agentlayers/layers/golden"
)

// fieldAnswer is the command that answers a field case, and what its output must hold.
type fieldAnswer struct {
	args []string
	want []string
	code int
}

// fieldAnswers names one command for each field case about configuration, trust, roots and requirements. The
// right answer is the case's expect.md.
var fieldAnswers = map[string]fieldAnswer{
	"config-array-replaced": {
		args: []string{"explain", "sandbox_workspace_write.writable_roots"},
		want: []string{`"/mnt/repo/build"`, ".codex/config.toml:2:1", "wins", "lost elements", `"/mnt/home/cache"`},
	},
	"config-cli-dotted-key-with-period": {
		args: []string{"explain", "--problems"},
		want: []string{"override-key-split", "inline-table form", "project layer is disabled"},
	},
	"config-legacy-profile-table": {
		args: []string{"explain", "profile"},
		want: []string{"no longer supported", "--profile NAME", "config.toml:2:1"}, code: exitUnreadable,
	},
	"config-mcp-partial-disable": {
		args: []string{"explain", "mcp_servers.search"},
		want: []string{`.command`, `"search-server"`, "~/.codex/config.toml:2:1", ".enabled", "false", ".codex/config.toml:2:1"},
	},
	"config-mcp-untrusted": {
		args: []string{"explain", "mcp_servers.calc.command"},
		want: []string{"is not set", `"calc"`, ".codex/config.toml:2:1", "disabled, would set"}, code: exitProblems,
	},
	"config-project-denied-keys": {
		args: []string{"explain", "--problems"},
		want: []string{
			"a project may not set openai_base_url", "a project may not set model_provider", "a project may not set model_providers",
			"a project may not set notify", "a project may not set profile", "a project may not set profiles",
		},
	},
	"config-relative-path-layer": {
		args: []string{"explain", "model_instructions_file"},
		want: []string{`"/mnt/repo/.codex/prompts/base.md"`, `written as "prompts/base.md"`},
	},
	"config-tilde-and-env": {
		args: []string{"explain", "sandbox_workspace_write.writable_roots"},
		want: []string{`"/mnt/home/cache"`, `"/mnt/home/.codex/$HOME/other"`, "path-with-dollar"},
	},
	"config-trusted-wrong-type": {
		args: []string{"explain", "--problems", "--short"},
		want: []string{".codex/config.toml:2:26: error[wrong-type]"}, code: exitUnreadable,
	},
	"config-typo-ignored": {
		args: []string{"explain", "--problems"},
		want: []string{"modle is not a known key", "~/.codex/config.toml:1:1", "did you mean model?", "project is not a known key", "project_doc_fallback_filenames"},
	},
	"config-untrusted-malformed": {
		args: []string{"explain"},
		want: []string{"toml-syntax", ".codex/config.toml:1:", "no trust entry for /mnt/repo"},
	},
	"skills-budget": {
		args: []string{"skills"},
		want: []string{"60 found", "60 listed", "0 not listed", "shortened", "budget", "codex adds skills of its own"},
	},
	"skills-config-in-project": {
		args: []string{"skills", "--why"},
		want: []string{"by-user", "OFF", "~/.codex/config.toml:", "by-project", "no effect: rules of this layer are not read"},
	},
	"skills-duplicate-names": {
		args: []string{"explain", "$dup"},
		want: []string{"ambiguous: 5 skills have this name", "repo", "user", "rename one of them"},
	},
	"skills-missing-fields": {
		args: []string{"skills", "--why"},
		want: []string{"noname", "different-name", "Upper_Case", "123", "nofront", "unclosed", "nodesc", "INVALID", "no description", "wrong-name"},
	},
	"skills-symlinked-file": {
		args: []string{"skills", "--why"},
		want: []string{"dirlink", "plain", "filelink", "link-file", "only folders may be links"},
	},
	"skills-untrusted-repo": {
		args: []string{"skills", "--why"},
		want: []string{"2 listed", "read although the layer is off"},
	},
	"skills-yaml-traps": {
		args: []string{"skills"},
		want: []string{
			"colon", "brackets", "at", "accepted here, refused elsewhere", "hash", "a # comment ends the text", "block", "quotes", "tabs", "INVALID",
			"quotes/SKILL.md:", "tabs/SKILL.md:",
		},
	},
	"trust-custom-marker-non-git-child": {
		args: []string{"explain"},
		want: []string{"root /mnt/repo (.team-root)", "no trust entry for /mnt/repo;", "trusted by ~/.codex/config.toml:3:1", "sandbox workspace-write"},
	},
	"trust-home-is-cwd": {
		args: []string{"explain"},
		want: []string{"CONFIG 2 layers", "~/.codex/config.toml", "user", "system"},
	},
	"trust-key-trailing-slash": {
		args: []string{"explain"},
		want: []string{`trust entry "/mnt/repo/" does not match "/mnt/repo"`, "no trust entry for /mnt/repo"},
	},
	"trust-parent-not-inherited": {
		args: []string{"explain", "model"},
		want: []string{`"user-model"`, "wins", `"repo-model"`, "disabled, would set"},
	},
	"trust-self-grant": {
		args: []string{"explain", "--problems"},
		want: []string{"[projects] in a project's file never enables a layer", "no trust entry for /mnt/repo"},
	},
	"trust-subfolder-key": {
		args: []string{"explain"},
		want: []string{"no trust entry for /mnt/repo;", "pkg/.codex/config.toml", "1 key"},
	},
	"trust-symlinked-cwd": {
		args: []string{"explain", "--json"},
		want: []string{`"key": "/mnt/repo"`, `"form": "resolved"`, `"path": "/mnt/link/.codex/config.toml"`},
	},
	"trust-untrusted-subfolder-in-trusted-root": {
		args: []string{"explain", "model"},
		want: []string{`model = "root-model"`, `"vendor-model"`, "disabled, would set"},
	},
	"trust-worktree-inherits-main": {
		args: []string{"explain"},
		want: []string{"trusted by ~/.codex/config.toml:3:1, asked of the main checkout /mnt/repo"},
	},
	"root-empty-git-dir": {
		args: []string{"explain"},
		want: []string{"root-empty-git", "this .git folder holds no repository"},
	},
	"root-jj-default-markers": {
		args: []string{"explain"},
		want: []string{".jj is not a root marker", `project_root_markers = [".git", ".jj"]`},
	},
	"root-sapling": {
		args: []string{"explain"},
		want: []string{"(.sl)", "trusted by", "sandbox read-only", "follow another trust question"},
	},
	"docs-fallback-names": {
		args: []string{"instructions"},
		want: []string{"1 AGENTS.md 13 13 whole", "CLAUDE.md 13 – gives way to AGENTS.md", ".codex/EXTRA.md 7 – gives way to AGENTS.md", "2 svc/CLAUDE.md 12 12 whole"},
	},
	"docs-invalid-utf8-project": {
		args: []string{"explain", "--problems", "--short"},
		want: []string{"~/.codex/AGENTS.md:1:8: warning[doc-invalid-utf8]: not valid UTF-8 at byte 7", "AGENTS.md:1:9: warning[doc-invalid-utf8]: not valid UTF-8 at byte 8"},
	},
	"docs-lowercase-name": {
		args: []string{"instructions"},
		want: []string{"– agents.md 7 – the name has to be AGENTS.md, in this letter case", "– svc/Agents.md 7 – the name has to be AGENTS.md, in this letter case"},
	},
	"docs-override-wins": {
		args: []string{"instructions"},
		want: []string{
			"1 ~/.codex/AGENTS.override.md", "– ~/.codex/AGENTS.md 12 – gives way to AGENTS.override.md in the same folder",
			"2 AGENTS.override.md", "– AGENTS.md 10 – gives way to AGENTS.override.md in the same folder", "3 svc/AGENTS.md",
		},
	},
	"docs-root-starves-nested": {
		args: []string{"instructions", "--check"}, code: exitProblems,
		want: []string{"cut after 32768 of 33000 bytes", "svc/AGENTS.md:1:1: none of 14 bytes reach the model"},
	},
	"docs-symlink-outside": {
		args: []string{"instructions"},
		want: []string{"1 AGENTS.md", "~/notes.txt"},
	},
	"docs-untrusted-project": {
		args: []string{"instructions"},
		want: []string{"trust: marked untrusted", "1 ~/.codex/AGENTS.md", "2 AGENTS.md 17 17 whole"},
	},
	"docs-utf8-bom-crlf": {
		args: []string{"explain", "--problems"},
		want: []string{"note[doc-bom]", "AGENTS.md:1:1", "reaches the model as U+FEFF and costs 3 bytes"},
	},
	"claude-import-in-ancestor": {
		args: []string{"--agent", "claude", "instructions"},
		want: []string{"1 CLAUDE.md", "– rules/style.md 13 – outside the working directory /mnt/repo/sub, and not approved", "2 sub/CLAUDE.md"},
	},
	"claude-import-lookalikes": {
		args: []string{"--agent", "claude", "instructions", "--json"},
		want: []string{`"sources": [ "/mnt/repo/CLAUDE.md", "/mnt/repo/docs/real.md" ]`},
	},
	"requirements-clamp": {
		args: []string{"explain", "--json"},
		want: []string{`"configured": "never"`, `"enforced": "on-request"`, `"configured": "danger-full-access"`, `"enforced": "read-only"`, "/etc/codex/requirements.toml"},
	},
}

func TestFieldCases(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, topic := range []string{"config", "trust", "root", "requirements", "docs", "skills", "claude"} {
		files, err := filepath.Glob("../../golden/testdata/field/" + topic + "-*.txtar")
		if err != nil || len(files) == 0 {
			t.Fatalf("no field cases about %s: %v", topic, err)
		}
		for _, file := range files {
			c, err := golden.Load(file)
			if err != nil {
				t.Fatal(err)
			}
			seen[c.Name] = true
			t.Run(c.Name, func(t *testing.T) { t.Parallel(); checkFieldCase(t, c) })
		}
	}
	for name := range maps.Keys(fieldAnswers) {
		if !seen[name] {
			t.Errorf("field case %s is answered here and does not exist", name)
		}
	}
}

func checkFieldCase(t *testing.T, c *golden.Case) {
	answer, ok := fieldAnswers[c.Name]
	if !ok {
		t.Fatalf("no command is named that answers this case; add one to fieldAnswers")
	}
	out, code := runCase(t, c, answer.args...)
	if code != answer.code {
		t.Errorf("exit %d, want %d", code, answer.code)
	}
	flat := strings.Join(strings.Fields(out), " ")
	for _, want := range answer.want {
		if !strings.Contains(flat, want) {
			t.Errorf("layers %s does not say %q", strings.Join(answer.args, " "), want)
		}
	}
	if t.Failed() {
		t.Log(out)
	}
}

// runCase runs one command line in a case's tree.
func runCase(t *testing.T, c *golden.Case, args ...string) (string, int) {
	t.Helper()
	fsys, err := c.Layout(t, golden.Memory)
	if err != nil {
		t.Fatal(err)
	}
	overrides, err := c.Overrides()
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range overrides {
		args = append(args, "-c", o)
	}
	if c.Profile != "" {
		args = append(args, "--profile", c.Profile)
	}
	var out bytes.Buffer
	env := func(name string) (string, bool) {
		if v, ok := c.Env[name]; ok {
			return v, true
		}
		return golden.Root + "/home", name == "HOME"
	}
	h := host{
		env: env, cwd: func() (string, error) { return c.Cwd, nil }, fsys: fsys, stdout: &out, stderr: &out,
		terminal: func() (int, int, bool) { return 0, 0, false },
		hostname: func() (string, error) { return "", errors.New("unknown") },
	}
	code := run(context.Background(), append(args, "--width", "100"), h)
	return out.String(), code
}
