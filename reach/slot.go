package reach

import (
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

// slot is a place of a dialect that a path could fill, by its name.
type slot struct {
	source dialect.DocumentSource
	name   dialect.DocumentName
	folder string // the folder that the file would speak for
	inside bool   // that folder is one of the source's
}

// The folders of dialect.DocumentSource.In that matter here.
const (
	inWalk   = "walk"
	inBelow  = "below"
	inMemory = "memory"
)

// slots lists the places whose name fits one of the spellings of a path, those in a folder of their source first.
func slots(r *resolve.Result, f Facts) []slot {
	var in, out []slot
	for _, s := range r.Dialect.Instructions.Sources {
		for _, n := range names(r, s) {
			for _, p := range f.spellings() {
				folder, ok := fits(n.File, p)
				if !ok {
					continue
				}
				c := slot{source: s, name: n, folder: folder}
				if c.inside = slices.Contains(folders(r, s), folder); c.inside {
					in = append(in, c)
				} else {
					out = append(out, c)
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b slot) int { return b.rank() - a.rank() })
	return append(in, out...)
}

// rank orders places whose folder does not fit: those of the walk tell the most.
func (s slot) rank() int {
	switch s.source.In {
	case inWalk:
		return 2
	case inBelow:
		return 1
	}
	return 0
}

// names are the names of a source, configured ones included.
func names(r *resolve.Result, s dialect.DocumentSource) []dialect.DocumentName {
	out := slices.Clone(s.Names)
	if !s.Fallback {
		return out
	}
	for _, n := range r.DocumentOptions.Fallbacks {
		if file := strings.TrimSpace(n.Text); file != "" && !strings.Contains(file, "/") {
			out = append(out, dialect.DocumentName{File: file, Role: "fallback"})
		}
	}
	return out
}

// fits gives the folder below which p stands under the name, which may hold folders and end in "**/*.md".
func fits(name, p string) (folder string, ok bool) {
	head, tail, deep := strings.Cut(name, "/**/*")
	if !deep {
		rest, ok := strings.CutSuffix(p, "/"+name)
		return path.Clean("/" + rest), ok
	}
	if !strings.HasSuffix(p, tail) {
		return "", false
	}
	before, _, ok := cutLast(p, "/"+head+"/")
	return path.Clean("/" + before), ok
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// folders are the folders of a source that do not depend on what is read later.
func folders(r *resolve.Result, s dialect.DocumentSource) []string {
	switch s.In {
	case inWalk:
		return tree.Between(walkTop(r), r.Cwd)
	case "~home":
		return present(r.AgentHome)
	case "~":
		return present(r.Home)
	case inMemory:
		return present(r.DocumentOptions.Blocks.MemoryDir)
	}
	if tree.IsAbs(s.In) {
		return []string{s.In}
	}
	return nil
}

func present(dir string) []string {
	if dir == "" {
		return nil
	}
	return []string{dir}
}

// walkTop is the folder where the walk over folders begins or ends.
func walkTop(r *resolve.Result) string {
	if r.Dialect.Instructions.Walk.Top == "file-system" {
		return "/"
	}
	if top := r.DocumentOptions.Root; top != "" {
		return top
	}
	return r.Cwd
}

// spelledNames lists the names of every source once, for people.
func spelledNames(r *resolve.Result, only string) []string {
	var out []string
	for _, s := range r.Dialect.Instructions.Sources {
		if only != "" && s.In != only {
			continue
		}
		for _, n := range names(r, s) {
			if n.Role != "setting" && !slices.Contains(out, n.File) {
				out = append(out, n.File)
			}
		}
	}
	return out
}
