package audit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"path"
	"strings"
	"sync"
	"testing"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/audit/rules"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

// FuzzAudit audits a repository with one file of any content at an agent's path, in a folder of any name: no
// panic, places inside the files, the same bytes twice, and nothing hidden in any output.
func FuzzAudit(f *testing.F) {
	places := []string{
		".codex/config.toml", "AGENTS.md", ".claude/settings.json", ".mcp.json", ".vscode/tasks.json", ".codex/rules/a.rules",
		".github/workflows/a.yml", ".env", ".gitmodules", ".agents/skills/x/SKILL.md", ".gemini/settings.json", ".cursor/hooks.json",
		".codex/hooks.json", ".gitattributes", "opencode.json", ".devcontainer/devcontainer.json", "CLAUDE.md", ".gemini/commands/a.toml",
	}
	f.Add(0, "sub", []byte("approval_policy = \"never\"\nsandbox_mode = 'danger-full-access'\n"))
	f.Add(1, "a:b,c%\n\u202e", []byte("\xff\u202e\U000e0041 @../x"))
	f.Add(3, "::error::", []byte(`{"mcpServers": {"\u202e": {"command": "sh", "args": ["-c", "a | b\u001b[0m"]}}}`))
	f.Add(5, "x", []byte("prefix_rule(pattern = [[\"a\", \"bash\"]])"))
	f.Add(6, "y", []byte("on: &a [*a]\n"))
	f.Fuzz(func(t *testing.T, place int, folder string, data []byte) {
		if place < 0 || place >= len(places) || len(data) > 4096 || len(folder) > 64 {
			return
		}
		rel := path.Clean("/" + strings.ReplaceAll(folder, "\x00", "") + "/" + places[place])
		m := tree.NewMemory()
		m.WriteFile("/repo"+rel, data)
		m.WriteFile("/repo/.git/HEAD", []byte("ref: refs/heads/main\n"))
		r := auditMemory(t, m)
		for _, found := range append(r.Findings, r.Suppressed...) {
			at := found.Span
			if src := found.File.Text; src != nil && at.Path == found.File.Path &&
				(at.Start.Line > src.LineCount() || at.End.Offset > len(src.Bytes) || at.Start.Offset > at.End.Offset && at.End.Offset > 0) {
				t.Errorf("%s: place %+v outside the file", found.Rule, at)
			}
		}
		again := auditMemory(t, m)
		for name, write := range formats {
			out := output(t, write, r)
			if !bytes.Equal(out, output(t, write, again)) {
				t.Errorf("%s: two audits differ", name)
			}
			if c := hidden(string(out)); c >= 0 {
				t.Errorf("%s: U+%04X gets through", name, c)
			}
			if (name == "json" || name == "sarif") && !json.Valid(out) {
				t.Errorf("%s: no JSON", name)
			}
			if name == "github" {
				for line := range strings.Lines(string(out)) {
					if !strings.HasPrefix(line, "::error ") && !strings.HasPrefix(line, "::warning ") && !strings.HasPrefix(line, "::notice ") {
						t.Errorf("github: %q is no annotation of ours", line)
					}
				}
			}
		}
	})
}

var allDialects = sync.OnceValues(audit.Dialects)

func auditMemory(t *testing.T, fsys tree.FS) *audit.Result {
	t.Helper()
	dialects, err := allDialects()
	if err != nil {
		t.Fatal(err)
	}
	set, err := gather.Dir(context.Background(), gather.Options{Host: resolve.Host{FS: fsys, Cwd: "/repo", Home: "/home/u"}, Root: "/repo", Dialects: dialects})
	if err != nil {
		t.Fatal(err)
	}
	return audit.Run(context.Background(), set, rules.All(), audit.Options{Persona: audit.Auditor})
}
