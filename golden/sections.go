package golden

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/resolve"
)

// Section renders facts that no agent reports, as the text of a section below "want/". The Result is that of the
// working directory as the case names it.
type Section func(*resolve.Result) string

// Sections are the sections of this project by name. A case has those that it wants checked; to add one, write
// its empty header and run the test with -update.
func Sections() map[string]Section { return map[string]Section{"layers.txt": LayersText} }

// ownSections compares the case's own sections for the first dialect, or rewrites them.
func (r Run) ownSections(t *testing.T, c *Case, file string, v Views, kind Kind) {
	t.Helper()
	for name, render := range r.Sections {
		want, ok := c.Section(name)
		if !ok {
			continue
		}
		got := render(v.Server)
		if r.Update && kind == r.Kinds[0] {
			if err := rewrite(file, "want/"+name, got); err != nil {
				t.Error(err)
			}
			c.want[name] = got
			continue
		}
		if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
			t.Errorf("case %s, %s: want/%s (-written +resolved)\nrerun: %s\n%s", c.Name, kind, name, r.rerun(t), diff)
		}
	}
}

// rewrite replaces one section of the archive at file.
func rewrite(file, section, text string) error {
	ar, err := txtar.ParseFile(file)
	if err != nil {
		return err
	}
	for i := range ar.Files {
		if ar.Files[i].Name == section {
			ar.Files[i].Data = []byte(text)
		}
	}
	return os.WriteFile(file, txtar.Format(ar), 0o644)
}

// LayersText lists every value that any layer sets: those that win in written order, each followed by what it
// shadows, then the values of disabled layers and the keys that a layer may not set.
//
//	model = "b"   wins       $ROOT/repo/sub/.codex/config.toml:1:1
//	model = "a"   shadowed   $ROOT/repo/.codex/config.toml:1:1
func LayersText(r *resolve.Result) string {
	var rows rowList
	rows.tree(nil, r.Effective.Root, "wins")
	for _, e := range r.Stack.Entries {
		if e.Disabled != nil {
			rows.tree(nil, e.Root, "disabled")
		}
		for _, x := range e.Removed {
			rows.add(x.Key, x.Node, "removed")
		}
	}
	return rows.String()
}

type rowList [][3]string

func (l *rowList) add(k layers.Key, n *layers.Node, state string) {
	*l = append(*l, [3]string{Neutral(k.String() + " = " + layers.Format(n)), state, Neutral(placeText(n.Origin))})
}

// tree adds the leaves of n, each followed by what it hides.
func (l *rowList) tree(k layers.Key, n *layers.Node, state string) {
	if n == nil {
		return
	}
	if n.Table != nil && (len(k) == 0 || !n.IsLeaf()) {
		for _, m := range n.Table.Members {
			l.tree(k.Child(m.Name), m.Node, state)
		}
	} else {
		l.add(k, n, state)
	}
	for _, s := range n.Shadowed {
		if n.Table == nil || s.Table == nil { // a table adds to a table, it hides nothing
			l.add(k, s, "shadowed")
		}
	}
}

// String writes the rows in columns.
func (l rowList) String() string {
	var width [2]int
	for _, row := range l {
		for i := range width {
			width[i] = max(width[i], utf8.RuneCountInString(row[i]))
		}
	}
	var b strings.Builder
	for _, row := range l {
		for i := range width {
			b.WriteString(row[i] + strings.Repeat(" ", width[i]-utf8.RuneCountInString(row[i])+3))
		}
		b.WriteString(row[2] + "\n")
	}
	return b.String()
}

// placeText names where a value was written: file, line and column, or the layer's name where there is no file.
func placeText(o layers.Origin) string {
	span := o.Key()
	if span.IsZero() {
		span = o.Value()
	}
	if !span.HasPosition() {
		return sourceName(o, span)
	}
	return fmt.Sprintf("%s:%d:%d", span.Path, span.Start.Line, span.Start.Column)
}

func sourceName(o layers.Origin, span diag.Span) string {
	switch {
	case span.Path != "":
		return span.Path
	case o.Source != nil:
		return o.Source.Name
	}
	return "-"
}
