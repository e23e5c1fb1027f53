package agentsmd_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

const root = "/mnt/case"

// claudeCase is a recorded case, laid out in memory.
type claudeCase struct {
	fs     *tree.Memory
	dirs   map[string][]string // directives by key
	want   map[string]any
	o      agentsmd.Options
	reads  []string
	lines  []string // header
	reused bool
}

func (c *claudeCase) one(key, def string) string {
	if v := c.dirs[key]; len(v) > 0 {
		return v[0]
	}
	return def
}

var slug = strings.Map(func(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
		return r
	}
	return '-'
}, root)

func slugOf(p string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, p)
}

func loadClaudeCase(t *testing.T, file string) *claudeCase {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(data), "$SLUG", slug)
	text = strings.ReplaceAll(text, "$ROOT/etc/claude-code", "/etc/claude-code")
	text = strings.ReplaceAll(text, "$ROOT", root)
	ar := txtar.Parse([]byte(text))
	c := &claudeCase{fs: tree.NewMemory(), dirs: map[string][]string{}}
	c.fs.Mkdir(root + "/home")
	for _, line := range strings.Split(string(ar.Comment), "\n") {
		if k, v, ok := strings.Cut(line, ": "); ok && !strings.Contains(k, " ") {
			c.dirs[k] = append(c.dirs[k], strings.TrimSpace(v))
		}
	}
	for _, f := range ar.Files {
		if f.Name == "want/claude-2.1.332.json" {
			if err := json.Unmarshal(f.Data, &c.want); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if !strings.HasPrefix(f.Name, "want/") {
			c.fs.WriteFile(at(f.Name), f.Data)
		}
	}
	c.change(t)
	c.options(t)
	return c
}

func at(p string) string {
	if rest, ok := strings.CutPrefix(p, "etc/claude-code"); ok {
		return "/etc/claude-code" + rest
	}
	return path.Join(root, p)
}

func (c *claudeCase) change(t *testing.T) {
	t.Helper()
	for _, v := range c.dirs["mkdir"] {
		c.fs.Mkdir(at(v))
	}
	for _, v := range c.dirs["bytes"] {
		p, esc, _ := strings.Cut(v, " ")
		s, err := strconv.Unquote(`"` + strings.ReplaceAll(strings.ReplaceAll(esc, `\x22`, `\"`), `"`, `\"`) + `"`)
		if err != nil {
			t.Fatalf("%s: %v", v, err)
		}
		c.fs.WriteFile(at(p), []byte(s))
	}
	for _, v := range c.dirs["expand"] {
		i := strings.LastIndexByte(v, ' ')
		size, _ := strconv.Atoi(v[i+1:])
		f, _ := c.fs.ReadFile(at(v[:i]), 1<<30)
		out := slices.Clone(f.Data)
		for n := 1; len(out) < size; n++ {
			out = append(out, fmt.Sprintf("filler line %07d\n", n)...)
		}
		c.fs.WriteFile(at(v[:i]), out[:size])
	}
	for _, v := range c.dirs["symlink"] {
		link, target, _ := strings.Cut(v, " -> ")
		c.fs.Symlink(at(link), target)
	}
	for _, v := range c.dirs["git-init"] {
		c.fs.WriteFile(at(v)+"/.git/HEAD", []byte("ref: refs/heads/main\n"))
	}
	for _, v := range c.dirs["git-worktree"] {
		repo, wt, _ := strings.Cut(v, " ")
		c.worktree(at(repo), at(wt))
	}
	if cwd := at(c.one("cwd", "repo")); !tree.IsDir(c.fs, cwd) {
		c.fs.Mkdir(cwd)
	}
	for _, v := range c.dirs["mode"] {
		m, p, _ := strings.Cut(v, " ")
		bits, _ := strconv.ParseUint(m, 8, 32)
		c.fs.Chmod(at(p), os.FileMode(bits))
	}
}

// worktree copies what git would check out: everything but .git and the names in .gitignore.
func (c *claudeCase) worktree(repo, wt string) {
	ignored := []string{".git", path.Base(wt)}
	if f, err := c.fs.ReadFile(repo+"/.gitignore", 1<<20); err == nil {
		ignored = append(ignored, strings.Fields(string(f.Data))...)
	}
	files := map[string][]byte{}
	for _, p := range strings.Split(c.fs.String(), "\n") {
		rel := strings.TrimPrefix(p, repo+"/")
		skip := !strings.HasPrefix(p, repo+"/")
		for _, ig := range ignored {
			skip = skip || slices.Contains(strings.Split(rel, "/"), ig) || rel == ig || strings.HasPrefix(rel, ig+"/")
		}
		if f, err := c.fs.ReadFile(p, 1<<30); err == nil && !skip && !tree.Within(wt, p) && !tree.Within(path.Dir(wt), p) || err == nil && !skip && path.Dir(wt) == repo {
			files[path.Join(wt, rel)] = f.Data
		}
	}
	c.fs.Mkdir(wt)
	for p, data := range files {
		c.fs.WriteFile(p, data)
	}
	c.o.Blocks.Worktree = agentsmd.Worktree{Root: wt, Main: repo}
}

