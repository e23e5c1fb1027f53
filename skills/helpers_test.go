package skills_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/skills"
	"github.com/agentlayers/layers/tree"
)

const root = "/repo/.agents/skills"

func codex(t testing.TB, version string) dialect.Skills {
	t.Helper()
	d, err := dialect.Codex(version)
	if err != nil {
		t.Fatal(err)
	}
	return d.Skills
}

func options(t testing.TB) skills.Options {
	return skills.Options{Dialect: codex(t, ""), Cwd: "/repo", Root: "/repo", Home: "/home", AgentHome: "/home/.codex", Bundled: skills.Switch{Off: true}}
}

func find(t testing.TB, fsys tree.FS, o skills.Options) *skills.Set {
	t.Helper()
	set, err := skills.Find(context.Background(), fsys, o)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// put writes a skill into the repository's root.
func put(m *tree.Memory, folder, name, description string) {
	m.WriteFile(root+"/"+folder+"/SKILL.md", fmt.Appendf(nil, "---\nname: %s\ndescription: %s\n---\nBody of %s.\n", name, description, name))
}

func names(set *skills.Set) string {
	var out []string
	for _, s := range set.Skills {
		out = append(out, s.Name)
	}
	return strings.Join(out, " ")
}

// counting counts reads of files.
type counting struct {
	tree.FS
	files []string
}

func (c *counting) ReadFile(p string, limit int64) (tree.File, error) {
	f, err := c.FS.ReadFile(p, limit)
	if err == nil {
		c.files = append(c.files, p)
	}
	return f, err
}

// asText is everything that a set says.
func asText(t testing.TB, set *skills.Set) string {
	t.Helper()
	out, err := json.MarshalIndent([]any{set.Roots, set.Skills, set.Failed, set.Passed, set.Rules, set.Diags, set.Catalog()}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
