package dialect

import (
	"embed"
	"io/fs"
	"strings"
	"sync"
)

// The tables hold one key a line: pattern, type, values, flags, and "name:value" pairs for the rest. They were
// drawn from what the two binaries accept, refuse and show for every key.
//
//go:embed data/*.tsv
var data embed.FS

// CodexKeys are the keys of config.toml of one described version of Codex; nil for another version. The caller
// owns the slice, not what its elements point to.
func CodexKeys(version string) Keys { return codexTable(version, "keys") }

// CodexRequirementKeys are the keys of requirements.toml.
func CodexRequirementKeys(version string) Keys { return codexTable(version, "requirements") }

var codexTables = sync.OnceValue(func() map[string]Keys {
	out := map[string]Keys{}
	names, _ := fs.Glob(data, "data/*.tsv")
	for _, name := range names {
		text, _ := data.ReadFile(name)
		out[name] = parseKeys(string(text))
	}
	return out
})

// claudeKeys are the keys of the settings files, in the order in which the agent checks them.
func claudeKeys(version string) Keys {
	return append(Keys(nil), codexTables()["data/claude-"+version+"-keys.tsv"]...)
}

func codexTable(version, kind string) Keys {
	table := codexTables()["data/codex-"+version+"-"+kind+".tsv"]
	return append(Keys(nil), table...)
}

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
