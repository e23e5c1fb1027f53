package skills_test

import (
	"strings"
	"testing"

	"github.com/agentlayers/layers/skills"
	"github.com/agentlayers/layers/tree"
)

func mentionSet(t testing.TB) *skills.Set {
	m := tree.NewMemory()
	put(m, "a", "alpha", "d")
	put(m, "b", "beta-2", "d")
	put(m, "p", "path", "d")
	put(m, "d1", "dup", "d")
	put(m, "d2", "dup", "d")
	o := options(t)
	o.Rules = []skills.Rule{{Name: "off", Enabled: false}}
	put(m, "off", "off", "d")
	return find(t, m, o)
}

func TestMentioned(t *testing.T) {
	t.Parallel()
	set := mentionSet(t)
	for text, want := range map[string]string{
		"$alpha":                              "alpha",
		"$beta-2 before $alpha":               "alpha beta-2", // listing order
		"$dup":                                "",
		"[$x](" + root + "/d2/SKILL.md) $dup": "dup",
		"$PATH and [$Path](" + root + "/p/SKILL.md) and $path": "", // the name of a variable
		"[$off](" + root + "/off/SKILL.md) $off":               "",
		"[$alpha](app://x)":                                    "",
		"[$alpha]()":                                           "alpha",
		"[$alpha] (\n)":                                        "alpha",
		"$alpha:x":                                             "",
		"$":                                                    "",
	} {
		var got []string
		for _, i := range set.Mentioned(text) {
			got = append(got, set.Skills[i].Name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q loads %q, want %q", text, strings.Join(got, " "), want)
		}
	}
}

func FuzzMentions(f *testing.F) {
	for _, seed := range []string{"$alpha", "[$alpha](x)", "[$a] (", "$$", "[$beta-2](skill://x)é$alphaé", "[$[$alpha]()"} {
		f.Add(seed)
	}
	set := mentionSet(f)
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		for _, m := range set.Mentions(text) {
			if m.Start < last || m.End <= m.Start || m.End > len(text) {
				t.Fatalf("mention %+v in %q overlaps or lies outside", m, text)
			}
			last = m.End
			if !strings.Contains(text[m.Start:m.End], "$"+m.Name) {
				t.Fatalf("mention %+v is not what stands there: %q", m, text[m.Start:m.End])
			}
		}
		for _, i := range set.Mentioned(text) {
			if !set.Skills[i].Enabled {
				t.Fatalf("%q loads a skill that is turned off", text)
			}
		}
	})
}

func TestUsed(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	put(m, "a", "alpha", "d")
	m.WriteFile(root+"/a/scripts/sub/run.PY", []byte("x"))
	m.WriteFile(root+"/a/other/run.py", []byte("x"))
	m.Symlink("/repo/link", root+"/a")
	set := find(t, m, options(t))
	for command, want := range map[string]int{
		"python3 -u .agents/skills/a/scripts/sub/run.PY --x": 0,
		"/usr/bin/Python.exe link/scripts/sub/run.PY":        0,
		"python3 .agents/skills/a/other/run.py":              -1,
		"perl6 link/scripts/sub/run.PY":                      -1,
		"python3 -c x link/scripts/sub/run.PY":               -1, // the first word that is no option is x
		"cat -n README.md 'link/SKILL.md'":                   0,
		"cat link/SKILL.md":                                  0,
		"cp link/SKILL.md x":                                 -1,
		"cat 'unclosed link/SKILL.md":                        0, // split at blanks
		"":                                                   -1,
	} {
		if got := set.Used(command, "/repo"); got != want {
			t.Errorf("%q uses %d, want %d", command, got, want)
		}
	}
}
