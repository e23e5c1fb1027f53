package agentsmd_test

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// FuzzImports: two documents that import what they like, each other included, are read to an end. Every import has the
// place that names it, every document that contributes nothing has a reason, and what lies outside of the project is
// never read unless the user allowed it.
func FuzzImports(f *testing.F) {
	f.Add("@a.md @../../secret\n", "@CLAUDE.md @./a.md x@y <!-- @a.md -->", "/repo/a.md")
	f.Add("- @a.md\n  > @/etc/passwd\n```\n@b.md\n```\n", "---\npaths: '*.go'\n---\n@~/.ssh/id\\ rsa", "/repo/.claude/rules/r.md")
	f.Add("[x]: @a.md\n\n`@a.md` @a.md#part\u3000@\u202ea.md", "@a.md", "/repo/.claude/CLAUDE.md")
	f.Fuzz(func(t *testing.T, one, two, place string) {
		if len(one)+len(two)+len(place) > 1<<14 || strings.Contains(place, "\x00") || !strings.HasPrefix(place, "/repo/") || tree.Join("/", place) == "/repo" {
			return
		}
		d, err := dialect.Claude("")
		if err != nil {
			t.Fatal(err)
		}
		m := tree.NewMemory()
		m.WriteFile("/secret", []byte("kept out"))
		m.WriteFile("/repo/.git/HEAD", []byte("ref: refs/heads/main\n"))
		m.WriteFile(tree.Join("/", place), []byte(two))
		m.WriteFile("/repo/CLAUDE.md", []byte(one))
		rec := tree.NewRecorder(m)
		l, err := agentsmd.Load(context.Background(), rec, agentsmd.Options{
			Dialect: d.Instructions, Cwd: "/repo", Root: "/repo", Home: "/home/u", AgentHome: "/home/u/.claude",
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, doc := range l.Documents {
			if doc.Role == agentsmd.Import && doc.From.Path == "" {
				t.Errorf("%s is an import from nowhere", doc.Path)
			}
			if doc.Omitted != nil && (doc.Omitted.Code == "" || doc.Omitted.Text == "") {
				t.Errorf("%s is omitted without a reason", doc.Path)
			}
			if doc.Later != nil && doc.Later.When == "" {
				t.Errorf("%s loads later, and nobody says when", doc.Path)
			}
			if from := doc.From; from.End.Offset > max(len(one), len(two)) || from.Start.Offset > from.End.Offset {
				t.Errorf("%s is named at %+v", doc.Path, from)
			}
			if !utf8.ValidString(doc.Text) {
				t.Errorf("%s gives text that is not UTF-8", doc.Path)
			}
		}
		if strings.Contains(l.Text, "kept out") {
			t.Error("a file outside of the project reaches the model")
		}
	})
}
