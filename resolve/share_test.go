package resolve_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/audit/rules"
	"github.com/agentlayers/layers/compare"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/reach"
	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/review"
	"github.com/agentlayers/layers/skills"
	"github.com/agentlayers/layers/tree"
)

// codexHost is a small tree in which there is something of everything: layers, trust, requirements, documents, skills.
// There is something for Claude Code in it too.
func codexHost(t *testing.T) resolve.Host {
	t.Helper()
	m := tree.NewMemory()
	for p, text := range map[string]string{
		"/etc/codex/requirements.toml":               "allowed_approval_policies = [\"untrusted\", \"on-request\"]\n",
		"/home/u/.codex/config.toml":                 "model = \"user\"\n[projects.\"/w\"]\ntrust_level = \"trusted\"\n[[skills.config]]\nname = \"old\"\nenabled = false\n",
		"/home/u/.codex/AGENTS.md":                   "Be kind.\n",
		"/w/.git/HEAD":                               "ref: refs/heads/main\n",
		"/w/.codex/config.toml":                      "model = \"repo\"\napproval_policy = \"never\"\nmodle = 1\n[mcp_servers.s]\ncommand = \"sh\"\nargs = [\"-c\", \"true\"]\n",
		"/w/AGENTS.md":                               "# Rules\nTest first.\n",
		"/w/.agents/skills/deploy/SKILL.md":          "---\nname: deploy\ndescription: Ship it.\n---\nRun it.\n",
		"/w/.agents/skills/deploy/scripts/deploy.sh": "echo\n",
		"/w/.agents/skills/old/SKILL.md":             "---\nname: old\ndescription: Was.\n---\n",
		"/w/.agents/skills/none/SKILL.md":            "no head\n",
		"/w/CLAUDE.md":                               "Rules: @AGENTS.md\n",
		"/w/.claude/settings.json":                   "{\"model\": \"opus\", \"permissions\": {\"allow\": [\"Bash\"]}}\n",
		"/w/.claude/skills/deploy/SKILL.md":          "---\nname: deploy\ndescription: Ship it.\n---\nRun it.\n",
		"/w/.claude/commands/tidy.md":                "Tidy $ARGUMENTS.\n",
	} {
		m.WriteFile(p, []byte(text))
	}
	return resolve.HostFrom(m, func(name string) (string, bool) { return "/home/u", name == "HOME" }, "/w")
}

// shared is one Result and what else the uses are asked with.
type shared struct {
	r, other *resolve.Result
	o        resolve.Options
	set      *gather.Set
	audited  *audit.Result
}

func (s shared) screen() render.Screen {
	return render.Screen{Result: s.r, AsTrusted: s.other, Style: term.Style{Width: 80}}
}

// text runs a writer.
func text(write func(io.Writer) error) string {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return "error: " + err.Error()
	}
	return b.String()
}

func asJSON(v any, err error) string {
	data, failed := json.Marshal(v)
	return fmt.Sprint(string(data), err, failed)
}

