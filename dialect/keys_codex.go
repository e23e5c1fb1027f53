package dialect

import (
	_ "embed" // the tables
	"slices"
	"strings"
	"sync"
)

// The tables hold one key a line: pattern, type, values, flags, and "name:value" pairs for the rest. They were
// drawn from what the binaries accept, refuse and show for every key.
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

// tables are read when they are asked for, each once: a process rarely needs more than one version's.
var tables = map[string]func() Keys{
	"codex 0.145.0 keys":         table(&codex145Keys),
	"codex 0.145.0 requirements": table(&codex145Requirements),
	"codex 0.171.0 keys":         table(&codex171Keys),
	"codex 0.171.0 requirements": table(&codex171Requirements),
	"claude 2.1.332 keys":        table(&claude332Keys),
}

func table(text *string) func() Keys {
	return sync.OnceValue(func() Keys { return parseKeys(*text) })
}

// keysOf gives a copy of a table; nil when there is none of that name.
func keysOf(name string) Keys {
	read := tables[name]
	if read == nil {
		return nil
	}
	return slices.Clone(read())
}

// CodexKeys are the keys of config.toml of one described version of Codex; nil for another version. The caller
// owns the slice, not what its elements point to.
func CodexKeys(version string) Keys { return keysOf("codex " + version + " keys") }

// CodexRequirementKeys are the keys of requirements.toml.
func CodexRequirementKeys(version string) Keys { return keysOf("codex " + version + " requirements") }

// claudeKeys are the keys of the settings files, in the order in which the agent checks them.
func claudeKeys(version string) Keys { return keysOf("claude " + version + " keys") }

// parseKeys reads a table; its first line holds the column names.
func parseKeys(text string) Keys {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")[1:]
	out := make(Keys, 0, len(lines))
	for _, line := range lines {
		cols := append(strings.Split(line, "\t"), "", "", "")
		k := Key{Path: cols[0], Type: cols[1], Values: split(cols[2], "|")}
		for _, flag := range split(cols[3], ",") {
			switch flag {
			case "path":
				k.IsPath = true
			case "secret":
				k.Secret = true
			case "executes":
				k.Executes = true
			default:
				k.Flags = append(k.Flags, flag)
			}
		}
		for _, pair := range split(cols[4], ";") {
			name, value, _ := strings.Cut(pair, ":")
			k.set(name, value)
		}
		out = append(out, k)
	}
	return out
}

func (k *Key) set(name, value string) {
	switch name {
	case "alias":
		k.Alias = value
	case "like":
		k.Like = value
	case "reads":
		from, to, _ := strings.Cut(value, "=")
		k.Reads = map[string]string{from: to}
	case "refused":
		k.Off = split(value, ",")
	case "stage":
		k.Stage = value
	case "order":
		k.Order = split(value, ",")
	case "shows":
		k.Shows = value
	case "omits":
		k.Omits = split(value, ",")
	case "check":
		k.Check = value
	case "for":
		k.For = split(value, ",")
	case "fails":
		k.Fails = value
	case "with":
		k.With = value
	}
}

func split(s, sep string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, sep)
}
