package gittree_test

import (
	"os/exec"
	"strings"
	"testing"
)

// TestNothingThatConnectsIsLinked: no network, no programs, and of go-git the plumbing alone.
func TestNothingThatConnectsIsLinked(t *testing.T) {
	t.Parallel()
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("the go tool is not installed: the dependencies cannot be listed")
	}
	out, err := exec.Command(goTool, "list", "-deps", ".").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	const goGit = "github.com/go-git/go-git/v5"
	plumbing := false
	for dep := range strings.FieldsSeq(string(out)) {
		first, _, _ := strings.Cut(dep, "/")
		switch {
		case first == "net" || dep == "os/exec" || dep == "crypto/tls" || dep == "plugin":
			t.Errorf("%s is linked in", dep)
		case dep == goGit, strings.Contains(dep, "transport"), strings.Contains(dep, "ssh"):
			t.Errorf("%s is linked in: only plumbing packages may be", dep)
		case strings.HasPrefix(dep, goGit+"/plumbing"):
			plumbing = true
		}
	}
	if !plumbing {
		t.Error("no plumbing package in the list: the test looks at the wrong package")
	}
}
