package resolve_test

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
	"slices"

	"github.com/agentlayers/layers/tree"
)

// world is a tree under random edits.
type world struct {
	*rand.Rand
	fsys *tree.Memory
	log  []string
	told []string
}

// changed is what a watcher would have told of the edits since the last call.
func (w *world) changed() []string {
	out := w.told
	w.told = nil
	return out
}

// The places and texts that edits choose from: of both agents, right and broken.
var (
	someFolders = []string{
		"/repo", "/repo/a", "/repo/a/b", "/home/u", "/repo/.codex", "/repo/a/.codex", "/home/u/.codex", "/repo/.agents/skills",
		"/repo/.agents/skills/one", "/repo/.agents/skills/two", "/repo/.agents/skills/two/deep", "/home/u/.agents/skills/three",
		"/home/u/.codex/skills/four", "/repo/.claude", "/repo/a/.claude", "/home/u/.claude", "/repo/.claude/skills/five",
		"/home/u/.claude/skills/six", "/repo/.claude/commands", "/repo/.claude/commands/sub", "/repo/.git", "/other/tree", "/repo/.claude/rules",
	}
	someNames = []string{
		"AGENTS.md", "AGENTS.override.md", "CLAUDE.md", "CLAUDE.local.md", "config.toml", "settings.json", "settings.local.json",
		"SKILL.md", "skill.md", "HEAD", ".git", "notes.txt", "do.md", "agents/openai.yaml", "managed_config.toml", ".codex", ".claude",
	}
	someTexts = map[string][]string{
		".md": {
			"text\n", "more text @notes.txt\n", "---\nname: x\ndescription: does x\n---\nbody\n", "---\nname: y\n---\n", "---\nname: [\n---\n",
			"---\ndescription: 'quoted' # comment\nmetadata:\n  short-description: s\n---\nbody\n", "", "\xff\xfe", "---\nname: x\ndescription: other\n---\nbody\n",
		},
		".toml": {
			"model = \"a\"\n", "model = \"b\"\nproject_doc_max_bytes = 9\n", "model = \n", "", "[projects.\"/repo\"]\ntrust_level = \"trusted\"\n",
			"[projects.\"/repo\"]\ntrust_level = \"untrusted\"\n", "project_doc_fallback_filenames = [\"notes.txt\"]\n", "sandbox_mode = \"workspace-write\"\n",
			"[[skills.config]]\nname = \"x\"\nenabled = false\n", "model_context_window = 400\n", "project_root_markers = [\"notes.txt\"]\n", "\xff",
		},
		".json": {
			"{}\n", "{\"model\": \"opus\"}\n", "{\"model\": ", "{\"skillOverrides\": {\"five\": \"off\"}}\n", "{\"permissions\": {\"allow\": [\"Bash\"]}}\n", "[]",
		},
		".yaml": {"policy:\n  allow_implicit_invocation: false\n", "interface:\n  display_name: X\n", "policy: [\n", "policy:\n  products: [other]\n"},
		"":      {"ref: refs/heads/main\n", "gitdir: /other/tree/.git\n", "", "x\n"},
	}
	someModes = []fs.FileMode{0, 0o200, 0o400, 0o644, 0o755}
)

func pick[T any](w *world, list []T) T { return list[w.IntN(len(list))] }

func (w *world) text(p string) string {
	texts, ok := someTexts[path.Ext(p)]
	if !ok {
		texts = someTexts[""]
	}
	return pick(w, texts)
}

func (w *world) start() {
	w.fsys.Mkdir("/repo/a/b")
	w.fsys.WriteFile("/repo/.git/HEAD", []byte("ref: refs/heads/main\n"))
	w.fsys.WriteFile("/home/u/.codex/config.toml", []byte("[projects.\"/repo\"]\ntrust_level = \"trusted\"\n"))
	for range 25 {
		p := w.file()
		w.fsys.WriteFile(p, []byte(w.text(p)))
	}
}

