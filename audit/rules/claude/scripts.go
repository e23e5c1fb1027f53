package claude

import (
	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
)

// scriptsAt are those of the command whose text stands at span.
func scriptsAt(p *audit.Pass, f *source.File, span diag.Span) []string {
	for _, c := range facts.Commands(f) {
		if c.At == span || c.KeyAt == span {
			return p.Scripts(c)
		}
	}
	return nil
}
