package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agentlayers/layers/tree/disk"
)

// TestTextEqualsCodex compares "layers instructions --text" with what the installed program says that it sends,
// in a repository with a global file, a cut, a fallback name and bytes that are not UTF-8.
//
// It runs where LAYERS_CODEX names the program, in a version that is described.
func TestTextEqualsCodex(t *testing.T) {
	t.Parallel()
	binary := os.Getenv("LAYERS_CODEX")
	if binary == "" {
		t.Skip("skipped: set LAYERS_CODEX to an installed codex to compare with it")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"home/.codex/config.toml": "project_doc_max_bytes = 60\nproject_doc_fallback_filenames = [\"NOTES.md\"]\n",
		"home/.codex/AGENTS.md":   "\n Answer in short sentences. \n",
		"repo/.git/HEAD":          "ref: refs/heads/main\n",
		"repo/AGENTS.md":          "# Shop\r\n\r\nNot UTF-8: \xff.\n",
		"repo/svc/NOTES.md":       "# Service\n\n",
		"repo/svc/api/AGENTS.md":  strings.Repeat("é€", 20),
	} {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	env := map[string]string{"HOME": dir + "/home", "PATH": os.Getenv("PATH"), "LANG": "C.UTF-8"}
	cwd := dir + "/repo/svc/api"
	want, version := codexSends(t, binary, cwd, env)

	var out, complaints bytes.Buffer
	h := host{
		env: func(name string) (string, bool) { v, ok := env[name]; return v, ok },
		cwd: func() (string, error) { return cwd, nil }, fsys: disk.FS(), stdout: &out, stderr: &complaints,
		terminal: func() (int, int, bool) { return 0, 0, false },
		hostname: func() (string, error) { return "", errors.New("unknown") },
	}
	if code := run(context.Background(), []string{"--agent", "codex@" + version, "instructions", "--text"}, h); code != exitFine {
		t.Fatalf("exit %d\n%s", code, complaints.String())
	}
	if out.String() != want {
		t.Errorf("codex %s sends %q, --text is %q", version, want, out.String())
	}
}

// codexSends asks the program for its first messages and takes the instruction text out of them.
func codexSends(t *testing.T, binary, cwd string, env map[string]string) (text, version string) {
	t.Helper()
	ask := func(args ...string) []byte {
		cmd := exec.CommandContext(t.Context(), binary, args...)
		cmd.Dir = cwd
		for k, v := range env {
			cmd.Env = append(cmd.Env, k+"="+v)
		}
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s %s: %v", binary, strings.Join(args, " "), err)
		}
		return out
	}
	words := strings.Fields(string(ask("--version")))
	version = words[len(words)-1]
	var messages []struct {
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
	}
	if err := json.Unmarshal(ask("debug", "prompt-input", "hello"), &messages); err != nil {
		t.Fatal(err)
	}
	for _, m := range messages {
		for _, c := range m.Content {
			_, rest, found := strings.Cut(c.Text, "<INSTRUCTIONS>\n")
			if found {
				return strings.TrimSuffix(rest, "\n</INSTRUCTIONS>"), version
			}
		}
	}
	t.Fatal("the program sends no instructions")
	return "", ""
}
