package source

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agentlayers/layers/diag"
)

// gitConfigs are texts that git accepts.
var gitConfigs = []string{
	"[core]\n\tfsmonitor = /bin/x\n",
	"[CORE] FsMonitor=a b  c ; note\n",
	"[a \"B \\\"c\\\\\"]\n  k = \"x # y\" z # note\n\tflag\n",
	"[a.B]\r\nk = v\\\r\n  w\r\n",
	"# c\n; d\n[x]\nk = \"a\\tb\\n\"\n[y \"z\"]\nk=\n",
	"\ufeff[core]\n\tpager = less\n",
	"[x]\nk = a\\\nb\nj = \"  lead\"  \n",
	"[x]\nk = \"a\rb\"\nj = \"\"tail\n",
}

// TestGitConfigAgrees compares the reader with git itself, where there is one.
func TestGitConfigAgrees(t *testing.T) {
	t.Parallel()
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skipf("no git on this machine to compare with: %v", err)
	}
	for _, text := range gitConfigs {
		p := filepath.Join(t.TempDir(), "config")
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		want, err := exec.Command(git, "config", "--file", p, "--no-includes", "--list", "-z").Output()
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if got := listed(text); got != string(want) {
			t.Errorf("%q: read %q, git reads %q", text, got, want)
		}
	}
}

// listed is the output of "git config --list -z".
func listed(text string) string {
	var b strings.Builder
	f := &File{Text: diag.NewSource("/config", []byte(text))}
	for _, e := range f.GitConfig() {
		if e.Name == "" {
			continue
		}
		b.WriteString(e.Key())
		if e.Valued {
			b.WriteString("\n" + e.Value)
		}
		b.WriteByte(0)
	}
	return b.String()
}

func TestGitConfigPlaces(t *testing.T) {
	t.Parallel()
	f := &File{Text: diag.NewSource("/config", []byte("[a]\n\tb = c \\\n d\n!bad\n[e \"f\"] g = h\n"))}
	var got []string
	for _, e := range f.GitConfig() {
		got = append(got, f.Raw(e.At))
	}
	if want := "[a]|b = c \\|[e \"f\"]|g = h"; strings.Join(got, "|") != want {
		t.Errorf("places %q, want %q", got, want)
	}
}

// FuzzGitConfig: reading ends, and every place lies inside the text.
func FuzzGitConfig(f *testing.F) {
	for _, seed := range append(gitConfigs, "[", "[a \"", "[a]b=\\", "=", "[a]\nb = \"") {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := &File{Text: diag.NewSource("/config", []byte(text))}
		for _, e := range file.GitConfig() {
			if e.At.Start.Offset < 0 || e.At.End.Offset < e.At.Start.Offset || e.At.End.Offset > len(text) {
				t.Fatalf("%q: entry %+v", text, e)
			}
		}
	})
}
