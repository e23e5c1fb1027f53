package paths

import (
	"bytes"
	"fmt"
	"path"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/internal/doc"
)

// The sizes from which on nobody reads a file: in bytes, and for configuration also in tables and nesting.
const (
	maxTextBytes   = 1 << 20
	maxConfigBytes = 256 << 10
	maxScriptBytes = 256 << 10
	maxTables      = 2000
	maxDepth       = 64
)

func oversizedAgentFile() audit.Rule {
	return audit.Rule{
		ID:         "oversized-agent-file",
		Title:      "a file that an agent reads is too large to review",
		Severity:   audit.Low,
		Confidence: audit.Certain,
		Doc: audit.Doc{
			Why:   "Size hides: nobody reviews a megabyte of instructions, and agents cut or refuse what is too long, so that what counts is not what is seen. The audit reads on; a file above 16 MiB makes it incomplete.",
			Fires: "instructions and skills above 1 MiB; configuration above 256 KiB, 2,000 tables or 64 levels; scripts above 256 KiB.",
			Quiet: "images, archives and data.",
			File:  "AGENTS.md",
			Bad:   "(two megabytes of text)",
			Good:  "(a page)",
			Fix:   "split the file, or remove what no agent needs",
		},
		Check: func(p *audit.Pass) {
			for f := range p.Files() {
				if f.Text == nil {
					continue
				}
				if limit := limitOf(f); limit > 0 && f.Size > limit {
					p.Report(audit.Finding{File: f, Message: fmt.Sprintf("this file has %d KiB; from %d KiB on nobody reviews it", f.Size>>10, limit>>10)})
					continue
				}
				if f.Kind != source.Config {
					continue
				}
				switch tables, depth := extent(f.Tree(), 1); {
				case tables > maxTables:
					p.Report(audit.Finding{File: f, Message: fmt.Sprintf("this configuration has %d tables", tables)})
				case depth > maxDepth:
					p.Report(audit.Finding{File: f, Message: fmt.Sprintf("this configuration nests %d levels deep", depth)})
				}
			}
		},
	}
}

// limitOf is the number of bytes from which on f is too large; 0 for none.
func limitOf(f *source.File) int64 {
	switch f.Kind {
	case source.Instructions, source.Skill, source.Command:
		return maxTextBytes
	case source.Config, source.Env, source.Workflow:
		return maxConfigBytes
	case source.SkillFile, source.Reached, source.Other:
		if isScript(f) {
			return maxScriptBytes
		}
	}
	return 0
}

// isScript reports whether f is a program in source form.
func isScript(f *source.File) bool {
	if f.Binary {
		return false
	}
	switch path.Ext(f.Inner) {
	case ".sh", ".bash", ".zsh", ".fish", ".ps1", ".bat", ".cmd", ".py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl", ".php", ".lua":
		return true
	}
	return bytes.HasPrefix(f.Text.Bytes, []byte("#!"))
}

// extent counts the tables of a tree and its deepest level.
func extent(v *doc.Value, level int) (tables, depth int) {
	if v == nil || v.Kind == doc.Scalar {
		return 0, level - 1
	}
	depth = level
	if v.Kind == doc.Table {
		tables = 1
	}
	add := func(child *doc.Value) {
		t, d := extent(child, level+1)
		tables, depth = tables+t, max(depth, d)
	}
	for _, m := range v.Members {
		add(m.Value)
	}
	for _, e := range v.Elems {
		add(e)
	}
	return tables, depth
}
