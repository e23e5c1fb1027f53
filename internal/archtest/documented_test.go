package archtest

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestDocumented: whoever embeds a package needs nothing but go doc. Each public package has a comment with a picture
// of its data flow, and an example whose output is checked.
func TestDocumented(t *testing.T) {
	t.Parallel()
	packages := 0
	for _, r := range publicPackages(t, os.DirFS("../..")) {
		packages++
		for _, problem := range undocumented(t, os.DirFS("../.."), r) {
			t.Error(problem)
		}
	}
	if packages < 20 {
		t.Errorf("%d public packages were looked at", packages)
	}
}

// publicPackages are the folders with Go files that an embedder may import and is meant to: the families below
// audit/rules are reached through rules.All.
func publicPackages(t *testing.T, module fs.FS) []string {
	t.Helper()
	var out []string
	for _, f := range sources(t, module) {
		if f.pkg != "." && !slices.Contains(out, f.pkg) && !matches(programs, f.pkg) &&
			!strings.HasPrefix(f.pkg, "internal/") && !strings.HasPrefix(f.pkg, "audit/rules/") {
			out = append(out, f.pkg)
		}
	}
	return out
}

// undocumented says what a package lacks.
func undocumented(t *testing.T, module fs.FS, pkg string) []string {
	t.Helper()
	entries, err := fs.ReadDir(module, pkg)
	if err != nil {
		t.Fatal(err)
	}
	fset, comment, shown := token.NewFileSet(), "", false
	var tests []*ast.File
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		name := path.Join(pkg, e.Name())
		text, err := fs.ReadFile(module, name)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(fset, name, text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "_test.go") {
			tests = append(tests, file)
		} else if file.Doc != nil {
			comment += file.Doc.Text()
		}
	}
	for _, e := range doc.Examples(tests...) {
		shown = shown || e.Output != ""
	}
	var out []string
	if !hasPicture(comment) {
		out = append(out, pkg+": the package comment has no picture of the data flow\n\tway out: an indented block in which \"─>\" leads from what goes in to what comes out")
	}
	if !shown {
		out = append(out, pkg+": no example with an \"// Output:\"\n\tway out: "+pkg+"/example_test.go, the few lines that a reader copies")
	}
	return out
}

// hasPicture reports whether an indented line of a comment holds an arrow.
func hasPicture(comment string) bool {
	for line := range strings.Lines(comment) {
		if strings.HasPrefix(line, "\t") && strings.Contains(line, "─>") {
			return true
		}
	}
	return false
}

// TestDocumentedCatches proves that the check can fail.
func TestDocumentedCatches(t *testing.T) {
	t.Parallel()
	const picture, example = "// Package p does.\n//\n//\tin ─> out\npackage p\n", "package p\nfunc Example() {\n\t// Output: 1\n}\n"
	for name, c := range map[string]struct {
		text, test string
		want       int
	}{
		"both":           {picture, example, 0},
		"no picture":     {"// Package p makes out ─> of in.\npackage p\n", example, 1},
		"no example":     {picture, "package p\n", 1},
		"no output":      {picture, "package p\nfunc Example() {}\n", 1},
		"neither of two": {"package p\n", "package p\n", 2},
	} {
		got := undocumented(t, fstest.MapFS{"p/p.go": {Data: []byte(c.text)}, "p/p_test.go": {Data: []byte(c.test)}}, "p")
		if len(got) != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}
