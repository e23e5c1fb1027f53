package gather

import (
	"path"
	"strings"

	"github.com/agentlayers/layers/audit/source"
)

// findAnchors notes the folders that hold something on which layers depend: a layer's file, what marks a project's
// root, or that a rule of trust names. answers are those for the root, one for each version.
func (g *gatherer) findAnchors(answers []asked) {
	names := map[string]bool{} // in lower case, to whether it marks a root
	g.anchors, g.marked = map[string]bool{".": true}, map[string]bool{}
	for i, a := range answers {
		for _, l := range g.o.Dialects[i].Config.Layers {
			if where, file, ok := strings.Cut(l.File, "/"); ok && !path.IsAbs(l.File) {
				if strings.HasPrefix(where, "~") {
					where, _, _ = strings.Cut(file, "/")
				}
				names[source.Fold(where)] = false
			}
		}
		for _, rule := range a.now.Rules.All() {
			if rel, inside := g.set.Rel(rule.Path); inside {
				g.anchors[rel] = true
			}
		}
	}
	names[".git"] = true
	for _, a := range answers {
		for _, m := range a.now.Markers {
			names[source.Fold(m)] = true
		}
	}
	for _, e := range g.set.Entries {
		cut := strings.LastIndexByte(e.Rel, '/')
		marks, ok := names[e.Rel[cut+1:]]
		if !ok {
			if marks, ok = names[source.Fold(e.Rel[cut+1:])]; !ok {
				continue
			}
		}
		dir := e.Rel[:max(cut, 0)]
		g.anchors[dir] = true
		g.marked[dir] = g.marked[dir] || marks
	}
	delete(g.anchors, "")
}

// anchor is the nearest folder, from rel upwards, on which the layers of rel depend.
func (g *gatherer) anchor(rel string) string {
	for !g.anchors[rel] {
		rel = rel[:max(0, strings.LastIndexByte(rel, '/'))]
		if rel == "" {
			return "."
		}
	}
	return rel
}
