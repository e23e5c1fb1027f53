package archtest

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// TestDesignNamesEveryRoom: each package of the rules has its place on the page that describes the house, and in the
// table of the map.
func TestDesignNamesEveryRoom(t *testing.T) {
	t.Parallel()
	for _, page := range []string{"docs/DESIGN.md", "AGENTS.md"} {
		text := readPage(t, page)
		for _, r := range rules {
			pkg := strings.TrimSuffix(r.pkg, "/...")
			short := strings.TrimPrefix(pkg, "internal/") // listed after the first of them
			if !strings.Contains(text, "**"+pkg+"/**") && !strings.Contains(text, "`"+pkg+"`") && !strings.Contains(text, "`"+short+"`") {
				t.Errorf("%s does not name %s", page, pkg)
			}
		}
	}
}

// TestDesignShapes: the shapes that the page draws are those of the code.
func TestDesignShapes(t *testing.T) {
	t.Parallel()
	_, text, _ := strings.Cut(readPage(t, "docs/DESIGN.md"), "## Shapes")
	_, text, _ = strings.Cut(text, "```go\n")
	text, _, _ = strings.Cut(text, "```\n")
	headers := regexp.MustCompile(`(?m)^// ([a-z]+)$`).FindAllStringSubmatchIndex(text, -1)
	if len(headers) < 5 {
		t.Fatalf("%d packages are drawn", len(headers))
	}
	module := os.DirFS("../..")
	for i, h := range headers {
		end := len(text)
		if i+1 < len(headers) {
			end = headers[i+1][0]
		}
		pkg := text[h[2]:h[3]]
		drawn := shapesOf(t, pkg, []byte("package p\n"+text[h[1]:end]))
		real := map[string]string{}
		for _, f := range packageFiles(t, module, pkg) {
			for name, kind := range shapesOf(t, pkg, f) {
				real[name] = kind
			}
		}
		for name, kind := range drawn {
			if real[name] != kind {
				t.Errorf("docs/DESIGN.md draws %s.%s as %s; in the code it is %q", pkg, name, kind, real[name])
			}
		}
	}
}

// shapesOf gives the types, fields and methods of a file: "Node.Value" to "any", "Key" to "[]string".
func shapesOf(t *testing.T, pkg string, text []byte) map[string]string {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, pkg, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%s: %v", pkg, err)
	}
	print := func(n ast.Node) string {
		var b bytes.Buffer
		if err := printer.Fprint(&b, fset, n); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	out := map[string]string{}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil {
				out[print(d.Recv.List[0].Type)+"."+d.Name.Name+"()"] = "a method"
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				typ, ok := spec.(*ast.TypeSpec)
				if !ok {
					continue
				}
				if fields, ok := typ.Type.(*ast.StructType); ok {
					for _, f := range fields.Fields.List {
						for _, name := range f.Names {
							out[typ.Name.Name+"."+name.Name] = print(f.Type)
						}
					}
				} else {
					out[typ.Name.Name] = print(typ.Type)
				}
			}
		}
	}
	return out
}

// packageFiles are the texts of a package's files that are no tests.
func packageFiles(t *testing.T, module fs.FS, pkg string) [][]byte {
	t.Helper()
	names, err := fs.Glob(module, path.Join(pkg, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var out [][]byte
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(module, name)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, text)
	}
	return out
}

func readPage(t *testing.T, name string) string {
	t.Helper()
	text, err := fs.ReadFile(os.DirFS("../.."), name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