// options reads what resolve would take from settings and arguments.
func (c *claudeCase) options(t *testing.T) {
	t.Helper()
	d, err := dialect.Claude("")
	if err != nil {
		t.Fatal(err)
	}
	o := &c.o
	o.Dialect = d.Instructions
	o.Home = root + "/home"
	o.AgentHome = o.Home + "/.claude"
	o.Cwd = tree.Canonical(c.fs, at(c.one("cwd", "repo")))
	added := false
	for _, v := range c.dirs["env"] {
		k, x, _ := strings.Cut(v, "=")
		switch k {
		case "CLAUDE_CONFIG_DIR":
			o.AgentHome = x
		case "CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD":
			added = x == "1"
		}
	}
	git := ""
	for _, a := range tree.Ancestors(o.Cwd) {
		if _, err := c.fs.Lstat(a + "/.git"); err == nil && git == "" {
			git = a
		}
	}
	project := git
	if w := o.Blocks.Worktree; w.Root != "" {
		if tree.Within(w.Root, o.Cwd) {
			git, project = w.Root, w.Main
		} else {
			o.Blocks.Worktree = agentsmd.Worktree{}
		}
	}
	if project == "" {
		project = o.Cwd
	}
	o.Blocks.MemoryDir = o.AgentHome + "/projects/" + slugOf(project) + "/memory"
	c.arguments(t, added)
	c.settings(project, git)
	c.tools(t)
}

func (c *claudeCase) arguments(t *testing.T, added bool) {
	t.Helper()
	var args []string
	if err := json.Unmarshal([]byte(c.one("args", "[]")), &args); err != nil {
		t.Fatal(err)
	}
	for i, a := range args {
		switch {
		case a == "--bare":
			c.o.Blocks.Bare = true
		case a == "--add-dir" && added:
			c.o.Blocks.Added = append(c.o.Blocks.Added, agentsmd.Name{Text: tree.Join(c.o.Cwd, args[i+1])})
		case a == "--setting-sources":
			for _, s := range []agentsmd.Scope{agentsmd.User, agentsmd.Project, agentsmd.Local} {
				if !slices.Contains(strings.Split(args[i+1], ","), string(s)) {
					c.o.Blocks.Off = append(c.o.Blocks.Off, s)
				}
			}
		}
	}
}

func (c *claudeCase) settings(project, git string) {
	read := func(p string) map[string]any {
		var m map[string]any
		f, _, err := tree.Read(c.fs, p, 1<<20)
		if err != nil || json.Unmarshal(f.Data, &m) != nil {
			return nil
		}
		return m
	}
	b := &c.o.Blocks
	files := []string{c.o.AgentHome + "/settings.json", c.o.Cwd + "/.claude/settings.json", c.o.Cwd + "/.claude/settings.local.json", project + "/.claude/settings.local.json"}
	for i, p := range files {
		m := read(p)
		if list, ok := m["claudeMdExcludes"].([]any); ok {
			for _, x := range list {
				b.Excludes = append(b.Excludes, agentsmd.Name{Text: x.(string)})
			}
		}
		if on, ok := m["autoMemoryEnabled"].(bool); ok && !on {
			b.MemoryDir = ""
		}
		if dir, ok := m["autoMemoryDirectory"].(string); ok {
			b.MemoryDir = strings.Replace(dir, "~", c.o.Home, 1)
		}
		if i > 0 {
			continue
		}
		if p, ok := m["pluginConfigs"].(map[string]any); ok {
			raw, _ := json.Marshal(p)
			for _, mode := range []agentsmd.Mode{agentsmd.AgentsBeside, agentsmd.ManagedOnly} {
				if strings.Contains(string(raw), `"`+string(mode)+`"`) {
					b.Mode = mode
				}
			}
		}
	}
	managed := []string{"/etc/claude-code/managed-settings.json"}
	if entries, err := c.fs.ReadDir("/etc/claude-code/managed-settings.d"); err == nil {
		for _, e := range entries {
			if strings.HasSuffix(e.Name(), ".json") && !strings.HasPrefix(e.Name(), ".") {
				managed = append(managed, "/etc/claude-code/managed-settings.d/"+e.Name())
			}
		}
	}
	for _, p := range managed {
		if s, ok := read(p)["claudeMd"].(string); ok {
			b.ManagedText = &agentsmd.SettingText{Text: s}
		}
	}
	state, _ := json.Marshal(read(c.o.Home + "/.claude.json"))
	b.Approved = strings.Contains(string(state), `"hasClaudeMdExternalIncludesApproved":true`)
}

func (c *claudeCase) tools(t *testing.T) {
	t.Helper()
	results, _ := c.want["tools"].([]any)
	for i, v := range c.dirs["tool"] {
		name, js, _ := strings.Cut(v, " ")
		var in struct {
			Path    string `json:"file_path"`
			Command string `json:"command"`
		}
		if err := json.Unmarshal([]byte(js), &in); err != nil {
			t.Fatal(err)
		}
		if i < len(results) && results[i].(map[string]any)["outcome"] == "denied" {
			continue
		}
		words := strings.Fields(in.Command)
		switch {
		case name != "Bash":
			c.reads = append(c.reads, in.Path)
		case strings.ContainsAny(in.Command, "|<>"):
		case len(words) == 2 && words[0] == "cat", len(words) > 1 && words[0] == "head":
			c.reads = append(c.reads, tree.Join(c.o.Cwd, words[len(words)-1]))
		}
	}
}

