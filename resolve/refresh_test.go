package resolve_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

var refreshSteps = flag.Int("refresh.steps", 40, "random edits of each tree in TestRefreshIsDir")

// dialects are those whose trees the random edits build.
func dialects(t testing.TB) map[string]dialect.Dialect {
	t.Helper()
	old, err := dialect.Codex("0.145.0")
	if err != nil {
		t.Fatal(err)
	}
	codex, err := dialect.Codex("0.171.0")
	if err != nil {
		t.Fatal(err)
	}
	claude, err := dialect.Claude("")
	if err != nil {
		t.Fatal(err)
	}
	return map[string]dialect.Dialect{"codex-0.145.0": old, "codex-0.171.0": codex, "claude": claude}
}

func hostOf(fsys tree.FS) resolve.Host {
	h := resolve.HostFrom(fsys, func(name string) (string, bool) { return "/home/u", name == "HOME" }, "/repo/a/b")
	h.OS = "linux"
	return h
}

// everything is all that a Result tells, but for the dialect, which is the question's.
func everything(t testing.TB, r *resolve.Result) string {
	t.Helper()
	c, set := *r, *r.Skills
	c.Dialect, c.DocumentOptions.Dialect, c.Schema = dialect.Dialect{}, dialect.Instructions{}, nil
	set.Dialect, set.Roots = dialect.Skills{}, slices.Clone(set.Roots)
	for i := range set.Roots {
		set.Roots[i].Dialect = dialect.SkillRoot{}
	}
	c.Skills = &set
	text, err := json.Marshal(&c)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func indent(text string) string {
	var b bytes.Buffer
	_ = json.Indent(&b, []byte(text), "", " ")
	return b.String()
}

// TestRefreshIsDir edits random trees and refreshes after every few edits: the answer is always that of a resolve
// from nothing, and the answer before stays as it was.
func TestRefreshIsDir(t *testing.T) {
	t.Parallel()
	for name, d := range dialects(t) {
		for seed := range uint64(4) {
			t.Run(fmt.Sprintf("%s/%d", name, seed), func(t *testing.T) {
				t.Parallel()
				w := &world{Rand: rand.New(rand.NewPCG(seed, 11)), fsys: tree.NewMemory()}
				w.start()
				o := resolve.Options{Dialect: d, Host: hostOf(w.fsys), Compiled: d.Compile()}
				r := cold(t, o)
				for step := range *refreshSteps {
					before := everything(t, r)
					w.log = nil
					for range 1 + w.IntN(3)*w.IntN(2) {
						w.edit()
					}
					next, err := resolve.Refresh(context.Background(), r, w.changed())
					if err != nil {
						t.Fatal(err)
					}
					if want, got := everything(t, cold(t, o)), everything(t, next); want != got {
						t.Fatalf("step %d, after %s: Refresh is not Dir (-Dir +Refresh):\n%.4000s", step, strings.Join(w.log, "; "), cmp.Diff(indent(want), indent(got)))
					}
					if everything(t, r) != before {
						t.Fatalf("step %d: the answer before has changed", step)
					}
					r = next
				}
			})
		}
	}
}

func cold(t testing.TB, o resolve.Options) *resolve.Result {
	t.Helper()
	r, err := resolve.Dir(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRefreshNoticesTheEnvironment: what the question was asked of is asked again.
func TestRefreshNoticesTheEnvironment(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	m.WriteFile("/one/config.toml", []byte("model = \"one\"\n"))
	m.WriteFile("/two/config.toml", []byte("model = \"two\"\n"))
	home := "/one"
	h := resolve.HostFrom(m, func(name string) (string, bool) { return home, name == "CODEX_HOME" }, "/")
	r := cold(t, resolve.Options{Dialect: dialects(t)["codex-0.171.0"], Host: h})
	home = "/two"
	r, err := resolve.Refresh(context.Background(), r, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, _, _ := r.Effective.Get("model"); got != "two" {
		t.Errorf("model %v after CODEX_HOME changed", got)
	}
}

// TestRefreshNeedsAnAnswer: only a Result of Dir can be gone on from.
func TestRefreshNeedsAnAnswer(t *testing.T) {
	t.Parallel()
	for _, r := range []*resolve.Result{nil, {}} {
		if _, err := resolve.Refresh(context.Background(), r, nil); err == nil {
			t.Error("no error")
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	r := cold(t, resolve.Options{Dialect: dialects(t)["claude"], Host: hostOf(tree.NewMemory())})
	cancel()
	if _, err := resolve.Refresh(ctx, r, []string{"/x"}); err == nil {
		t.Error("no error after cancel")
	}
}

// TestRefreshIsShared: many refresh one answer at the same time, each with files of its own.
func TestRefreshIsShared(t *testing.T) {
	t.Parallel()
	w := &world{Rand: rand.New(rand.NewPCG(1, 2)), fsys: tree.NewMemory()}
	w.start()
	r := cold(t, resolve.Options{Dialect: dialects(t)["codex-0.171.0"], Host: hostOf(w.fsys)})
	before := everything(t, r)
	w.fsys.WriteFile("/home/u/.codex/config.toml", []byte("model = \"z\"\n"))
	w.fsys.WriteFile("/repo/.agents/skills/one/SKILL.md", []byte("---\nname: x\ndescription: z\n---\n"))
	want := everything(t, cold(t, resolve.Options{Dialect: dialects(t)["codex-0.171.0"], Host: hostOf(w.fsys)}))
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			next, err := resolve.Refresh(context.Background(), r, []string{"/home/u/.codex/config.toml", "/repo/.agents/skills/one/SKILL.md", "/repo/.agents/skills/one", "/repo/.agents/skills", "/repo/.agents"})
			if err != nil {
				t.Error(err)
				return
			}
			if everything(t, next) != want {
				t.Error("Refresh is not Dir")
			}
		})
	}
	all.Wait()
	if everything(t, r) != before {
		t.Error("the shared answer has changed")
	}
}
