package skills_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/agentlayers/layers/skills"
	"github.com/agentlayers/layers/tree"
)

func TestLoadGivesTheFilesBytes(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	put(m, "a", "alpha", "first")
	m.WriteFile(root+"/b/SKILL.md", []byte("---\r\nname: beta\r\ndescription: second\r\n---\r\n</skill>\r\n"))
	set := find(t, m, options(t))
	for _, s := range set.Skills {
		f, err := m.ReadFile(s.Path, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		loaded, err := set.Load(s.Name)
		if err != nil || !bytes.Equal(loaded.Body, f.Data) {
			t.Errorf("%s: %v, %q", s.Name, err, loaded.Body)
		}
		if want := "<skill>\n<name>" + s.Name + "</name>\n<path>" + s.Path + "</path>\n" + string(f.Data) + "\n</skill>"; loaded.Text != want {
			t.Errorf("wrapped as %q", loaded.Text)
		}
	}
}

func TestLoadNamesWhatIsNear(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	put(m, "a", "release-notes", "d")
	put(m, "b", "db-migrate", "d")
	_, err := find(t, m, options(t)).Load("relase")
	var missing *skills.NotFoundError
	if !errors.As(err, &missing) || len(missing.Near) != 1 || missing.Near[0] != "release-notes" || len(missing.Available) != 2 {
		t.Fatalf("%#v", missing)
	}
	put(m, "c", "db-migrate", "again")
	if _, err = find(t, m, options(t)).Load("db-migrate"); !errors.As(err, &missing) || len(missing.Ambiguous) != 2 {
		t.Fatalf("two of one name: %v", err)
	}
}

func TestEverythingIsReportedWithItsReason(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	put(m, "ok", "ok", "d")
	put(m, ".hidden", "hidden", "d")
	put(m, "1/2/3/4/5/6/7", "deep", "d")
	m.WriteFile(root+"/case/skill.md", []byte("x"))
	m.WriteFile("/store/SKILL.md", []byte("---\nname: linked\ndescription: d\n---\n"))
	m.Mkdir(root + "/file")
	m.Symlink(root+"/file/SKILL.md", "/store/SKILL.md")
	m.Symlink(root+"/loop", "..")
	m.Symlink(root+"/nowhere", "gone")
	put(m, "locked/in", "locked", "d")
	m.Chmod(root+"/locked", 0)
	set := find(t, m, options(t))
	if names(set) != "ok" {
		t.Errorf("found %q", names(set))
	}
	got := map[string]bool{}
	for _, p := range set.Passed {
		got[p.Reason] = true
	}
	for _, want := range []string{
		skills.PassedHidden, skills.PassedDeep, skills.PassedName, skills.PassedLink, skills.PassedLoop, skills.PassedLinkOut, skills.PassedFolder,
	} {
		if !got[want] {
			t.Errorf("no row with the reason %q in %+v", want, set.Passed)
		}
	}
}

func TestHostileTreesAreBounded(t *testing.T) {
	t.Parallel()
	bomb := "a: &a [x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c < 'l'; c++ {
		bomb += fmt.Sprintf("%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n", c, c, c-1, c-1, c-1, c-1, c-1, c-1, c-1, c-1, c-1)
	}
	heads := map[string]string{
		"bomb":   "name: bomb\ndescription: d\n" + bomb,
		"self":   "name: self\ndescription: d\na: &a [*a, {b: *a}]\n",
		"deep":   "name: deep\ndescription: d\nk: " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + "\n",
		"large":  "name: large\ndescription: " + strings.Repeat("d ", 5<<20) + "\n",
		"escape": "name: \"a\\eb\\nc\"\ndescription: \"\\e[31mred\"\n",
		"open":   "name: [\ndescription: d\n",
		"tab":    "name: tab\n\tdescription: d\n",
		"twice":  "name: a\nname: b\ndescription: d\n",
	}
	m := tree.NewMemory()
	for name, head := range heads {
		m.WriteFile(root+"/"+name+"/SKILL.md", []byte("---\n"+head+"---\n"))
	}
	put(m, "zz", "zz", "nothing else is lost")
	start := time.Now()
	set := find(t, m, options(t))
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
	rows := map[string]string{}
	for _, f := range set.Failed {
		rows[strings.Split(strings.TrimPrefix(f.Path, root+"/"), "/")[0]] = f.Class
	}
	for name, class := range map[string]string{"large": "too-large", "tab": "bad-yaml", "twice": "bad-yaml"} {
		if rows[name] != class {
			t.Errorf("%s: class %q, want %q", name, rows[name], class)
		}
	}
	for _, want := range []string{"bomb", "self", "zz", "a\x1bb c", "["} {
		if !strings.Contains(" "+names(set)+" ", " "+want+" ") {
			t.Errorf("%q is not among %q", want, names(set))
		}
	}
}

func TestManyFoldersAndLoopsEnd(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	for i := range 50_000 {
		m.Mkdir(fmt.Sprintf("%s/f%05d", root, i))
	}
	for i := range 200 {
		m.Symlink(fmt.Sprintf("%s/f00000/l%03d", root, i), fmt.Sprintf("../f%05d", (i+1)%200))
	}
	put(m, "a", "a", "first")
	set := find(t, m, options(t))
	if names(set) != "a" || set.Roots[len(set.Roots)-1].Folders != 2000 {
		t.Errorf("found %q in %d folders", names(set), set.Roots[len(set.Roots)-1].Folders)
	}
	lost := 0
	for _, p := range set.Passed {
		if p.Reason == skills.PassedLimit {
			lost = p.More
		}
	}
	if lost < 48_000 {
		t.Errorf("%d folders are reported as not read", lost)
	}
}

func TestFindStopsWhenAsked(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := skills.Find(ctx, tree.NewMemory(), options(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
