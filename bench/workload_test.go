package bench_test

import (
	"fmt"
	"math/rand/v2"
	"path"
	"strings"
)

// size says how large a workload is. Counts, unless the name says KB.
type size struct {
	name     string
	depth    int // folders from the repository's root down to the working directory
	layers   int // project layers, spread over them
	docs     int // instruction documents of the project, spread over them
	skills   int // spread over the roots
	roots    int
	servers  int // tables in the user's configuration that no skill needs
	projects int // trust entries
	userKB   int
	layerKB  int // of each project layer
	sources  int // files that no resolver may touch
	extras   int // further files of each skill
	decoys   int // skills with a folder of foreign packages in them
}

// The sizes: an ordinary repository, a large one, one that is large in every way.
var sizes = []size{
	{name: "S", depth: 1, layers: 2, docs: 2, skills: 5, roots: 1, servers: 2, projects: 1, sources: 20},
	{
		name: "M", depth: 6, layers: 3, docs: 6, skills: 60, roots: 3, servers: 40, projects: 20, userKB: 20, layerKB: 20,
		sources: 500, extras: 1,
	},
	{
		name: "L", depth: 30, layers: 5, docs: 15, skills: 1000, roots: 4, servers: 250, projects: 250, userKB: 200, layerKB: 20,
		sources: 5000, extras: 4, decoys: 4,
	},
}

// sizeXL is large beyond any other; benchmarks take it when asked.
var sizeXL = size{
	name: "XL", depth: 12, layers: 4, docs: 12, skills: 5000, roots: 4, servers: 100, projects: 10_000, layerKB: 20,
	sources: 20_000, extras: 2, decoys: 40,
}

// workload is a tree and the least that has to be done to resolve it.
type workload struct {
	size
	base  string // absolute; holds repo and home
	cwd   string
	files map[string]string // by absolute path
	dirs  []string          // folders that may be empty

	reads, lists, probes []string // the floor: files to read, folders to list, absent paths to ask for
}

func (w *workload) home() string    { return w.base + "/home" }
func (w *workload) floor() int      { return len(w.reads) + len(w.lists) + len(w.probes) }
func (w *workload) put(p, t string) { w.files[p] = t }

// read adds a file that has to be read.
func (w *workload) read(p, text string) {
	w.put(p, text)
	w.reads = append(w.reads, p)
}

// make builds the workload of a size below base. The same size and base give the same bytes.
func (s size) make(base string) *workload {
	w := &workload{size: s, base: base, files: map[string]string{}}
	g := generator{rand.New(rand.NewPCG(uint64(s.name[0]), 7))}
	chain := []string{base + "/repo"}
	for i := range s.depth {
		chain = append(chain, fmt.Sprintf("%s/%02d-%s", chain[i], i, topics[i%len(topics)]))
	}
	w.cwd = chain[s.depth]
	w.dirs = append(w.dirs, w.cwd)
	w.put(base+"/repo/.git/HEAD", "ref: refs/heads/main\n")
	w.put(base+"/repo/.git/config", "[core]\n\tbare = false\n")
	w.configuration(g, chain)
	w.documents(g, chain)
	w.skillRoots(g)
	for i := range s.sources {
		w.put(fmt.Sprintf("%s/repo/src/m%03d/f%05d.go", base, i/40, i), "")
	}
	return w
}

func (w *workload) configuration(g generator, chain []string) {
	w.read(w.home()+"/.codex/config.toml", g.userConfig(w.size, chain[0]))
	with := spread(w.layers, len(chain))
	for i, dir := range chain {
		if with[i] {
			w.read(dir+"/.codex/config.toml", g.layer(w.layerKB, i))
		} else {
			w.probes = append(w.probes, dir+"/.codex")
		}
		if i > 0 {
			w.probes = append(w.probes, dir+"/.git", dir+"/.agents/skills")
		}
	}
	w.probes = append(w.probes, "/etc/codex/config.toml", "/etc/codex/requirements.toml", "/etc/codex/managed_config.toml")
}

func (w *workload) documents(g generator, chain []string) {
	w.read(w.home()+"/.codex/AGENTS.md", "# Everywhere\n\n"+g.words(60)+"\n")
	w.probes = append(w.probes, w.home()+"/.codex/AGENTS.override.md")
	with := spread(w.docs, len(chain))
	for i, dir := range chain {
		w.probes = append(w.probes, dir+"/AGENTS.override.md")
		if with[i] {
			w.read(dir+"/AGENTS.md", fmt.Sprintf("# Level %d\n\n%s", i, g.list(12)))
		} else {
			w.probes = append(w.probes, dir+"/AGENTS.md")
		}
	}
}

