// Package archtest holds the test of the house rules: which package may import what, and what no
// package outside cmd may do. The rules are data in rules_test.go.
package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// sourceFile is what the rules need to know of one Go file that is not a test.
type sourceFile struct {
	name    string
	pkg     string // folder below the module root
	imports []importLine
	uses    []use
	place   func(token.Pos) string
}

type importLine struct {
	path string
	pos  token.Pos
}

// use is a name of an imported package, such as os.Getenv, or a built-in that prints.
type use struct {
	path, name string
	pos        token.Pos
}

func TestHouseRules(t *testing.T) {
	t.Parallel()
	for _, problem := range check(t, os.DirFS("../..")) {
		t.Error(problem)
	}
}

// check reads every package of the module and gives what breaks a rule, one message a place.
func check(t *testing.T, module fs.FS) []string {
	t.Helper()
	var problems []string
	only := map[string]string{} // package and import that one file may have, to the file
	for _, f := range sources(t, module) {
		if matches(programs, f.pkg) {
			continue
		}
		r, known := ruleFor(f.pkg)
		if !known {
			problems = append(problems, f.name+": package "+f.pkg+" has no rule\n\tadd a line to rules in internal/archtest/rules_test.go and to docs/DESIGN.md")
			continue
		}
		problems = append(problems, f.brokenImports(r)...)
		problems = append(problems, f.bannedUses()...)
		problems = append(problems, f.beyondOneFile(only)...)
	}
	return problems
}

// brokenImports gives the imports of f that its rule does not list.
func (f sourceFile) brokenImports(r rule) []string {
	var out []string
	report := func(i importLine, why, wayOut string) {
		out = append(out, fmt.Sprintf("%s: %s imports %s\n\trule: %s\n\tway out: %s", f.place(i.pos), f.pkg, i.path, why, wayOut))
	}
	for _, i := range f.imports {
		own, isOwn := strings.CutPrefix(i.path, module+"/")
		switch {
		case isOwn && !matches(r.own, own):
			report(i, r.pkg+" may import "+list(r.own)+" of the project",
				"pass plain data in, or move what is shared to a package below both; a rule changes together with docs/DESIGN.md")
		case matches(impureImports, i.path) && !r.impure:
			report(i, "only tree/disk and the few packages marked impure touch the operating system",
				"read through tree.FS with slash paths (package path)")
		case !isOwn && !isStandard(i.path) && !matches(r.foreign, i.path):
			report(i, r.pkg+" may import "+list(r.foreign)+" of other modules",
				"a new dependency needs its sentence in docs/DESIGN.md and an entry in the rule")
		}
	}
	return out
}

// bannedUses gives the imports and names in f that no package outside cmd may have.
func (f sourceFile) bannedUses() []string {
	var out []string
	report := func(pos token.Pos, what, wayOut string) {
		out = append(out, fmt.Sprintf("%s: %s uses %s\n\trule: nothing outside cmd does\n\tway out: %s", f.place(pos), f.pkg, what, wayOut))
	}
	for _, b := range bans {
		if b.name == "" {
			for _, i := range f.imports {
				below := strings.HasPrefix(b.path, "os/") && i.path == "os" // "os/..." is about what is below os
				if matches([]string{b.path}, i.path) && !below {
					report(i.pos, i.path, b.wayOut)
				}
			}
			continue
		}
		for _, u := range f.uses {
			if u.path == b.path && u.name == b.name {
				report(u.pos, path.Base(u.path)+"."+u.name, b.wayOut)
			}
		}
	}
	for _, u := range f.uses {
		if u.path == "" {
			report(u.pos, u.name, noOutput)
		}
	}
	return out
}

// beyondOneFile reports imports that another file of the package has already, where one is the limit.
func (f sourceFile) beyondOneFile(only map[string]string) []string {
	var out []string
	for _, limited := range oneFile {
		for _, i := range f.imports {
			if !matches([]string{limited}, i.path) {
				continue
			}
			key := f.pkg + " " + limited
			if first, taken := only[key]; taken && first != f.name {
				out = append(out, fmt.Sprintf("%s: %s imports %s in a second file\n\trule: one file of a package knows it\n\tway out: put the code into %s", f.place(i.pos), f.pkg, i.path, first))
			}
			only[key] = f.name
		}
	}
	return out
}

// ruleFor gives the rule with the longest match for a package.
func ruleFor(pkg string) (best rule, found bool) {
	for _, r := range rules {
		if matches([]string{r.pkg}, pkg) && len(r.pkg) > len(best.pkg) {
			best, found = r, true
		}
	}
	return best, found
}

// matches reports whether one of the patterns names p: as it is, or as a folder above it with "/...".
func matches(patterns []string, p string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		dir, all := strings.CutSuffix(pattern, "/...")
		return p == dir || all && strings.HasPrefix(p, dir+"/")
	})
}

// isStandard tells packages of the standard library by their first part, which holds no dot.
func isStandard(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return !strings.Contains(first, ".")
}

