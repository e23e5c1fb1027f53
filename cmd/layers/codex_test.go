package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree/disk"
)

// installedCodex gives the program of every described version that is installed, or skips the test.
func installedCodex(t *testing.T) map[string]string {
	t.Helper()
	value := os.Getenv(codexEnv)
	if value == "" {
		if p, err := exec.LookPath("codex"); err == nil {
			value = p
		} else {
			t.Skip("skipped: codex is not on PATH; set " + codexEnv + " to an installed one (a path, or VERSION=PATH:VERSION=PATH) to compare with it")
		}
	}
	out := map[string]string{}
	for _, v := range dialect.CodexVersions {
		if !isVersionList(value) {
			data, err := exec.CommandContext(t.Context(), value, "--version").Output()
			if err != nil {
				t.Fatalf("%s --version: %v", value, err)
			}
			if lastWord(data) == v {
				out[v] = value
			}
		} else if p, err := codexProgram(value, v); err == nil {
			out[v] = p
		}
	}
	if len(out) == 0 {
		t.Skipf("skipped: %s is in none of the described versions %v", value, dialect.CodexVersions)
	}
	return out
}

// realTree is a folder on disk with a home, and what the process there is told.
type realTree struct {
	dir, cwd string
	env      map[string]string

	// program stands in for programs that are started; nil starts them.
	program func(ctx context.Context, dir, program string, args ...string) (stdout, stderr []byte, err error)
}

// writeTree lays files out in a temporary folder. cwd is below it.
func writeTree(t *testing.T, cwd string, files map[string]string) realTree {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	env := map[string]string{"HOME": dir + "/home", "PATH": os.Getenv("PATH"), "LANG": "C.UTF-8"}
	return realTree{dir: dir, cwd: filepath.Join(dir, cwd), env: env}
}

// layers runs one command line in the tree, programs that it starts too.
func (r realTree) layers(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, complaints bytes.Buffer
	h := host{
		env: func(name string) (string, bool) { v, ok := r.env[name]; return v, ok },
		cwd: func() (string, error) { return r.cwd, nil }, fsys: disk.FS(), stdout: &out, stderr: &complaints,
		terminal: func() (int, int, bool) { return 0, 0, false },
		hostname: func() (string, error) { return "", errors.New("unknown") },
		program:  r.program,
	}
	if h.program == nil {
		h.program = r.start
	}
	code = run(context.Background(), args, h)
	return code, out.String(), complaints.String()
}

func (r realTree) start(ctx context.Context, dir, program string, args ...string) (stdout, stderr []byte, err error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	for k, v := range r.env {
		cmd.Env = append(cmd.Env, k+"="+v)
	}
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	err = cmd.Run()
	return out.Bytes(), complaints.Bytes(), err
}

// TestTextEqualsCodex compares "layers instructions --text" with what the installed program says that it sends,
// in a repository with a global file, a cut, a fallback name and bytes that are not UTF-8.
func TestTextEqualsCodex(t *testing.T) {
	t.Parallel()
	for version, program := range installedCodex(t) {
		tr := writeTree(t, "repo/svc/api", map[string]string{
			"home/.codex/config.toml": "project_doc_max_bytes = 60\nproject_doc_fallback_filenames = [\"NOTES.md\"]\n",
			"home/.codex/AGENTS.md":   "\n Answer in short sentences. \n",
			"repo/.git/HEAD":          "ref: refs/heads/main\n",
			"repo/AGENTS.md":          "# Shop\r\n\r\nNot UTF-8: \xff.\n",
			"repo/svc/NOTES.md":       "# Service\n\n",
			"repo/svc/api/AGENTS.md":  strings.Repeat("é€", 20),
		})
		out, complaints, err := tr.start(t.Context(), tr.cwd, program, "debug", "prompt-input", "hello")
		if err != nil {
			t.Fatalf("%s: %v\n%s", program, err, complaints)
		}
		sent, err := readCodexPrompt(out)
		if err != nil || sent.Instructions == "" {
			t.Fatalf("%s sends no instructions: %v", program, err)
		}
		code, got, complaint := tr.layers(t, "--agent", "codex@"+version, "instructions", "--text")
		if code != exitFine {
			t.Fatalf("exit %d\n%s", code, complaint)
		}
		if got != sent.Instructions {
			t.Errorf("codex %s sends %q, --text is %q", version, sent.Instructions, got)
		}
	}
}
