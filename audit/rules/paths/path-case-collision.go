package paths

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/chars"
	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
)

func pathCaseCollision() audit.Rule {
	return audit.Rule{
		ID:         "path-case-collision",
		Title:      "a path differs from one that an agent reads in letter case only",
		Severity:   audit.Medium,
		Confidence: audit.Firm,
		Intent:     true,
		Doc: audit.Doc{
			Why:   "On macOS and Windows .Cursor/mcp.json is .cursor/mcp.json: a check that looks for the usual spelling passes over it, and the agent reads it. Of two files that differ in case only, one wins on each machine.",
			Fires: "two paths that are equal when letter case and the way of writing accents are ignored, one of them read by an agent; and an agent's folder, settings file or dot file in another case than its own.",
			Quiet: "case variants that no agent reads, and documents such as docs/agents.md that have no AGENTS.md beside them.",
			File:  ".Cursor/mcp.json",
			Bad:   ".Cursor/mcp.json",
			Good:  ".cursor/mcp.json",
			Fix:   "rename it",
			Refs:  []string{"CVE-2025-59944"},
		},
		Check: func(p *audit.Pass) {
			reported := map[string]bool{}
			collisions(p, reported)
			for f := range p.Files() {
				if !reported[f.Rel] && f.From == nil && isVariant(f) {
					p.Report(audit.Finding{
						File: f, Message: audit.What("where letter case does not count, this is ", f.Inner),
					})
				}
			}
		},
	}
}

// collisions reports paths that are one file where letter case and accents do not count.
func collisions(p *audit.Pass, reported map[string]bool) {
	groups := map[string][]gather.Entry{}
	lengths := map[int]bool{}
	for f := range p.Files() {
		if !f.User && f.Kind != source.Git {
			key := chars.Fold(f.Rel)
			groups[key], lengths[len(key)] = nil, true
		}
	}
	for _, e := range p.Set.Entries {
		if !lengths[len(e.Rel)] && isASCII(e.Rel) {
			continue // no need to fold most of a large tree
		}
		key := chars.Fold(e.Rel)
		if group, ok := groups[key]; ok {
			groups[key] = append(group, e)
		}
	}
	for f := range p.Files() {
		key := chars.Fold(f.Rel)
		group := groups[key]
		if len(group) < 2 {
			continue
		}
		delete(groups, key)
		slices.SortFunc(group, func(a, b gather.Entry) int { return strings.Compare(a.Rel, b.Rel) })
		last, other := group[len(group)-1], group[len(group)-2]
		if last.Type.IsDir() {
			last, other = other, last
		}
		reported[last.Rel] = true
		p.Report(audit.Finding{
			File: fileAt(p, last.Rel, f.Place), Message: audit.What("where letter case does not count, this is also ", other.Rel),
			Related: []diag.Related{{Span: fileAt(p, other.Rel, f.Place).Whole(), Text: "the same path there"}},
		})
	}
}

// fileAt is the file of the set at rel, or one that stands for a path that is in none.
func fileAt(p *audit.Pass, rel string, place source.Place) *source.File {
	if f := p.Set.File(rel); f != nil {
		return f
	}
	return &source.File{Path: path.Join(p.Set.Root, rel), Rel: rel, Place: place}
}

// isVariant reports whether the spelling of f hides from a check what an agent takes it for. Plain documents in
// lower case, "docs/agents.md", are common and hide nothing.
func isVariant(f *source.File) bool {
	spelled := f.Rel
	if f.Start != "." {
		spelled = strings.TrimPrefix(f.Rel, f.Start+"/")
	}
	if f.Mode&fs.ModeSymlink == 0 && f.Mode.Type() != 0 {
		return false
	}
	if f.Variant {
		return f.Inner[0] == '.' || f.Kind == source.Config
	}
	if settingsFiles()[f.Inner] {
		return spelled != f.Inner
	}
	parts := strings.SplitN(spelled, "/", 3)
	return len(parts) == 3 && f.Inner[0] == '.' && slices.Contains(agentFolders, strings.ToLower(parts[1])) && !slices.Contains(agentFolders, parts[1])
}

// agentFolders are folders inside an agent's own that it looks for.
var agentFolders = []string{"skills", "rules", "commands", "agents", "hooks", "prompts", "settings", "instructions", "workflows"}
