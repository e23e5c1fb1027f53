package skills_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/skills"
	"github.com/agentlayers/layers/tree"
)

// TestExchangeIsSearch: skills that are written again and again, one or two at a time, give what a search from nothing
// gives, problems and catalog included, under budgets of all sizes and with a rule.
func TestExchangeIsSearch(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for round := range 30 {
		m := tree.NewMemory()
		write := func(i int) string {
			p := fmt.Sprintf("%s/s%02d/SKILL.md", root, i)
			name := []string{fmt.Sprintf("s%02d", i), "same", "s" + strings.Repeat("x", r.IntN(9))}[r.IntN(3)]
			text := []string{"words " + strings.Repeat("and more ", r.IntN(20)), "short # a comment", "wörter: mit Punkten", ""}[r.IntN(4)]
			m.WriteFile(p, fmt.Appendf(nil, "---\nname: %s\ndescription: %s\n---\nText %d.\n", name, text, r.IntN(3)))
			return p
		}
		for i := range 20 {
			write(i)
			if i%5 == 0 {
				m.WriteFile(fmt.Sprintf("%s/s%02d/agents/openai.yaml", root, i), []byte("policy:\n  allow_implicit_invocation: false\n"))
			}
		}
		o := options(t)
		o.Window = skills.Window{Set: true, Asked: true, Tokens: int64(r.IntN(60_000))}
		if round%2 == 0 {
			o.Rules = []skills.Rule{{Name: "same"}}
		}
		found, err := skills.Search(context.Background(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		_, layout := found.Set(m, o).CatalogLike(skills.Layout{})
		for range 10 {
			changed := []string{write(r.IntN(20))}
			if r.IntN(2) == 0 {
				changed = append(changed, write(r.IntN(20)))
			}
			next, ok := found.Exchange(context.Background(), m, changed)
			if !ok { // a head that is right now, or no longer
				if next, err = skills.Search(context.Background(), m, o); err != nil {
					t.Fatal(err)
				}
			}
			if r.IntN(4) == 0 {
				o.Window.Tokens = int64(max(0, r.IntN(80_000)-20_000)) // 0: a budget in characters
			}
			set, want := next.Set(m, o), find(t, m, o)
			if diff := cmp.Diff(asText(t, want), asText(t, set)); diff != "" {
				t.Fatalf("after %q (-search +exchange):\n%s", changed, diff)
			}
			var c skills.Catalog
			if c, layout = set.CatalogLike(layout); cmp.Diff(want.Catalog(), c, cmp.AllowUnexported(skills.Budget{})) != "" {
				t.Fatalf("after %q: another catalog than from nothing:\n%s", changed, cmp.Diff(want.Catalog(), c, cmp.AllowUnexported(skills.Budget{})))
			}
			found = next
		}
	}
}
