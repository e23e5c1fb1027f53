package skills_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/skills"
	"github.com/agentlayers/layers/tree"
)

// claudeSet finds the skills of Claude Code in files below /, by path.
func claudeSet(t *testing.T, files map[string]string, change func(*skills.Options)) *skills.Set {
	t.Helper()
	m := tree.NewMemory()
	for p, text := range files {
		m.WriteFile(p, []byte(text))
	}
	d, err := dialect.Claude("")
	if err != nil {
		t.Fatal(err)
	}
	o := skills.Options{Dialect: d.Skills, Cwd: "/repo/sub", Root: "/repo", Home: "/home/u", AgentHome: "/home/u/.claude"}
	if change != nil {
		change(&o)
	}
	set, err := skills.Find(context.Background(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func TestCommandPlaces(t *testing.T) {
	t.Parallel()
	set := claudeSet(t, map[string]string{
		"/repo/.claude/skills/a/SKILL.md": "---\ndescription: what: it does\npaths:\n  - '*.go'\nuser-invocable: false\n---\nx\n",
	}, nil)
	s := set.Skills[0]
	for field, want := range map[string]string{"description": "what: it does", "paths": "paths:", "user-invocable": "false"} {
		span := s.Span(field)
		if got := string(s.Source().Bytes[span.Start.Offset:span.End.Offset]); got != want {
			t.Errorf("%s is at %q, want %q", field, got, want)
		}
	}
}

// TestNothingVanishes holds that every file that looks like a skill or a command is a skill, a failure, or not taken
// with a reason.
func TestNothingVanishes(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"/home/u/.claude/skills/one/SKILL.md":             "user\n",
		"/repo/.claude/skills/one/SKILL.md":               "project\n",
		"/repo/.claude/skills/SKILL.md":                   "in the root\n",
		"/repo/.claude/skills/flat.md":                    "flat\n",
		"/repo/.claude/skills/lower/skill.md":             "lower\n",
		"/repo/.claude/skills/group/inner/SKILL.md":       "deep\n",
		"/repo/.claude/skills/none/SKILL.md":              "---\nuser-invocable: false\ndisable-model-invocation: true\n---\nx\n",
		"/repo/.claude/skills/large/SKILL.md":             strings.Repeat("x", 1_000_001),
		"/repo/.claude/commands/one.md":                   "command\n",
		"/repo/.claude/commands/two.MD":                   "suffix\n",
		"/repo/.claude/commands/dir/SKILL.md":             "skill\n",
		"/repo/.claude/commands/dir/beside.md":            "beside\n",
		"/repo/sub/below/.claude/skills/later/SKILL.md":   "later\n",
		"/repo/sub/below/b/.claude/skills/later/SKILL.md": "later\n",
	}
	set := claudeSet(t, files, nil)
	var seen []string
	for _, s := range set.Skills {
		seen = append(seen, s.Seen)
	}
	for _, f := range set.Failed {
		seen = append(seen, f.Path)
	}
	for _, p := range set.Passed {
		if p.Text == "" {
			t.Errorf("%s is not taken without a reason", p.Path)
		}
		seen = append(seen, p.Path)
	}
	for p := range files {
		if n := len(slices.DeleteFunc(slices.Clone(seen), func(s string) bool { return s != p })); n != 1 {
			t.Errorf("%s is told of %d times", p, n)
		}
	}
}

func TestLoadCommands(t *testing.T) {
	t.Parallel()
	set := claudeSet(t, map[string]string{
		"/repo/.claude/skills/top/SKILL.md": "---\nname: shown\ndescription: d\n---\n\n# Body  \n\n",
		"/repo/.claude/commands/ns/c.md":    "---\ndescription: d\n---\ntext $1\n",
	}, nil)
	for name, want := range map[string]string{
		"top":   "Base directory for this skill: /repo/.claude/skills/top\n\n# Body  \n\n",
		"shown": "Base directory for this skill: /repo/.claude/skills/top\n\n# Body  \n\n",
		"ns:c":  "text $1\n",
	} {
		loaded, err := set.Load(name)
		if err != nil || loaded.Text != want {
			t.Errorf("Load(%q) = %q, %v, want %q", name, loaded.Text, err, want)
		}
	}
	if _, err := set.Load("tpo"); err == nil || !strings.Contains(err.Error(), "did you mean top") {
		t.Errorf("an unknown name gives %v", err)
	}
}

func TestListingStaysInBudget(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for i := range 60 {
		files["/repo/.claude/skills/s"+string(rune('a'+i%26))+string(rune('a'+i/26))+"/SKILL.md"] = "---\ndescription: " + strings.Repeat("word ", 1+i*7%90) + "\n---\n"
	}
	for budget := 7000; budget < 20_000; budget += 531 {
		set := claudeSet(t, files, func(o *skills.Options) { o.Commands.Listing.Budget = budget })
		c := set.Catalog()
		if c.Used > budget || len(c.Lines) != len(files) {
			t.Errorf("budget %d: %d used, %d lines", budget, c.Used, len(c.Lines))
		}
	}
}

func TestHostileCommands(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"/repo/.claude/skills/bomb/SKILL.md": "---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n" +
			"d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]\nname: [*f,*f,*f,*f,*f,*f,*f,*f,*f]\n---\nx\n",
		"/repo/.claude/skills/head/SKILL.md":       "---\ndescription: " + strings.Repeat("[", 300_000) + "\n---\nx\n",
		"/repo/.claude/skills/n\n\x1b[2J/SKILL.md": "---\ndescription: odd name\n---\n",
	}
	set := claudeSet(t, files, nil)
	if n := len(set.Skills) + len(set.Failed); n != len(files) {
		t.Errorf("%d of %d are told of", n, len(files))
	}
}

// TestDeepBehindALink: a skill too deep in its root is reported also where the folder above it is a link.
func TestDeepBehindALink(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	m.WriteFile("/repo/store/s/SKILL.md", []byte("x\n"))
	m.Symlink("/repo/.claude/skills/z", "/repo/store")
	d, err := dialect.Claude("")
	if err != nil {
		t.Fatal(err)
	}
	set, err := skills.Find(context.Background(), m, skills.Options{Dialect: d.Skills, Cwd: "/repo", Root: "/repo", Home: "/home/u", AgentHome: "/home/u/.claude"})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range set.Passed {
		if p.Path == "/repo/.claude/skills/z/s/SKILL.md" && p.Reason == skills.PassedDeep {
			return
		}
	}
	t.Errorf("not reported: %+v", set.Passed)
}
