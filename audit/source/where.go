package source

import (
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

// Where is the place of findings about a key: its value, or the key where the value begins on another line or
// spans several.
func Where(m *doc.Member) diag.Span {
	value := m.Value.Span()
	if m.Key().HasPosition() && (value.Start.Line != m.Key().Start.Line || value.End.Line != m.Key().Start.Line) {
		return m.Key()
	}
	return value
}
