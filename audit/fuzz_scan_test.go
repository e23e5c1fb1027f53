package audit_test

import (
	"path"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/tree"
)

// auditFile audits a repository of one file.
func auditFile(t *testing.T, rel string, data []byte) *audit.Result {
	t.Helper()
	m := tree.NewMemory()
	m.WriteFile("/repo/.git/HEAD", []byte("ref: refs/heads/main\n"))
	m.WriteFile("/repo/"+rel, data)
	return auditMemory(t, m)
}

func finds(r *audit.Result, rule string) bool {
	for _, f := range r.Findings {
		if f.Rule == rule {
			return true
		}
	}
	return false
}

// FuzzUnicodeScan: text of any bytes is safe to look through, places fall on whole characters, an override is never
// missed, and text without anything but plain characters gives no finding.
func FuzzUnicodeScan(f *testing.F) {
	for _, seed := range []string{"a\u202eb\n", "\xff\u202e\xc3(", "x\u200by \U000e0041\ufe0f\ufe0f", "\u0634\u200d\u0645 \U0001F468\u200d\U0001F4BB", "\ufeffa\x1b[0m\x00"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		r := auditFile(t, "AGENTS.md", data)
		for _, found := range r.Findings {
			if s := found.Span; strings.HasPrefix(found.Rule, "unicode-") && s.End.Offset > 0 && s.End.Offset < len(data) &&
				utf8.Valid(data) && !utf8.RuneStart(data[s.End.Offset]) {
				t.Errorf("%s: %+v ends inside a character", found.Rule, s)
			}
		}
		if utf8.Valid(data) && strings.ContainsRune(string(data), 0x202E) && !finds(r, "unicode-bidi-override") {
			t.Error("an override is missed")
		}
		plain := make([]byte, 0, len(data))
		for _, c := range data {
			if c == '\n' || c >= ' ' && c <= '~' {
				plain = append(plain, c)
			}
		}
		for _, found := range auditFile(t, "AGENTS.md", plain).Findings {
			if strings.HasPrefix(found.Rule, "unicode-") || found.Rule == "control-character" {
				t.Errorf("%s in plain text", found.Rule)
			}
		}
	})
}

// FuzzGitmodules: a submodule whose path leads out of the repository is always reported.
func FuzzGitmodules(f *testing.F) {
	f.Add([]byte("[submodule \"a\"]\n\tpath = ../out\n\turl = https://example.org/a\n"))
	f.Add([]byte("[submodule \"..\"]\npath=a\nurl=ext::sh -c x\n[submodule \"-x\"]\npath = -x\n"))
	f.Add([]byte("[submodule \"\\\"\"]\npath = \"a\\n\" ;x\n\\\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 2048 {
			return
		}
		r := auditFile(t, ".gitmodules", data)
		file := &source.File{Path: "/m", Text: diag.NewSource("/m", data)}
		for _, e := range file.GitConfig() {
			k := e.Key()
			if !strings.HasPrefix(k, "submodule.") || !strings.HasSuffix(k, ".path") {
				continue
			}
			if clean := path.Clean(e.Value); (clean == ".." || strings.HasPrefix(clean, "../")) && !finds(r, "gitmodules-suspicious") {
				t.Errorf("%s = %q is not reported", k, e.Value)
			}
		}
	})
}

var plainOutside = regexp.MustCompile(`^(\.\./)+[a-z]{1,12}\.md$`)

// FuzzImports: following imports ends, opens nothing outside, and an import that leads out is reported.
func FuzzImports(f *testing.F) {
	f.Add([]byte("see @a.md and @CLAUDE.md and @../out.md\n"), []byte("@CLAUDE.md @a.md\n"))
	f.Add([]byte("`@../out.md` <!-- @../x.md -->\n```\n@../y.md\n"), []byte("- @/etc/passwd\n> @~/x\n"))
	f.Fuzz(func(t *testing.T, first, second []byte) {
		if len(first)+len(second) > 2048 {
			return
		}
		m := tree.NewMemory()
		m.WriteFile("/repo/.git/HEAD", []byte("ref: refs/heads/main\n"))
		m.WriteFile("/repo/CLAUDE.md", first)
		m.WriteFile("/repo/a.md", second)
		m.WriteFile("/out.md", []byte("outside"))
		watched := &watched{FS: m}
		r := auditMemory(t, watched)
		if len(watched.outside) > 0 {
			t.Errorf("opened outside: %q", watched.outside)
		}
		for _, i := range facts.Imports(r.Set.File("CLAUDE.md")) {
			if plainOutside.MatchString(i.Path) && !finds(r, "import-outside-repo") {
				t.Errorf("%q is not reported", i.Path)
			}
		}
	})
}

// watched notes what is opened outside of /repo and of the user's own folders.
type watched struct {
	tree.FS
	outside []string
}

func (w *watched) ReadFile(p string, limit int64) (tree.File, error) {
	if !tree.Within("/repo", p) && !tree.Within("/home/u", p) && !tree.Within("/etc", p) {
		w.outside = append(w.outside, p)
	}
	return w.FS.ReadFile(p, limit)
}
