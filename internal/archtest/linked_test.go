package archtest

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// unlinked are packages that no library package may link, directly or through another module. An agent that embeds
// the library shall not carry a second command line, a terminal library or network code.
var unlinked = []string{
	"github.com/spf13/...", "golang.org/x/term", "github.com/charmbracelet/...", "github.com/muesli/...",
	"net/http/...", "crypto/tls", "golang.org/x/net/http2/...", "golang.org/x/crypto/ssh/...", "os/exec", "plugin",
	"github.com/go-git/go-git/v5", "github.com/go-git/go-git/v5/plumbing/transport/...", "github.com/go-git/go-git/v5/storage/...",
	"testing",
}

// mayLink are the exceptions: golden is support for tests.
var mayLink = map[string][]string{"golden": {"testing", "os/exec"}}

// gitReaders are the library packages that may link go-git at all.
var gitReaders = []string{"tree/gittree", "golden"}

// TestLinked asks the go command what each library package links, and names the chain of imports that brings in
// something it must not.
func TestLinked(t *testing.T) {
	t.Parallel()
	imports := importGraph(t)
	libraries := 0
	for pkg := range imports {
		own, ok := strings.CutPrefix(pkg, module+"/")
		if !ok || matches(programs, own) || own == "internal/archtest" {
			continue
		}
		libraries++
		for _, bad := range culprits(imports, pkg, own) {
			t.Error(bad)
		}
	}
	if libraries < 20 {
		t.Errorf("%d library packages were looked at", libraries)
	}
}

// culprits gives the chain to everything that a package links and must not.
func culprits(imports map[string][]string, pkg, own string) []string {
	forbidden := func(p string) bool {
		if strings.HasPrefix(p, "github.com/go-git/go-git/") && !slices.Contains(gitReaders, own) {
			return true
		}
		return matches(unlinked, p) && !slices.Contains(mayLink[own], p)
	}
	var out []string
	from := map[string]string{pkg: ""}
	for queue := []string{pkg}; len(queue) > 0; queue = queue[1:] {
		for _, next := range imports[queue[0]] {
			if _, seen := from[next]; seen {
				continue
			}
			from[next] = queue[0]
			if forbidden(next) {
				out = append(out, own+" links "+next+"\n\t"+strings.Join(chain(from, next), "\n\t-> "))
				continue // what is behind it is its fault
			}
			queue = append(queue, next)
		}
	}
	return out
}

// chain is the way along which p was reached, first importer first.
func chain(from map[string]string, p string) []string {
	var out []string
	for ; p != ""; p = from[p] {
		out = append(out, p)
	}
	slices.Reverse(out)
	return out
}

// importGraph is every package that the module links, with its imports.
func importGraph(t *testing.T) map[string][]string {
	t.Helper()
	if _, err := os.ReadFile(filepath.Join("..", "..", "go.mod")); err != nil { // so that no result is kept when it changes
		t.Fatal(err)
	}
	cmd := exec.Command("go", "list", "-deps", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "./...")
	cmd.Dir = filepath.Join("..", "..")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	out := map[string][]string{}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		out[fields[0]] = fields[1:]
	}
	return out
}

// TestLinkedCatches proves that the check can fail, and that it names the way.
func TestLinkedCatches(t *testing.T) {
	t.Parallel()
	graph := map[string][]string{
		module + "/skills": {module + "/tree", "example.com/nice"},
		"example.com/nice": {"example.com/inner"}, "example.com/inner": {"net/http"}, "net/http": {"crypto/tls"},
		module + "/tree": {"github.com/go-git/go-git/v5/plumbing"},
	}
	got := culprits(graph, module+"/skills", "skills")
	want := []string{
		"skills links github.com/go-git/go-git/v5/plumbing\n\t" + module + "/skills\n\t-> " + module + "/tree\n\t-> github.com/go-git/go-git/v5/plumbing",
		"skills links net/http\n\t" + module + "/skills\n\t-> example.com/nice\n\t-> example.com/inner\n\t-> net/http",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