// fact gives a document the shape in which facts are recorded.
func fact(d agentsmd.Document, anyEvent, lazy bool, file string) map[string]any {
	kinds := map[agentsmd.Scope]string{agentsmd.Memory: "auto-memory"}
	kind := string(d.Scope)
	if k, ok := kinds[d.Scope]; ok {
		kind = k
	}
	f := map[string]any{"path": d.Path, "kind": kind}
	if d.Announced {
		f["memory_type"] = strings.ToUpper(kind[:1]) + kind[1:]
		f["reason"] = "session_start"
		if lazy {
			f["reason"] = "nested_traversal"
			f["trigger_file_path"] = file
		}
		if d.Role == agentsmd.Import {
			f["reason"] = "include"
			f["parent_file_path"] = d.From.Path
		}
		if len(d.Patterns) > 0 {
			var globs []any
			for _, p := range d.Patterns {
				globs = append(globs, p)
			}
			f["globs"] = globs
			if lazy {
				f["reason"] = "path_glob_match"
			}
		}
	} else {
		if anyEvent {
			f["hook_event"] = false
		}
		if lazy {
			f["kind"] = "unmarked"
		}
	}
	if d.Cut != nil {
		c := map[string]any{"first_line_cut": float64(d.Cut.FirstLost)}
		if d.Cut.ByLines {
			c["size"], c["limit"] = strconv.Itoa(d.Cut.Lines)+" lines", "200"
		} else {
			c["size"], c["limit"] = fmt.Sprintf("%.1fKB", float64(d.Cut.Chars)/1024), "24.4KB"
		}
		f["cut"] = c
	}
	content(f, d.Text)
	return f
}

func content(f map[string]any, text string) {
	if len(text) <= 3000 {
		f["content"] = text
		return
	}
	sum := sha256.Sum256([]byte(text))
	runes := []rune(text)
	f["content_bytes"], f["content_sha256"] = float64(len(text)), hex.EncodeToString(sum[:])
	f["content_head"], f["content_tail"] = string(runes[:80]), string(runes[len(runes)-80:])
}

func (c *claudeCase) facts(t *testing.T) map[string]any {
	t.Helper()
	start, err := agentsmd.Load(context.Background(), c.fs, c.o)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]any{"instructions": []any{}}
	s := agentsmd.Session{Documents: start.Documents}
	type event struct {
		docs []agentsmd.Document
		file string
	}
	var events []event
	announced := slices.ContainsFunc(start.Documents, func(d agentsmd.Document) bool { return d.Announced })
	for _, file := range c.reads {
		more, err := agentsmd.ForFile(context.Background(), c.fs, c.o, s, file)
		if err != nil {
			t.Fatal(err)
		}
		s.Read = append(s.Read, file)
		s.Documents = append(s.Documents, more.Documents...)
		events = append(events, event{more.Documents, file})
		announced = announced || slices.ContainsFunc(more.Documents, func(d agentsmd.Document) bool { return d.Announced })
	}
	var ghosts []any
	for _, d := range start.Documents {
		switch {
		case d.Loaded():
			out["instructions"] = append(out["instructions"].([]any), fact(d, announced, false, ""))
		case d.Announced:
			f := fact(d, announced, false, "")
			ghosts = append(ghosts, map[string]any{"path": f["path"], "memory_type": f["memory_type"], "reason": f["reason"]})
		}
	}
	if len(c.dirs["tool"]) > 0 {
		lazy := []any{}
		for _, e := range events {
			last := map[string]any(nil)
			for _, d := range e.docs {
				if d.Loaded() {
					f := fact(d, announced, true, e.file)
					lazy = append(lazy, f)
					if !d.Announced {
						last = f
					}
				}
			}
			if last != nil {
				last["content"] = last["content"].(string) + "\n"
			}
		}
		out["lazy"] = lazy
	}
	if ghosts != nil {
		slices.SortFunc(ghosts, func(a, b any) int {
			return strings.Compare(a.(map[string]any)["path"].(string), b.(map[string]any)["path"].(string))
		})
		out["hook_only"] = ghosts
	}
	return out
}

func TestClaudeCases(t *testing.T) {
	t.Parallel()
	dir := os.Getenv("LAYERS_CLAUDE_DIR")
	if dir == "" {
		dir = "../golden/testdata/claude"
	}
	files, err := filepath.Glob(dir + "/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			c := loadClaudeCase(t, file)
			if c.one("order", "") == "as-written" {
				t.Skip("the order of the file system")
			}
			want := map[string]any{}
			for _, k := range []string{"instructions", "lazy", "hook_only"} {
				if v, ok := c.want[k]; ok {
					want[k] = v
				}
			}
			if diff := cmp.Diff(want, c.facts(t)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