func list(entries []string) string {
	if len(entries) == 0 {
		return "nothing"
	}
	return strings.Join(entries, ", ")
}

// sources parses every Go file of the module that is not a test, whatever system it is for.
func sources(t *testing.T, module fs.FS) []sourceFile {
	t.Helper()
	var out []sourceFile
	err := fs.WalkDir(module, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := path.Base(name)
		if d.IsDir() {
			if name != "." && (base == "testdata" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")) {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(base, ".go") || strings.HasSuffix(base, "_test.go") {
			return nil
		}
		text, err := fs.ReadFile(module, name)
		if err != nil {
			return err
		}
		f, err := parse(name, text)
		out = append(out, f)
		return err
	})
	if err != nil {
		t.Fatalf("read the module: %v", err)
	}
	return out
}

// parse reads the imports of a file, and which names of them it uses.
func parse(name string, text []byte) (sourceFile, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
	if err != nil {
		return sourceFile{}, err
	}
	f := sourceFile{name: name, pkg: path.Dir(name), place: func(p token.Pos) string { return fset.Position(p).String() }}
	local := map[string]string{} // name in this file to import path
	for _, spec := range file.Imports {
		importPath, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return sourceFile{}, err
		}
		f.imports = append(f.imports, importLine{importPath, spec.Pos()})
		as := path.Base(importPath)
		if spec.Name != nil {
			as = spec.Name.Name
		}
		local[as] = importPath
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && local[x.Name] != "" {
				f.uses = append(f.uses, use{local[x.Name], n.Sel.Name, n.Pos()})
			}
		case *ast.CallExpr:
			if x, ok := n.Fun.(*ast.Ident); ok && (x.Name == "print" || x.Name == "println") {
				f.uses = append(f.uses, use{"", x.Name, n.Pos()})
			}
		}
		return true
	})
	return f, nil
}

// TestRulesCatch proves that the check can fail: each small module breaks one rule, or none.
func TestRulesCatch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, file, text, want string }{
		{"upwards", "diag/x.go", `import _ "github.com/agentlayers/layers/tree"`, "diag imports github.com/agentlayers/layers/tree"},
		{"downwards", "tree/x.go", `import _ "github.com/agentlayers/layers/diag"`, ""},
		{"os", "layers/x.go", `import _ "os"`, "layers imports os"},
		{"filepath", "resolve/x.go", `import _ "path/filepath"`, "resolve imports path/filepath"},
		{"os in disk", "tree/disk/x.go", `import "os"; var _ = os.Lstat`, ""},
		{"environment in disk", "tree/disk/x.go", `import o "os"; var _ = o.Getenv`, "uses os.Getenv"},
		{"go-git elsewhere", "trust/x.go", `import _ "github.com/go-git/go-git/v5/plumbing"`, "trust imports github.com/go-git"},
		{"porcelain", "tree/gittree/x.go", `import _ "github.com/go-git/go-git/v5"`, "tree/gittree uses github.com/go-git/go-git/v5"},
		{"go-cmp", "render/x.go", `import _ "github.com/google/go-cmp/cmp"`, "render imports github.com/google/go-cmp/cmp"},
		{"go-cmp in golden", "golden/x.go", `import _ "github.com/google/go-cmp/cmp"`, ""},
		{"clock", "audit/rules/x.go", `import "time"; var _ = time.Now`, "uses time.Now"},
		{"printing", "edit/x.go", `import "fmt"; func f() { fmt.Println() }`, "uses fmt.Println"},
		{"built-in printing", "edit/x.go", `func f() { println() }`, "uses println"},
		{"network", "watch/x.go", `import _ "net/http"`, "uses net/http"},
		{"subprocess", "golden/x.go", `import _ "os/exec"`, "uses os/exec"},
		{"logging", "skills/x.go", `import _ "log/slog"`, "uses log/slog"},
		{"term knows diag only", "render/term/x.go", `import _ "github.com/agentlayers/layers/resolve"`, "render/term imports"},
		{"unknown package", "stuff/x.go", ``, "package stuff has no rule"},
		{"cmd may", "cmd/layers/x.go", `import ("os"; "net/http"); var _, _ = os.Getenv, http.Get`, ""},
		{"examples may", "examples/agent/x.go", `import ("os"; "os/signal"); var _, _ = os.Getenv, signal.Notify`, ""},
		{"tests may", "diag/x_test.go", `import _ "os"`, ""},
	} {
		got := check(t, fstest.MapFS{c.file: {Data: []byte("package p\n" + c.text)}})
		if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.Contains(got[0], c.want)) {
			t.Errorf("%s: got %q, want a message with %q", c.name, got, c.want)
		}
	}
	koanf := []byte("package p\nimport _ \"github.com/knadh/koanf/v2\"")
	got := check(t, fstest.MapFS{"layers/a.go": {Data: koanf}, "layers/b.go": {Data: koanf}})
	if len(got) != 1 || !strings.Contains(got[0], "second file") {
		t.Errorf("koanf in two files: got %q", got)
	}
}
