package skills_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/agentlayers/layers/skills"
	"github.com/agentlayers/layers/tree"
)

// randomSet makes a set of up to 30 skills with descriptions of up to 300 characters, some of several bytes.
func randomSet(t *testing.T, r *rand.Rand, version string) *skills.Set {
	t.Helper()
	m := tree.NewMemory()
	words := []string{"alpha", "beta", "gämma", "日本語", "x", "publish", "release"}
	for range r.IntN(30) + 1 {
		var d []string
		for range r.IntN(40) + 1 {
			d = append(d, words[r.IntN(len(words))])
		}
		name := words[r.IntN(2)] + strings.Repeat("n", r.IntN(20))
		put(m, strings.Repeat("deep/", r.IntN(4))+name+strings.Repeat("z", r.IntN(9)), name, strings.Join(d, " "))
	}
	o := options(t)
	o.Dialect = codex(t, version)
	o.Window = skills.Window{Set: true, Asked: true, Tokens: int64(r.IntN(120_000))}
	return find(t, m, o)
}

// TestCatalogKeepsItsPromises: it never costs more than its budget, no skill is left out while another shows
// part of its description, and every line begins with what it would be in full.
func TestCatalogKeepsItsPromises(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	shortened, omitted := 0, 0
	for range 400 {
		set := randomSet(t, r, []string{"0.145.0", "0.171.0"}[r.IntN(2)])
		c := set.Catalog()
		if len(c.Lines) > 0 && c.Used > c.Budget.Limit {
			t.Fatalf("used %d of %d %s", c.Used, c.Budget.Limit, c.Budget.Unit)
		}
		described := false
		for _, e := range c.Entries {
			s := set.Skills[e.Skill]
			described = described || e.Kept > 0
			if e.Shortened() {
				shortened++
				if !strings.HasPrefix(e.Line, "- "+s.Name+": ") || e.Kept > 0 && !strings.Contains(e.Line, string([]rune(s.Description)[:e.Kept])) {
					t.Fatalf("line %q of %q", e.Line, s.Description)
				}
			}
			if e.Kept == utf8.RuneCountInString(s.Description) && e.Lost != "" {
				t.Fatalf("%q is whole and has lost %q", s.Name, e.Lost)
			}
		}
		if c.Omitted > 0 {
			omitted++
			if described {
				t.Fatalf("%d skills are left out while another shows a description", c.Omitted)
			}
		}
		if again := set.Catalog(); !reflect.DeepEqual(c, again) {
			t.Fatal("two renderings differ")
		}
	}
	if shortened == 0 || omitted == 0 {
		t.Fatalf("the trees put no pressure on the budget: %d shortened, %d catalogs with skills left out", shortened, omitted)
	}
}

func TestCatalogNamesTheLostWords(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	put(m, "a", "a", "Writes notes for a release. Knows changelog and semver, and notes again")
	o := options(t)
	o.Window = skills.Window{Set: true, Asked: true, Tokens: 700}
	c := find(t, m, o).Catalog()
	e := c.Entries[0]
	if !e.Shortened() || !strings.Contains(e.Lost, "semver") || strings.Contains(e.Lost, "Writes") {
		t.Errorf("line %q, lost %q", e.Line, e.Lost)
	}
	if strings.Contains(e.Lost, "notes") {
		t.Errorf("%q is shown and named as lost: %q", "notes", e.Lost)
	}
}
