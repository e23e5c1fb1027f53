package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// notDiagnostics are folders whose Code fields mean something else.
var notDiagnostics = []string{"audit", "reach", "cmd", "golden", "examples"}

// TestEveryDiagnosticIsExplained: every code that the sources give a diagnostic has a row in the page, and every
// row is a code of the sources.
func TestEveryDiagnosticIsExplained(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	page, err := os.ReadFile(filepath.Join(root, "docs", "diagnostics.md"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z0-9-]+)` \\|").FindAllSubmatch(page, -1) {
		rows = append(rows, string(m[1]))
	}
	text, codes := textAndCodes(t, root)
	for _, c := range codes {
		if _, err := os.Stat(filepath.Join(root, "docs", "rules", c+".md")); err == nil {
			continue // an audit rule, with a page of its own
		}
		if !slices.Contains(rows, c) {
			t.Errorf("code %q has no row in docs/diagnostics.md", c)
		}
	}
	for _, r := range rows {
		if !strings.Contains(text, strconv.Quote(r)) {
			t.Errorf("docs/diagnostics.md explains %q, which no source gives", r)
		}
	}
}

// textAndCodes gives the text of all sources, and the literal codes of their diagnostics.
func textAndCodes(t *testing.T, root string) (text string, codes []string) {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		first, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && rel != "." || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		all.Write(data)
		if !slices.Contains(notDiagnostics, first) {
			codes = append(codes, codesIn(t, path, data)...)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String(), codes
}

// codesIn are the string literals of Code fields in composite literals that also have a Summary.
func codesIn(t *testing.T, path string, data []byte) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, data, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	ast.Inspect(file, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		code, summary := "", false
		for _, e := range lit.Elts {
			kv, ok := e.(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			key, _ := kv.Key.(*ast.Ident)
			if key == nil {
				continue
			}
			if value, ok := kv.Value.(*ast.BasicLit); ok && key.Name == "Code" {
				code, _ = strconv.Unquote(value.Value)
			}
			summary = summary || key.Name == "Summary"
		}
		if code != "" && summary {
			out = append(out, code)
		}
		return true
	})
	return out
}
