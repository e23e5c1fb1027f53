package skills

import (
	"strings"

	"github.com/agentlayers/layers/dialect"
)

// tokens is the context window that counts: the configured one, at most what the model can have, or the model's
// own. 0 means that it is not known, which a configured window of 0 or less says too.
//
// Cases: catalog-window-default, catalog-window-huge, catalog-window-model, catalog-window-zero.
func (w Window) tokens(d dialect.SkillCatalog) int64 {
	m := modelWindow(d, w.Model)
	switch {
	case w.Asked, w.Set && w.Tokens <= 0:
		return max(0, w.Tokens)
	case w.Set && m.Max > 0:
		return min(w.Tokens, m.Max)
	case w.Set:
		return w.Tokens
	}
	return m.Window
}

// modelWindow looks a model up by the longest known name that it begins with, as it stands and without one vendor
// in front of it.
func modelWindow(d dialect.SkillCatalog, model string) dialect.ModelWindow {
	if model == "" && len(d.Windows) > 0 {
		return d.Windows[0]
	}
	vendor, rest, ok := strings.Cut(model, "/")
	for _, name := range []string{model, rest} {
		best := dialect.ModelWindow{}
		for _, m := range d.Windows {
			if strings.HasPrefix(name, m.Model) && len(m.Model) > len(best.Model) {
				best = m
			}
		}
		if best.Model != "" {
			return best
		}
		if !ok || vendor == "" || strings.Contains(rest, "/") {
			break
		}
	}
	return d.Other
}
