package main

import (
	"bufio"
	"encoding/json"
	"os/exec"
	"testing"
)

// TestTrustReachesCodex: the installed program reports the project layer as enabled after "layers trust --yes", and
// as disabled after "--revoke" and after "--deny".
func TestTrustReachesCodex(t *testing.T) {
	t.Parallel()
	for version, program := range installedCodex(t) {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			tr := writeTree(t, "repo/svc", map[string]string{
				"home/.codex/config.toml": "# mine\nmodel = \"user\"\n",
				"repo/.git/HEAD":          gitHead,
				"repo/.codex/config.toml": "model = \"repo\"\n",
				"repo/svc/AGENTS.md":      "# Service\n",
			})
			for _, step := range []struct {
				args    []string
				enabled bool
			}{
				{nil, false},
				{[]string{"trust", "--yes"}, true},
				{[]string{"trust", "--deny"}, false},
				{[]string{"trust", "--revoke"}, false},
				{[]string{"trust", "--yes"}, true},
				{[]string{"trust", "--revoke"}, false},
			} {
				if step.args != nil {
					code, out, complaints := tr.layers(t, append([]string{"--agent", "codex@" + version}, step.args...)...)
					if code != exitFine {
						t.Fatalf("%v: exit %d\n%s%s", step.args, code, out, complaints)
					}
				}
				if got := tr.projectEnabled(t, program); got != step.enabled {
					t.Errorf("after %v: codex %s has the project layer enabled: %v", step.args, version, got)
				}
			}
		})
	}
}

// projectEnabled asks the program for its layers and looks at that of the project.
func (r realTree) projectEnabled(t *testing.T, program string) bool {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, "app-server")
	cmd.Dir = r.cwd
	for k, v := range r.env {
		cmd.Env = append(cmd.Env, k+"="+v)
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = in.Close()
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // killed
	}()
	send := json.NewEncoder(in)
	for _, m := range []map[string]any{
		{"id": 1, "method": "initialize", "params": map[string]any{
			"clientInfo": map[string]string{"name": "layers", "version": "0"}, "capabilities": map[string]bool{"experimentalApi": true},
		}},
		{"method": "initialized"},
		{"id": 2, "method": "config/read", "params": map[string]any{"includeLayers": true, "cwd": r.cwd}},
	} {
		if err := send.Encode(m); err != nil {
			t.Fatal(err)
		}
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var answer struct {
			ID     int
			Result struct {
				Layers []struct {
					Name           struct{ Type string }
					DisabledReason string
				}
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &answer); err != nil || answer.ID != 2 {
			continue
		}
		for _, l := range answer.Result.Layers {
			if l.Name.Type == "project" {
				return l.DisabledReason == ""
			}
		}
		t.Fatalf("no project layer in %s", lines.Bytes())
	}
	t.Fatalf("no answer: %v", lines.Err())
	return false
}
