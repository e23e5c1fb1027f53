package agentsmd

import (
	"context"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// Options is what Load is asked: plain values, no configuration stack.
type Options struct {
	Dialect   dialect.Instructions
	Cwd       string // absolute; folders are walked by its text
	Root      string // the top of the walk, Cwd or above it; "" means Cwd
	Home      string // the user's home; "" when unknown
	AgentHome string // the agent's own folder; "" when there is none

	Limit     *Limit // the configured budget; nil for the dialect's own
	Fallbacks []Name // configured names, in order
	Untrusted bool   // the project is marked as untrusted
	Distrust  diag.Span

	Blocks BlockOptions // for agents that send one block a file

	Plain bool // documents alone: files that a reader would take for some are not looked for
}

// Limit is a configured number of bytes.
type Limit struct {
	Bytes int64
	At    diag.Span // where it is set; zero for flags
}

// Name is a configured file name.
type Name struct {
	Text string
	At   diag.Span // where it is set; zero for flags
}

// Loaded is what an agent reads, in order, and what it makes of it.
type Loaded struct {
	Documents []Document   // candidates in the order in which the agent meets them
	Text      string       // the joined text; for agents that send blocks, their texts with a blank line between
	For       string       // the folder that the heading names; "" when there is none
	Sources   []string     // files that the agent itself lists as sources
	Budget    Budget       // the spending of counted files
	Warnings  []diag.Event // what the agent itself tells
	Diags     diag.List    // problems, each document's own included
}

// Budget is how far the limit over all counted files went.
type Budget struct {
	Limit int64     `json:"limit"`         // bytes
	Key   string    `json:"key,omitempty"` // the setting
	At    diag.Span `json:"at,omitzero"`   // where it is set; zero for flags and the default
	Set   bool      `json:"set"`           // false: the agent's default
	Used  int64     `json:"used"`
	Lost  int64     `json:"lost"` // bytes of counted files that do not reach the model
	Need  int64     `json:"need"` // the limit at which nothing would be lost
}

// Load finds the documents that the agent reads when it starts in o.Cwd.
//
// What is wrong with a file is a diagnostic beside a result as complete as can be. The error is non-nil only
// when ctx is done.
//
// Behaviour: golden/testdata/codex/doc-*.txtar.
func Load(ctx context.Context, fsys tree.FS, o Options) (*Loaded, error) {
	if o.Root == "" {
		o.Root = o.Cwd
	}
	if o.Dialect.Form == dialect.Joined {
		return loadJoined(ctx, fsys, o)
	}
	if o.Dialect.Form == dialect.Blocks {
		return loadBlocks(ctx, fsys, o)
	}
	return &Loaded{}, ctx.Err()
}
