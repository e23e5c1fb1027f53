package layers

import (
	"slices"

	"github.com/agentlayers/layers/dialect"
)

// below answers for Options.Cwd with what the answer for a folder above has found out.
func (l *loader) below(above *Loaded) *Loaded {
	out := *above
	l.out = &out
	out.Trust, out.Diags, out.Stack.Entries = l.decide(l.o.Cwd), nil, nil
	for _, layer := range l.o.Dialect.Config.Layers {
		if layer.Gated {
			if e, ok := l.projectEntry(l.o.Cwd, layer.File); ok {
				out.Stack.Entries = append(out.Stack.Entries, e)
			}
			continue
		}
		for _, e := range above.Stack.Entries {
			if e.Source.Kind == layer.Kind {
				out.Stack.Entries = append(out.Stack.Entries, e)
			}
		}
	}
	return &out
}

// above is the file at p of a layer, where the answer for a folder above holds it.
func (l *settingsLoader) above(kind dialect.Kind, p string) (Entry, bool) {
	if l.o.Above == nil {
		return Entry{}, false
	}
	entries := l.o.Above.Stack.Entries
	i := slices.IndexFunc(entries, func(e Entry) bool { return e.Source.Kind == kind && e.Source.Path == p })
	if i < 0 {
		return Entry{}, false
	}
	return entries[i], true
}

// placeBelow takes over repository, root and trust.
func (l *settingsLoader) placeBelow(above *Loaded) {
	l.out.Markers, l.out.Root, l.out.Repo = above.Markers, above.Root, above.Repo
	l.out.Rules, l.out.Trust, l.out.TrustFile = above.Rules, above.Trust, above.TrustFile
}
