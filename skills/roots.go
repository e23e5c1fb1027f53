package skills

import (
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// roots lists the places to search in scan order. A path named twice is searched for its first name only.
//
// Cases: skills-all-roots, skills-same-file-two-roots, skills-bundled-off.
func roots(fsys tree.FS, o Options) []Root {
	var out []Root
	for _, d := range o.Dialect.Roots {
		if d.Bundled && o.Bundled.Off {
			continue
		}
		for _, r := range places(fsys, d, o) {
			if i := slices.IndexFunc(out, func(x Root) bool { return x.Path == r.Path && x.Same == "" }); i >= 0 {
				r.Same = out[i].From
			}
			r.Dialect, r.Scope = d, d.Scope
			out = append(out, r)
		}
	}
	return out
}

// places gives the folders that one entry of the dialect stands for.
func places(fsys tree.FS, d dialect.SkillRoot, o Options) []Root {
	switch d.Each {
	case dialect.EachLayer:
		var out []Root
		for _, l := range slices.Backward(o.Layers) {
			out = append(out, Root{Path: tree.Below(l.Path, d.Path), From: l.Name + " layer", Layer: l.Disabled})
		}
		return out
	case dialect.EachFolder:
		var out []Root
		for _, dir := range tree.Between(o.Root, o.Cwd) {
			if p := tree.Below(dir, d.Path); tree.IsDir(fsys, p) {
				out = append(out, Root{Path: p, From: d.From})
			}
		}
		return out
	}
	p := d.Path
	if rest, ok := strings.CutPrefix(p, "~home/"); ok {
		if o.AgentHome == "" {
			return nil
		}
		p = path.Join(o.AgentHome, rest)
	} else if rest, ok := strings.CutPrefix(p, "~/"); ok {
		if o.Home == "" {
			return nil
		}
		p = path.Join(o.Home, rest)
	}
	return []Root{{Path: p, From: d.From}}
}