// uses is everything that reads a Result, by name. Each gives a text that depends on what it read.
var uses = map[string]func(context.Context, shared) string{
	"overview": func(_ context.Context, s shared) string { return s.screen().Overview().String() },
	"problems": func(_ context.Context, s shared) string {
		return s.screen().Problems(false).String() + s.screen().Errors().String()
	},
	"documents": func(_ context.Context, s shared) string { return s.screen().Instructions().String() },
	"lost":      func(_ context.Context, s shared) string { return s.screen().Lost().String() },
	"plan":      func(_ context.Context, s shared) string { return s.screen().Plan().String() },
	"prompt":    func(_ context.Context, s shared) string { return s.screen().Prompt().String() },
	"skill list": func(_ context.Context, s shared) string {
		return s.screen().Skills(render.SkillView{All: true, Why: true}).String()
	},
	"trusted": func(_ context.Context, s shared) string { return s.screen().Trusted().Overview().String() },
	"key": func(_ context.Context, s shared) string {
		b, ok := s.screen().Key(layers.Key{"approval_policy"})
		return fmt.Sprint(b.String(), ok)
	},
	"skill named": func(_ context.Context, s shared) string {
		b, ok := s.screen().SkillNamed("deploy")
		return fmt.Sprint(b.String(), ok)
	},
	"list": func(_ context.Context, s shared) string {
		return text(func(w io.Writer) error {
			return s.screen().List(w, nil, render.ListOptions{Origin: true, Scope: true, Shadowed: true})
		})
	},
	"JSON overview": func(_ context.Context, s shared) string {
		return text(func(w io.Writer) error { return s.screen().OverviewJSON(w, "1") })
	},
	"JSON documents": func(_ context.Context, s shared) string {
		return text(func(w io.Writer) error { return s.screen().InstructionsJSON(w, "1") })
	},
	"JSON prompt": func(_ context.Context, s shared) string {
		return text(func(w io.Writer) error { return s.screen().PromptJSON(w, "1") })
	},
	"JSON skills": func(_ context.Context, s shared) string {
		return text(func(w io.Writer) error { return s.screen().SkillsJSON(w, "1", nil) })
	},
	"JSON list": func(_ context.Context, s shared) string {
		return text(func(w io.Writer) error { return s.screen().ListJSON(w, "1", nil, render.ListOptions{}) })
	},
	"JSON key": func(_ context.Context, s shared) string {
		return text(func(w io.Writer) error { _, err := s.screen().KeyJSON(w, "1", layers.Key{"model"}); return err })
	},
	"marshal": func(_ context.Context, s shared) string {
		return asJSON([]any{s.r.Catalog, s.r.Diags, s.r.Inputs, s.r.Memory, s.r.Dialect, s.r.Outcome, s.r.Skills.Passed}, nil)
	},
	"get": func(_ context.Context, s shared) string {
		v, o, ok := s.r.Effective.Get("model")
		return fmt.Sprint(v, o.Value(), ok, s.r.Effective.Root.Count(), s.r.Effective.Map())
	},
	"ladder": func(_ context.Context, s shared) string {
		return fmt.Sprint(len(s.r.Stack.Ladder(layers.Key{"model"}, s.r.Effective)), len(s.r.Stack.FlatOrigins()), s.r.Stack.Reported().Map(), s.r.Stack.Effective().Map())
	},
	"decode": func(_ context.Context, s shared) string {
		var into struct {
			Model    string
			Approval string `koanf:"approval_policy"`
		}
		err := s.r.Decode(&into)
		return fmt.Sprint(into, err, s.r.Strict("requirement-conflict", "unknown-key"))
	},
	"catalog": func(_ context.Context, s shared) string { return asJSON(s.r.Skills.Catalog(), nil) },
	"load skill": func(ctx context.Context, s shared) string {
		l, _ := s.r.Skills.Load("deploy")
		call, err := s.r.LoadSkill(ctx, s.o.Host.FS, "deploy")
		return asJSON(call, err) + l.Text
	},
	"mentions": func(_ context.Context, s shared) string {
		hits, err := s.r.Skills.Rank(skills.WeightedLexical, "ship")
		return asJSON(hits, err) + fmt.Sprint(s.r.Skills.Mentioned("use $deploy"), s.r.Skills.Used("bash /w/.agents/skills/deploy/scripts/deploy.sh", "/w"))
	},
	"explain": func(ctx context.Context, s shared) string {
		a, err := reach.Explain(ctx, s.o, s.r, nil, "/w/AGENTS.md")
		return fmt.Sprint(s.screen().Path(a).String(), err, len(reach.Items(s.r)), reach.NameRule(s.r))
	},
	"for file": func(ctx context.Context, s shared) string {
		l, err := agentsmd.ForFile(ctx, s.o.Host.FS, s.r.DocumentOptions, agentsmd.Session{}, "/w/sub/x.go")
		return fmt.Sprint(l != nil, err)
	},
	"compare": func(_ context.Context, s shared) string {
		d := render.Diff{From: render.DiffSide{Name: "a", Result: s.r}, To: render.DiffSide{Name: "b", Result: s.other}, Difference: compare.Results(s.r, s.other), Style: term.Style{Width: 80}}
		return d.Screen().String() + text(func(w io.Writer) error { return d.JSON(w, "1") })
	},
	"audit": func(ctx context.Context, s shared) string {
		r := audit.Run(ctx, s.set, rules.All(), audit.Options{})
		a := render.Audit{Result: r, Style: term.Style{Width: 80}}
		return a.Text().String() + text(a.GitHub) + text(func(w io.Writer) error { return a.SARIF(w, "1") }) + text(func(w io.Writer) error { return a.JSON(w, "1") })
	},
	"review": func(_ context.Context, s shared) string {
		snapshot, err := review.Take(s.audited)
		return fmt.Sprint(snapshot != nil, err)
	},
	"again": func(ctx context.Context, s shared) string {
		r, err := resolve.Dir(ctx, s.o)
		if err != nil {
			return err.Error()
		}
		return render.Screen{Result: r, Style: term.Style{Width: 80}}.Overview().String()
	},
	"refresh": func(ctx context.Context, s shared) string {
		r, err := resolve.Refresh(ctx, s.r, []string{"/w/AGENTS.md", "/w/.codex/config.toml"})
		if err != nil {
			return err.Error()
		}
		return render.Screen{Result: r, Style: term.Style{Width: 80}}.Overview().String() + strings.Join(s.r.Changed(), " ")
	},
}

// TestShared: 64 goroutines do everything at once with one Result, and each gets what a single one gets. The race
// detector sees whether any of them writes.
func TestShared(t *testing.T) {
	t.Parallel()
	dialects, err := audit.Dialects()
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range dialects {
		t.Run(d.ID(), func(t *testing.T) {
			t.Parallel()
			testShared(t, d, dialects[(i+1)%len(dialects)])
		})
	}
}

func testShared(t *testing.T, d, other dialect.Dialect) {
	ctx, h := context.Background(), codexHost(t)
	resolved := func(d dialect.Dialect) (*resolve.Result, resolve.Options) {
		o := resolve.Options{Dialect: d, Host: h}
		r, err := resolve.Dir(ctx, o)
		if err != nil {
			t.Fatal(err)
		}
		return r, o
	}
	var s shared
	s.r, s.o = resolved(d)
	s.other, _ = resolved(other)
	set, err := gather.Dir(ctx, gather.Options{Host: h, Root: "/w", Dialects: []dialect.Dialect{d}})
	if err != nil {
		t.Fatal(err)
	}
	s.set, s.audited = set, audit.Run(ctx, set, rules.All(), audit.Options{})

	want, names := map[string]string{}, slices.Sorted(maps.Keys(uses))
	for _, name := range names {
		want[name] = uses[name](ctx, s)
		if want[name] == "" {
			t.Errorf("%s gives nothing", name)
		}
	}
	if len(names) > 64 {
		t.Fatalf("%d uses for 64 goroutines", len(names))
	}
	var wg sync.WaitGroup
	start := make(chan struct{})
	for i := range 64 {
		wg.Go(func() {
			<-start
			for j := range 3 { // each use runs beside every kind of neighbour
				name := names[(i+j*7)%len(names)]
				if diff := cmp.Diff(want[name], uses[name](ctx, s)); diff != "" {
					t.Errorf("%s, at once with others (-alone +shared):\n%s", name, diff)
				}
			}
		})
	}
	close(start)
	wg.Wait()
}