func (w *workload) skillRoots(g generator) {
	roots := []string{w.base + "/repo/.agents/skills", w.home() + "/.agents/skills", w.home() + "/.codex/skills", w.base + "/repo/.codex/skills"}[:w.roots]
	w.lists = append(w.lists, roots...)
	for i := range w.skills {
		name := fmt.Sprintf("%s-%s-%04d", g.word(), g.word(), i)
		dir := roots[i%len(roots)] + "/" + name
		w.skill(g, dir, name, 12+i%40)
		if i%10 == 0 {
			w.read(dir+"/agents/openai.yaml", "interface:\n  display_name: \""+name+"\"\n")
			w.lists = append(w.lists, dir+"/agents")
		} else {
			w.probes = append(w.probes, dir+"/agents/openai.yaml")
		}
		for e := range w.extras {
			sub := []string{"/references", "/scripts"}[e%2]
			w.put(fmt.Sprintf("%s%s/part-%d.md", dir, sub, e), "# "+g.words(40)+"\n")
			if e < 2 {
				w.lists = append(w.lists, dir+sub)
			}
		}
	}
	for k := range w.decoys {
		w.decoy(g, roots[k%len(roots)], fmt.Sprintf("tool-%02d", k))
	}
}

func (w *workload) skill(g generator, dir, name string, lines int) {
	w.read(path.Join(dir, "SKILL.md"), g.skill(name, lines))
	w.lists = append(w.lists, dir)
}

// decoy is a skill with foreign packages below it, one of which looks like a skill.
func (w *workload) decoy(g generator, root, name string) {
	dir := root + "/" + name
	w.skill(g, dir, name, 10)
	w.probes = append(w.probes, dir+"/agents/openai.yaml", dir+"/node_modules/pkg-00/agents/openai.yaml")
	w.lists = append(w.lists, dir+"/node_modules")
	for p := range 50 {
		pkg := fmt.Sprintf("%s/node_modules/pkg-%02d", dir, p)
		w.put(pkg+"/package.json", "{}")
		w.put(pkg+"/lib/index.js", "")
		w.lists = append(w.lists, pkg, pkg+"/lib")
		if p == 0 {
			w.read(pkg+"/SKILL.md", g.skill(name+"-inner", 3))
		}
	}
}

// spread chooses n of m places evenly, the first and the last among them.
func spread(n, m int) map[int]bool {
	out := map[int]bool{0: true}
	for k := range n {
		out[k*(m-1)/max(1, n-1)] = true
	}
	return out
}

var topics = strings.Fields("parse merge layer resolve cache index token budget trust origin render catalog mention route audit ledger")

// generator makes text that looks like what people write.
type generator struct{ *rand.Rand }

func (g generator) word() string { return topics[g.IntN(len(topics))] }

func (g generator) words(n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = g.word()
	}
	return strings.Join(out, " ")
}

func (g generator) list(n int) string {
	var b strings.Builder
	for range n {
		b.WriteString("- " + g.words(12) + "\n")
	}
	return b.String()
}

func (g generator) skill(name string, lines int) string {
	head := "---\nname: " + name + "\ndescription: \"" + g.words(10) + ". Use to " + g.words(8) + ".\"\n"
	if g.IntN(2) == 0 {
		head += "license: MIT\nmetadata:\n  short-description: " + g.words(5) + "\n  author: team " + g.word() + "\n"
	}
	return head + "---\n\n# " + name + "\n\n" + g.list(lines)
}

func (g generator) server(n int) string {
	return fmt.Sprintf("[mcp_servers.server_%04d]\ncommand = \"run-%s\"\nargs = [\"--port\", \"%d\"]\nenabled = false\n\n[mcp_servers.server_%04d.env]\nREGION = \"%s\"\n\n",
		n, g.word(), 1024+n, n, g.word())
}

func (g generator) userConfig(s size, repo string) string {
	var b strings.Builder
	b.WriteString("model = \"gpt-5\"\napproval_policy = \"on-request\"\nproject_doc_max_bytes = 65536\n\n[projects.\"" + repo + "\"]\ntrust_level = \"trusted\"\n\n")
	for i := range s.projects - 1 {
		fmt.Fprintf(&b, "[projects.\"/srv/code/%s-%05d\"]\ntrust_level = \"%s\"\n\n", g.word(), i, []string{"trusted", "untrusted"}[i%2])
	}
	for i := range s.servers {
		b.WriteString(g.server(i))
	}
	for i := 0; b.Len() < s.userKB<<10; i++ {
		fmt.Fprintf(&b, "[profiles.profile_%04d]\nmodel = \"gpt-5-%s\"\n# %s\n\n", i, g.word(), g.words(12))
	}
	return b.String()
}

func (g generator) layer(kb, level int) string {
	var b strings.Builder
	b.WriteString("model_reasoning_effort = \"medium\"\n\n[shell_environment_policy]\ninherit = \"core\"\n\n")
	for i := 0; b.Len() < kb<<10; i++ {
		b.WriteString(g.server(9000 + level*200 + i))
	}
	return b.String()
}
