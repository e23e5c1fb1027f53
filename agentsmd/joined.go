package agentsmd

import (
	"context"

	"github.com/agentlayers/layers/tree"
)

// loadJoined reads an agent whose documents become one text under one budget.
func loadJoined(ctx context.Context, fsys tree.FS, o Options) (*Loaded, error) {
	return &Loaded{}, ctx.Err()
}
