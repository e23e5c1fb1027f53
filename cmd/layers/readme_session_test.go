package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// step is one command of a session that the README shows, and what happens to the files before it.
type step struct {
	note  string            // for the reader
	files map[string]string // below the project
	git   string            // a commit with this message is made
	args  []string
}

// sessions are what the README shows of commands that write or need a repository.
var sessions = map[string][]step{
	"diff": {
		{git: "one"},
		{
			files: map[string]string{
				".codex/config.toml":            "sandbox_mode = \"workspace-write\"\n\n[mcp_servers.docs]\ncommand = \"sh\"\nargs = [\"-c\", \"npx docs-server\"]\n",
				"AGENTS.md":                     "# Shop\n\nRun make check before every commit.\n",
				".agents/skills/notes/SKILL.md": "---\nname: release-notes\ndescription: How release notes are written\n---\n",
			},
			git:  "two",
			args: []string{"diff", "HEAD~1..HEAD", "--as-trusted"},
		},
	},
	"trust": {
		{args: []string{"trust", ".", "--dry-run"}},
		{args: []string{"trust", ".", "--yes"}},
		{
			note:  "a pull changes what the server may do",
			files: map[string]string{".codex/config.toml": "sandbox_mode = \"read-only\"\n\n[mcp_servers.docs]\ncommand = \"docs-server\"\nargs = [\"--write\"]\n"},
			args:  []string{"trust", "--check"},
		},
		{args: []string{"diff", "--since-trust"}},
	},
	"set": {
		{args: []string{"set", "model_verbosity", "low", "--layer", "user", "--dry-run"}},
		{args: []string{"set", "sandbox_mode", "workspace-write", "--layer", "user"}},
		{args: []string{"unset", "model", "--layer", "user"}},
	},
}

// project is what a session starts with.
var project = map[string]string{
	"home/.codex/config.toml": "# mine\nmodel = \"gpt-5.2\"  # fast\n\n[mcp_servers.wiki]\ncommand = \"wiki-server\"\n",
	".codex/config.toml":      "sandbox_mode = \"read-only\"\n\n[mcp_servers.docs]\ncommand = \"docs-server\"\nargs = [\"--stdio\"]\n",
	"AGENTS.md":               "# Shop\n\nRun make before every commit.\n",
	".git/HEAD":               gitHead,
}

// runSession runs the steps of a session on files of its own and shows it as a reader would see it. ok is false where
// this machine cannot: the home folder needs a name as long as the one that is shown, and one session needs git.
func runSession(t *testing.T, name string) (text string, ok bool) {
	t.Helper()
	_, err := exec.LookPath("git")
	if runtime.GOOS != "linux" || err != nil && name == "diff" {
		return "", false
	}
	const shown = "/home/you"
	home := fmt.Sprintf("/tmp/%04d", rand.IntN(10_000))
	for os.Mkdir(home, 0o700) != nil {
		home = fmt.Sprintf("/tmp/%04d", rand.IntN(10_000))
	}
	t.Cleanup(func() { _ = os.RemoveAll(home) })
	dir := home + "/src/shop"
	write := func(files map[string]string) {
		for name, data := range files {
			p := filepath.Join(dir, name)
			if rest, own := strings.CutPrefix(name, "home/"); own {
				p = filepath.Join(home, rest)
			}
			if err := errors.Join(os.MkdirAll(filepath.Dir(p), 0o755), os.WriteFile(p, []byte(data), 0o600)); err != nil {
				t.Fatal(err)
			}
		}
	}
	write(project)
	env := []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "LAYERS_WIDTH=80", "LANG=C.UTF-8", "GIT_CONFIG_NOSYSTEM=1", asLayers + "=1", "GORACE=atexit_sleep_ms=0"}
	if name == "set" { // the project's layer has a say
		write(map[string]string{"home/.codex/config.toml": project["home/.codex/config.toml"] + "\n[projects.\"" + dir + "\"]\ntrust_level = \"trusted\"\n"})
	}
	var out strings.Builder
	for _, s := range sessions[name] {
		write(s.files)
		if s.git != "" {
			commit := exec.Command("sh", "-c", "git init -q . && git add -A && git -c user.name=a -c user.email=a@example.invalid commit -q -m "+s.git)
			commit.Dir, commit.Env = dir, env
			if msg, err := commit.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, msg)
			}
		}
		if s.args == nil {
			continue
		}
		if s.note != "" {
			out.WriteString("# " + s.note + "\n")
		}
		got, err := layersCommand(t.Context(), env, dir, s.args...).CombinedOutput()
		var code *exec.ExitError
		if err != nil && !errors.As(err, &code) {
			t.Fatal(err)
		}
		out.WriteString("$ layers " + strings.Join(s.args, " ") + "\n" + string(got))
		if code != nil {
			fmt.Fprintf(&out, "[exit code %d]\n", code.ExitCode())
		}
		out.WriteString("\n")
	}
	text = strings.ReplaceAll(strings.TrimSuffix(out.String(), "\n"), home, shown)
	text = regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`).ReplaceAllString(text, "2027-01-31T09:30:00Z")
	return regexp.MustCompile(`trust/[0-9a-f]{32}\.json`).ReplaceAllString(text, "trust/….json"), true
}
