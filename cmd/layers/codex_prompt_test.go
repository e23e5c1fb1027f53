package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/agentlayers/layers/render"
)

// TestReadCodexPrompt: the parts are found between codex's own text, and what is not compared is left out.
func TestReadCodexPrompt(t *testing.T) {
	t.Parallel()
	data, err := json.Marshal([]any{
		map[string]any{"type": "tools"},
		message("developer", "<skills_instructions>\nwords\n- `r0` = `/a`\n### Available skills\n- one: first\nsecond line (file: r0/one/SKILL.md)\n- two: (file: r0/two/SKILL.md)\n### How\n- no skill\n</skills_instructions>"),
		message("developer", "words\n========= MEMORY_SUMMARY BEGINS =========\nkept\n\nin mind\n========= MEMORY_SUMMARY ENDS =========\nwords"),
		message("user", "# AGENTS.md instructions for /repo\n\n<INSTRUCTIONS>\nRules.\n\n</INSTRUCTIONS>"),
		message("user", "hello"),
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := readCodexPrompt(data)
	if err != nil {
		t.Fatal(err)
	}
	memory := "kept\n\nin mind"
	want := render.Sent{
		Instructions: "Rules.\n", InstructionsFor: "/repo", Aliases: []string{"- `r0` = `/a`"}, Memory: &memory,
		Skills: []string{"- one: first\nsecond line (file: r0/one/SKILL.md)", "- two: (file: r0/two/SKILL.md)"},
	}
	if fmt.Sprint(got.Instructions, got.InstructionsFor, got.Aliases, got.Skills) != fmt.Sprint(want.Instructions, want.InstructionsFor, want.Aliases, want.Skills) || got.Memory == nil || *got.Memory != memory {
		t.Errorf("read %+v, want %+v", got, want)
	}
	if _, err := readCodexPrompt([]byte("not JSON")); err == nil {
		t.Error("what is not JSON is accepted")
	}
}

// TestCodexProgram: which program stands for a version, and what is said where none does.
func TestCodexProgram(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ value, version, want, wrong string }{
		{value: "/opt/codex", version: "0.145.0", want: "/opt/codex"},
		{value: "/opt/a=b/codex", version: "0.145.0", want: "/opt/a=b/codex"},
		{value: "0.145.0=/a/codex:0.171.0=/b/codex", version: "0.171.0", want: "/b/codex"},
		{value: "0.171.0=/b/codex", version: "0.145.0", wrong: "lists 0.171.0"},
	} {
		got, err := codexProgram(c.value, c.version)
		if got != c.want || (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s for %s: %q, %v", c.value, c.version, got, err)
		}
	}
}

// message is one message as codex prints it.
func message(role, text string) map[string]any {
	return map[string]any{"role": role, "content": []map[string]string{{"text": text}}}
}

// TestPromptCheckAnswers: what --check says about a program that sends the same, something else, or nothing.
func TestPromptCheckAnswers(t *testing.T) {
	t.Parallel()
	const heading = "# AGENTS.md instructions for REPO\n\n<INSTRUCTIONS>\n"
	system := message("developer", "<skills_instructions>\n### Available skills\n- notes: Write notes. (file: HOME/.agents/skills/notes/SKILL.md)\n</skills_instructions>")
	refusal := exec.Command("go", "no-such-command").Run()
	for name, c := range map[string]struct {
		version string
		sent    []any
		err     error
		config  string
		code    int
		want    []string
	}{
		"equal": {
			version: "0.145.0", sent: []any{system, message("user", heading+"# Shop\n\n</INSTRUCTIONS>")},
			want: []string{"✓ instructions", "equal, 7 B", "✓ skills"},
		},
		"another line": {
			version: "0.145.0", sent: []any{system, message("user", heading+"# Shed\n\n</INSTRUCTIONS>")}, code: exitProblems,
			want: []string{"✗ instructions ", "codex: # Shed", "layers: # Shop", "✓ skills"},
		},
		"a skill less": {
			version: "0.145.0", sent: []any{message("user", heading+"# Shop\n\n</INSTRUCTIONS>")}, code: exitProblems,
			want: []string{"✓ instructions", "✗ skills", "layers: - notes: Write notes."},
		},
		"refuses alone": {version: "0.145.0", err: refusal, code: exitProblems, want: []string{"codex refuses to start here; layers does not say so"}},
		"refuses as said": {
			version: "0.145.0", err: refusal, config: "model = 1\n", code: exitUnreadable, want: []string{"as layers says"},
		},
		"starts unexpectedly": {version: "0.145.0", config: "model = 1\n", code: exitProblems, want: []string{"layers says that it refuses"}},
		"another version":     {version: "0.171.0", code: exitUnreadable, want: []string{"is version 0.171.0", "--agent codex@0.171.0"}},
		"unknown version":     {version: "9.9.9", code: exitUnreadable, want: []string{"this version is not described"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := writeTree(t, "repo", map[string]string{
				"home/.codex/config.toml":            "[skills.bundled]\nenabled = false\n" + c.config,
				"home/.agents/skills/notes/SKILL.md": "---\nname: notes\ndescription: Write notes.\n---\n",
				"repo/.git/HEAD":                     gitHead,
				"repo/AGENTS.md":                     "# Shop\n",
			})
			if c.config != "" { // a key above the table
				r = writeTree(t, "repo", map[string]string{"home/.codex/config.toml": c.config, "repo/.git/HEAD": gitHead})
			}
			r.env[codexEnv] = "/opt/codex"
			r.program = func(_ context.Context, dir, program string, args ...string) (stdout, stderr []byte, err error) {
				if dir != r.cwd || program != "/opt/codex" {
					t.Errorf("%s is started in %s", program, dir)
				}
				if args[0] == "--version" {
					return []byte("codex-cli " + c.version + "\n"), nil, nil
				}
				data, err := json.Marshal(c.sent)
				if err != nil {
					t.Error(err)
				}
				text := strings.NewReplacer("REPO", r.cwd, "HOME", r.env["HOME"]).Replace(string(data))
				return []byte(text), []byte("Error: no\n"), c.err
			}
			code, out, complaints := r.layers(t, "prompt", "--check")
			if code != c.code {
				t.Errorf("exit %d, want %d", code, c.code)
			}
			for _, want := range c.want {
				if !strings.Contains(strings.Join(strings.Fields(out+complaints), " "), strings.TrimSpace(want)) {
					t.Errorf("%q is not said:\n%s%s", want, out, complaints)
				}
			}
		})
	}
}
