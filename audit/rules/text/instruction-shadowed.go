package text

import (
	"io/fs"
	"path"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
)

func instructionShadowed() audit.Rule {
	return audit.Rule{
		ID:         "instruction-shadowed",
		Title:      "a second file replaces the instructions that people look at",
		Severity:   audit.Low,
		Confidence: audit.Certain,
		Agents:     []string{"codex"},
		Intent:     true,
		Doc: audit.Doc{
			Why:   "Codex reads AGENTS.override.md instead of the AGENTS.md beside it. Who reviews AGENTS.md reviews a text that has no effect.",
			Fires: "AGENTS.override.md beside AGENTS.md, or beside another file that it replaces.",
			Quiet: "AGENTS.override.md alone.",
			File:  "AGENTS.override.md",
			Bad:   "(beside AGENTS.md)",
			Good:  "(alone, or not under version control)",
			Fix:   "merge the two files",
		},
		Check: func(p *audit.Pass) {
			for f := range p.Files() {
				if f.Variant || !f.Is("agents.override.md") || f.Mode.Type()&^fs.ModeSymlink != 0 {
					continue
				}
				if first := replaced(p, f); first != nil {
					p.Report(audit.Finding{
						File: f, Message: audit.What(path.Base(f.Rel), " replaces ", path.Base(first.Rel)),
						Related: []diag.Related{{Span: first.Whole(), Text: "this file is not read"}},
					})
				}
			}
		},
	}
}

// replaced is the file that gives way to f, or nil.
func replaced(p *audit.Pass, f *source.File) *source.File {
	if first := p.Set.File(path.Join(path.Dir(f.Rel), "AGENTS.md")); first != nil && (first.Text != nil || first.Link != nil) {
		return first
	}
	for _, s := range p.Set.Shadows(f.Path) {
		if rel, inside := p.Set.Rel(s); inside && p.Set.File(rel) != nil {
			return p.Set.File(rel)
		}
	}
	return nil
}
