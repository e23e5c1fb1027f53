package dialect

import (
	_ "embed" // the tables
	"strings"
	"sync"
)

// The tables hold one key a line, which key reads. They were drawn from what the binaries accept, refuse and show
// for every key.
var (
	//go:embed data/codex-0.145.0-keys.tsv
	codex145Keys string
	//go:embed data/codex-0.145.0-requirements.tsv
	codex145Requirements string
	//go:embed data/codex-0.171.0-keys.tsv
	codex171Keys string
	//go:embed data/codex-0.171.0-requirements.tsv
	codex171Requirements string
	//go:embed data/claude-2.1.332-keys.tsv
	claude332Keys string
)

// tables are compiled when they are asked for, each once: a process rarely needs more than one version's.
var tables = map[string]*builtIn{
	"codex 0.145.0 keys":         {text: &codex145Keys},
	"codex 0.145.0 requirements": {text: &codex145Requirements},
	"codex 0.171.0 keys":         {text: &codex171Keys},
	"codex 0.171.0 requirements": {text: &codex171Requirements},
	"claude 2.1.332 keys":        {text: &claude332Keys},
}

// builtIn is a table of ours, and its schema once somebody asked.
type builtIn struct {
	text   *string
	once   sync.Once
	schema *Schema
}

func (b *builtIn) compiled() *Schema {
	b.once.Do(func() { b.schema = newSchema(Keys{built: b}) })
	return b.schema
}

// rows is the text without its first line, which holds the column names.
func (b *builtIn) rows() string {
	_, rows, _ := strings.Cut(*b.text, "\n")
	return rows
}

// CodexKeys are the keys of config.toml of one described version of Codex; none for another version.
func CodexKeys(version string) Keys { return Keys{built: tables["codex "+version+" keys"]} }

// CodexRequirementKeys are the keys of requirements.toml.
func CodexRequirementKeys(version string) Keys {
	return Keys{built: tables["codex "+version+" requirements"]}
}

// claudeKeys are the keys of the settings files, in the order in which the agent checks them.
func claudeKeys(version string) Keys { return Keys{built: tables["claude "+version+" keys"]} }
