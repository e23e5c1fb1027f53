package agentsmd

import "github.com/agentlayers/layers/diag"

// BlockOptions is what an agent that sends one block a file is asked besides.
type BlockOptions struct {
	ManagedText *SettingText // text that a managed setting holds; nil when there is none
	Excludes    []Name       // patterns of files to leave out, all layers joined
	Added       []Name       // absolute folders given on the command line whose instructions load
	Approved    bool         // imports from outside the working directory are approved
	MemoryDir   string       // folder of the memory index; "" when memory is off
	Worktree    Worktree
	Mode        Mode
	ModeAt      diag.Span // where Mode is set
	Off         []Scope   // whose files are left out: User, Project, Local
	Bare        bool      // no instructions at all
}

// SettingText is a text in a settings file.
type SettingText struct {
	Text string
	At   diag.Span
}

// Worktree names a linked worktree that holds the working directory. The zero value means that there is none.
type Worktree struct {
	Root string // of the linked worktree
	Main string // root of the main checkout
}

// Mode says which kinds of files load at the start.
type Mode string

// The modes. Any other value is the default.
const (
	AgentsAlone  Mode = ""                        // AGENTS.md where no folder of the walk has another file
	AgentsBeside Mode = "claude-md-and-agents-md" // AGENTS.md too
	ManagedOnly  Mode = "managed-only"            // an administrator's files and the memory index
)
