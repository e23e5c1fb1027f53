package gather

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/shell"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/tree"
)

// configured adds instruction files whose names the configuration chooses: fallback names of Codex, file names of
// Gemini's context.
func (g *gatherer) configured() {
	wanted := map[string]string{} // name in lower case to agent
	for _, f := range g.set.Files {
		for _, name := range facts.InstructionNames(f) {
			if !strings.Contains(name.Name, "/") && name.Name != "" && name.Name != "." && name.Name != ".." {
				wanted[source.Fold(name.Name)] = name.Agent
			}
		}
	}
	if len(wanted) == 0 {
		return
	}
	for _, e := range g.set.Entries {
		base := source.Fold(path.Base(e.Rel))
		agent, ok := wanted[base]
		if !ok || e.Type.IsDir() || g.set.byRel[e.Rel] != nil || strings.Contains("/"+e.Rel, "/.git/") {
			continue
		}
		g.add(e.Rel, source.Place{Kind: source.Instructions, Agents: []string{agent}, Inner: base, Start: path.Dir(e.Rel)}, nil)
	}
}

// maxDepth is how many imports and commands in a row are followed.
const maxDepth = 5

// follow adds what the files of the set lead to inside the root: imports, and scripts that commands name.
func (g *gatherer) follow(ctx context.Context) {
	todo := g.set.Files
	reached := 0
	for depth := 0; depth < maxDepth && len(todo) > 0; depth++ {
		var next []*source.File
		for _, f := range todo {
			if g.expired(ctx) {
				return
			}
			if f.User {
				continue
			}
			g.readable(f)
			for _, ref := range facts.References(f) {
				rel, ok := g.target(f, ref)
				if !ok {
					continue
				}
				if reached++; reached > g.o.Limits.Reached {
					g.incomplete(fmt.Sprintf("more than %d files are reached through imports and commands", g.o.Limits.Reached))
					return
				}
				place := source.Place{Kind: ref.Kind, Agents: f.Agents, Inner: source.Fold(rel), Start: f.Start}
				next = append(next, g.add(rel, place, &source.Reference{File: f, At: ref.At}))
			}
			f.Forget()
		}
		todo = next
	}
}

// readable makes the audit incomplete where a command of f is too large to be looked into.
func (g *gatherer) readable(f *source.File) {
	for _, c := range facts.Commands(f) {
		for _, text := range c.Shell {
			if shell.TooLarge(text.Text) {
				g.incomplete(fmt.Sprintf("%s: a command in line %d is too large to be looked into", f.Rel, text.Span.Start.Line))
			}
		}
	}
}

// target is the file or link inside the root that a reference names, links in the folders above it followed; ok is
// false when there is none, or when it is in the set already.
func (g *gatherer) target(f *source.File, ref facts.Reference) (rel string, ok bool) {
	dir := f.Dir()
	if ref.Dir != "" {
		dir = path.Join(g.set.Root, ref.Dir)
	}
	named := tree.Join(dir, ref.Path)
	folder, err := tree.EvalSymlinks(g.fsys, path.Dir(named))
	if g.leaves(folder) {
		return g.leavingLink(folder)
	}
	if err != nil {
		return "", false
	}
	p := path.Join(folder.Path, path.Base(named))
	rel, inside := g.set.Rel(p)
	if !inside || rel == "." || g.set.byRel[rel] != nil || strings.Contains("/"+rel+"/", "/.git/") {
		return "", false
	}
	info, err := g.fsys.Lstat(p)
	return rel, err == nil && (info.Mode().IsRegular() || info.Mode()&fs.ModeSymlink != 0)
}

// leavingLink is the link inside the root, the one nearest to it, on a way that leaves the root; ok is false when
// there is none, or when it is in the set already.
func (g *gatherer) leavingLink(way tree.Resolved) (rel string, ok bool) {
	if len(way.Hops) == 0 {
		return "", false
	}
	rel, inside := g.set.Rel(way.Hops[0].Link)
	return rel, inside && g.set.byRel[rel] == nil
}

// userFiles adds the user's own configuration and instructions.
func (g *gatherer) userFiles() {
	for _, name := range []string{
		".codex/config.toml", ".codex/hooks.json", ".codex/AGENTS.md", ".codex/AGENTS.override.md",
		".claude/settings.json", ".claude/CLAUDE.md", ".gemini/settings.json", ".gemini/GEMINI.md",
	} {
		p := path.Join(g.o.Host.Home, name)
		info, _, err := tree.Stat(g.fsys, p)
		if g.o.Host.Home == "" || err != nil || !info.Mode().IsRegular() {
			continue
		}
		place, ok := source.Classify(name)
		if !ok {
			continue
		}
		f := &source.File{Path: p, Rel: p, Place: place, Mode: info.Mode(), Size: info.Size(), User: true}
		g.read(f)
		g.set.byRel[p] = f
		g.set.Files = append(g.set.Files, f)
	}
}
