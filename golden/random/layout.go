package random

import "strings"

var folderNames = []string{
	"a", "sub", "pkg", "src", "lib", "x.y", "b_1", "Deep", "c-d", "with space", "日本", "über", "node_modules", "..x",
}

// layout chooses the repository and its kind, the working directory, a link on the way to it and the agent's home.
// A tame layout leaves out what is rare.
func (m *maker) layout(tame bool) {
	spec := "git:46 nogit:9 gitdir:4"
	if !tame {
		spec += " nested:11 worktree:14 gitfile:6 markers:8 two:3"
	}
	m.kindOf = m.kind(spec)
	m.note(m.kindOf)
	depth := weigh(m, weighted[int]{0, 22}, weighted[int]{1, 33}, weighted[int]{2, 27}, weighted[int]{3, 12}, weighted[int]{4, 6})
	sub := some(m, folderNames, depth)
	m.root = "repo"
	switch m.kindOf {
	case "git":
		m.directive("git-init", "repo")
	case "two":
		m.directive("git-init", "repo")
		m.directive("git-init", "other")
	case "gitdir":
		m.mkdir("repo/.git")
	case "nested":
		m.nested()
	case "worktree":
		sub = m.linkedWorktree(sub)
	case "gitfile":
		m.gitFile()
	}
	m.chain = []string{m.root}
	for i := range sub {
		m.chain = append(m.chain, m.root+"/"+strings.Join(sub[:i+1], "/"))
	}
	if m.kindOf == "nogit" {
		last := len(m.chain) - 1
		m.above, m.chain = m.chain[:last], m.chain[last:]
		m.root = m.chain[0]
	}
	var markers []any
	if m.kindOf == "markers" {
		markers = m.markers()
	}
	m.cwd = m.chain[len(m.chain)-1]
	m.realCwd = m.cwd
	if !tame && m.chance(.08) {
		m.linkedCwd()
	}
	if m.below == nil && m.chance(.5) {
		m.below = []string{m.realCwd + "/below"}
	}
	if !tame {
		m.agentHome()
	}
	m.user = m.codexHome + "/config.toml"
	user := m.layer(m.user)
	if markers != nil {
		user.put("project_root_markers", markers)
	}
}

func (m *maker) nested() {
	m.directive("git-init", "repo")
	inner := "repo/" + one(m, "inner", "vendor/dep", "third.party/x")
	m.directive("git-init", inner)
	if m.chance(.75) {
		m.root, m.above = inner, []string{"repo"}
	} else {
		m.below = []string{inner}
	}
}

func (m *maker) linkedWorktree(sub []string) []string {
	m.directive("git-init", "repo")
	wt := one(m, "wt/feature", "repo/wt", "repo/.worktrees/w1", "wt-b")
	m.directive("git-worktree", "repo "+wt)
	m.main, m.worktree = "repo", wt
	if m.chance(.82) {
		m.root = wt
	}
	return sub
}

// gitFile puts a file in the place of .git: no pointer, one to nowhere, or a forged one.
func (m *maker) gitFile() {
	switch m.kind("junk:30 fake:40 missing:30") {
	case "junk":
		m.put("repo/.git", one(m, "not a pointer\n", "", "gitdir:\n"))
	case "missing":
		m.put("repo/.git", "gitdir: ../elsewhere/.git/worktrees/w\n")
	default:
		m.note("forged-pointer")
		m.directive("git-init", "other")
		m.put("repo/.git", one(m, "gitdir: $ROOT/other/.git/worktrees/w\n", "gitdir: ../other/.git/worktrees/w\n", "gitdir: ../other/.git\n"))
		m.main = "other"
	}
}

// markers sets other names for the root of a project, and returns them when the user's file is to hold them.
func (m *maker) markers() []any {
	if m.chance(.6) {
		m.directive("git-init", "repo")
	}
	marker := one(m, "marker.txt", ".root", "go.mod", ".hg")
	at := pick(m, m.chain)
	if m.chance(.7) {
		m.put(at+"/"+marker, "m\n")
	} else {
		m.mkdir(at + "/" + marker)
	}
	list := weigh(m, weighted[[]any]{[]any{marker}, 40}, weighted[[]any]{[]any{marker, ".git"}, 30}, weighted[[]any]{[]any{".git", marker}, 10},
		weighted[[]any]{[]any{}, 10}, weighted[[]any]{[]any{"nope"}, 10})
	switch m.kind("user:60 system:15 runtime:15 project:10") {
	case "user":
		return list
	case "system":
		m.layer("etc/codex/config.toml").put("project_root_markers", list)
	case "project":
		m.layer(m.chain[0]+"/.codex/config.toml").put("project_root_markers", list)
	default:
		m.override("project_root_markers", list)
	}
	return nil
}

// override adds a runtime override.
func (m *maker) override(key string, v any) { m.args = append(m.args, "-c", key+"="+m.inline(v)) }

func (m *maker) linkedCwd() {
	at, name := pick(m, m.chain), one(m, "ln", "links/l1", "home/ln")
	if m.link(name, up(name)+at) {
		m.directive("mkdir", m.realCwd)
		m.cwd = name + m.cwd[len(at):]
		m.note("cwd-symlink")
		m.linkRoot = name
	}
}

// agentHome moves the agent's home folder.
func (m *maker) agentHome() {
	where := m.kind("home:88 alt:4 inrepo:3 link:2 rel:1 empty:1 missing:.6 file:.4")
	if where != "home" {
		m.note("codex-home-" + where)
	}
	env := func(value string) { m.directive("env", "CODEX_HOME="+value) }
	switch where {
	case "alt":
		m.codexHome = "home/alt"
		env("$ROOT/home/alt")
		m.directive("mkdir", "home/alt")
	case "inrepo":
		m.codexHome = pick(m, m.chain) + "/.codex"
		env("$ROOT/" + m.codexHome)
		m.directive("mkdir", m.codexHome)
	case "link":
		m.codexHome = "store/ch"
		m.directive("mkdir", "store/ch")
		m.link("home/chl", "../store/ch")
		env("$ROOT/home/chl")
	case "rel":
		m.codexHome = m.realCwd + "/ch"
		m.directive("mkdir", m.codexHome)
		env("ch")
	case "empty":
		env("")
	case "missing":
		env("$ROOT/home/none")
	case "file":
		m.put("home/chfile", "x\n")
		env("$ROOT/home/chfile")
	}
}
