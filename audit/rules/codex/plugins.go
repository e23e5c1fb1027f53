package codex

import (
	"iter"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/internal/doc"
)

// pluginFile is one file in which a repository can choose plugins.
type pluginFile struct {
	inner        string
	marketplaces string
	plugins      string
	gate         facts.Gate // 0: the resolved layers tell

	file *source.File
}

var pluginPlaces = []pluginFile{
	{inner: configFile, marketplaces: "marketplaces", plugins: "plugins"},
	{inner: ".claude/settings.json", marketplaces: "extraKnownMarketplaces", plugins: "enabledPlugins"},
	{inner: ".claude/settings.local.json", marketplaces: "extraKnownMarketplaces", plugins: "enabledPlugins"},
	{inner: ".github/copilot/settings.json", marketplaces: "extraKnownMarketplaces", plugins: "enabledPlugins", gate: facts.Trust},
	{inner: ".github/copilot/settings.local.json", marketplaces: "extraKnownMarketplaces", plugins: "enabledPlugins", gate: facts.Trust},
	{inner: ".vscode/settings.json", marketplaces: "chat.plugins.marketplaces", plugins: "chat.plugins.enabled", gate: facts.Trust},
}

// key is the path of a key for layers that are resolved; nil for other files, whose gate tells.
func (r pluginFile) key(parts ...string) []string {
	if r.gate != 0 {
		return nil
	}
	return parts
}

func pluginFiles(p *audit.Pass) iter.Seq[pluginFile] {
	return func(yield func(pluginFile) bool) {
		for _, row := range pluginPlaces {
			for f := range p.Named(row.inner) {
				row.file = f
				if !yield(row) {
					return
				}
			}
		}
	}
}

// names lists the members of a table, or the strings of an array.
func names(v *doc.Value) string {
	var out []string
	for _, m := range v.Members {
		out = append(out, m.Name)
	}
	for _, t := range source.Strings(v) {
		out = append(out, t.Text)
	}
	return strings.Join(out, ", ")
}