func (w *world) file() string { return path.Join(pick(w, someFolders), pick(w, someNames)) }

// paths are the entries that are there, but for those that everything hangs on.
func (w *world) paths() []string {
	return slices.DeleteFunc(entriesBelow(w.fsys, "/"), func(p string) bool { return p == "/" || p == "/repo" || p == "/repo/a" || p == "/repo/a/b" })
}

// edit does one thing to the tree and tells what it touched.
func (w *world) edit() {
	p := w.file()
	if there := w.paths(); w.IntN(2) == 0 && len(there) > 0 {
		p = pick(w, there)
	}
	switch w.IntN(12) {
	case 0, 1, 2, 3, 4:
		w.do("write", p, func() { w.fsys.WriteFile(p, []byte(w.text(p))) })
	case 5, 6:
		w.do("remove", p, func() { w.fsys.Remove(p) })
	case 7:
		mode := pick(w, someModes)
		w.do(fmt.Sprintf("chmod %o", mode), p, func() { w.fsys.Chmod(p, mode) })
	case 8:
		target := pick(w, append(w.paths(), "nowhere", "..", p))
		w.do("link to "+target, p, func() { w.fsys.Symlink(p, target) })
	case 9:
		w.do("folder", p, func() { w.fsys.Mkdir(p) })
	case 10:
		w.do("pipe", p, func() { w.fsys.Special(p, fs.ModeNamedPipe) })
	case 11:
		to := w.file()
		if !tree.Within(p, to) && !tree.Within(to, p) {
			w.move(p, to)
		}
	}
}

// do makes an edit. Folders above that it creates are told like what it was about.
func (w *world) do(what, p string, edit func()) {
	w.log = append(w.log, what+" "+p)
	w.told = append(w.told, p)
	for _, dir := range tree.Ancestors(p)[1:] {
		if info, err := w.fsys.Lstat(dir); err != nil || !info.IsDir() {
			w.told = append(w.told, dir)
		}
	}
	edit()
}

// move gives an entry, with all below it, another name.
func (w *world) move(from, to string) {
	type entry struct {
		p    string
		mode fs.FileMode
		text string
	}
	var all []entry
	for _, p := range entriesBelow(w.fsys, from) {
		info, err := w.fsys.Lstat(p)
		if err != nil {
			return
		}
		e := entry{p: p, mode: info.Mode()}
		switch {
		case info.Mode().IsRegular():
			w.fsys.Chmod(p, 0o600)
			f, err := w.fsys.ReadFile(p, 1<<20)
			if err != nil {
				return
			}
			e.text = string(f.Data)
		case info.Mode()&fs.ModeSymlink != 0:
			e.text, _ = w.fsys.ReadLink(p)
		}
		all = append(all, e)
	}
	w.do("move away", from, func() { w.fsys.Remove(from) })
	w.do("move here", to, func() {
		for _, e := range all {
			p := to + e.p[len(from):]
			switch {
			case e.mode.IsRegular():
				w.fsys.WriteFile(p, []byte(e.text))
			case e.mode.IsDir():
				w.fsys.Mkdir(p)
			case e.mode&fs.ModeSymlink != 0:
				w.fsys.Symlink(p, e.text)
			default:
				w.fsys.Special(p, e.mode.Type())
			}
		}
		for _, e := range slices.Backward(all) {
			w.fsys.Chmod(to+e.p[len(from):], e.mode.Perm())
		}
	})
}

// entriesBelow lists what can be seen below p, itself included, parents first.
func entriesBelow(fsys tree.FS, p string) []string {
	if _, err := fsys.Lstat(p); err != nil {
		return nil
	}
	out := []string{p}
	entries, err := fsys.ReadDir(p)
	if err != nil {
		return out
	}
	for _, e := range entries {
		out = append(out, entriesBelow(fsys, path.Join(p, e.Name()))...)
	}
	return out
}
