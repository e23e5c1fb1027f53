package repo

import (
	"path"
	"strings"

	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/frontmatter"
)

// skillName is the name that a skill has, and where it says so: the folder's name and the whole file where it
// gives none itself.
func skillName(f *source.File) (name string, at diag.Span) {
	if head, problem := f.Head(); problem == nil {
		if m := head.Root.Get("name"); m != nil && m.Value.Kind == frontmatter.Text && strings.TrimSpace(m.Value.Text) != "" {
			return strings.TrimSpace(m.Value.Text), m.Value.Span
		}
	}
	return path.Base(path.Dir(f.Rel)), f.Whole()
}

// isTestData reports whether a path below a skill is there to be tested with.
func isTestData(rel string) bool {
	for _, part := range strings.Split(strings.ToLower(rel), "/") {
		switch part {
		case "testdata", "test", "tests", "__tests__", "fixtures", "fixture", "spec", "__fixtures__", "test-data", "test_data":
			return true
		}
	}
	base := strings.ToLower(path.Base(rel))
	return strings.HasPrefix(base, "test_") || strings.Contains(base, "_test.") || strings.Contains(base, ".test.") || strings.Contains(base, ".spec.")
}

// belowSkill is the part of a path after the skill's own folder.
func belowSkill(f *source.File) string {
	_, rest, _ := strings.Cut(f.Inner, "/skills/")
	_, rest, _ = strings.Cut(rest, "/")
	return rest
}

// oneSession reports whether one session can load what belongs to both start folders.
func oneSession(a, b string) bool {
	return a == b || a == "." || b == "." || strings.HasPrefix(a, b+"/") || strings.HasPrefix(b, a+"/")
}
