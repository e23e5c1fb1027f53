package audit

import (
	"iter"
	"reflect"
	"strings"

	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
)

// Pass is what one rule sees of one audit.
type Pass struct {
	Set   *gather.Set
	only  *source.File // the one file that a rule is asked about; nil for all
	rule  *Rule
	out   *[]Finding
	facts *found
}

// Files yields the files that the rule is asked about, in byte order of their paths: links and special files too.
func (p *Pass) Files() iter.Seq[*source.File] {
	return func(yield func(*source.File) bool) {
		files := p.Set.Files
		if p.only != nil {
			files = []*source.File{p.only}
		}
		for _, f := range files {
			if f.User && !p.rule.User {
				continue
			}
			if !yield(f) {
				return
			}
		}
	}
}

// Named yields the files at one of the agents' paths, in lower case: ".claude/settings.json".
func (p *Pass) Named(inner ...string) iter.Seq[*source.File] {
	return p.where(func(f *source.File) bool { return f.Text != nil && f.Is(inner...) })
}

// Under yields the files with text below one of the agents' folders, in lower case: ".codex/rules".
func (p *Pass) Under(folders ...string) iter.Seq[*source.File] {
	return p.where(func(f *source.File) bool { return f.Text != nil && f.Under(folders...) })
}

// Kinds yields the files with text of these kinds; without kinds, every file of the set that is text.
func (p *Pass) Kinds(kinds ...source.Kind) iter.Seq[*source.File] {
	return p.where(func(f *source.File) bool {
		if !f.IsText() {
			return false
		}
		for _, k := range kinds {
			if f.Kind == k {
				return true
			}
		}
		return len(kinds) == 0
	})
}

func (p *Pass) where(keep func(*source.File) bool) iter.Seq[*source.File] {
	return func(yield func(*source.File) bool) {
		for f := range p.Files() {
			if keep(f) && !yield(f) {
				return
			}
		}
	}
}

// Servers yields every MCP server that a file of the set declares.
func (p *Pass) Servers() iter.Seq[facts.Server] { return each(p, p.facts.servers, facts.Servers) }

// Commands yields everything that a file of the set makes an agent run.
func (p *Pass) Commands() iter.Seq[facts.Command] { return each(p, p.facts.commands, facts.Commands) }

// Variables yields every environment variable that a file of the set gives.
func (p *Pass) Variables() iter.Seq[facts.Variable] {
	return each(p, p.facts.variables, facts.Variables)
}

// found holds what was read from each file for the rules before, so that every rule after them gets it for free.
type found struct {
	servers   map[*source.File][]facts.Server
	commands  map[*source.File][]facts.Command
	variables map[*source.File][]facts.Variable
	shared    map[any]any // of the file that rules are asked about alone
}

// Shared gives what of makes of f, made once for all rules that are asked about that file alone. T tells one such
// thing from another.
func Shared[T any](p *Pass, f *source.File, of func(*source.File) T) T {
	if p.only != f {
		return of(f)
	}
	key := reflect.TypeFor[T]()
	if known, ok := p.facts.shared[key]; ok {
		return known.(T)
	}
	made := of(f)
	p.facts.shared[key] = made
	return made
}

func newFound() *found {
	return &found{
		servers: map[*source.File][]facts.Server{}, commands: map[*source.File][]facts.Command{},
		variables: map[*source.File][]facts.Variable{},
		shared:    map[any]any{},
	}
}

func each[T any](p *Pass, known map[*source.File][]T, of func(*source.File) []T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for f := range p.Files() {
			list, ok := known[f]
			if !ok {
				list = of(f)
				known[f] = list
			}
			for _, x := range list {
				if !yield(x) {
					return
				}
			}
		}
	}
}

// Inside turns a path as written in a file into one below the root. base is the folder, below the root, that a
// relative path starts from. ok is false when it leads out of the root: by "..", by being absolute, or by "~".
// Links are not followed.
func (p *Pass) Inside(base, written string) (rel string, ok bool) {
	if strings.HasPrefix(written, "~") || strings.HasPrefix(written, "$HOME") || strings.HasPrefix(written, "${HOME}") {
		return "", false
	}
	return p.Set.Rel(joined(p.Set.Root, base, written))
}

// Scripts are the files of the repository that a command names.
func (p *Pass) Scripts(c facts.Command) []string {
	var out []string
	for _, text := range c.LocalPaths() {
		rel, inside := p.Inside(c.File.Start, text.Text)
		if inside && p.Set.File(rel) != nil {
			out = append(out, rel)
		}
	}
	return out
}

// Report adds a finding. Severity, Confidence, Persona, Fix and Refs are the rule's where they are not set; Start,
// Layer and Effects are worked out from the file.
func (p *Pass) Report(f Finding) {
	r := p.rule
	f.Rule, f.Path = r.ID, f.File.Rel
	if f.Severity == 0 {
		f.Severity = r.Severity
	}
	if f.Confidence == "" {
		f.Confidence = r.Confidence
	}
	if f.Persona == "" {
		f.Persona = r.Persona
	}
	if f.Persona == "" {
		f.Persona = Default
	}
	if f.Message == "" {
		f.Message = r.Title
	}
	if f.Fix == "" {
		f.Fix = r.Doc.Fix
	}
	if f.Refs == nil {
		f.Refs = r.Doc.Refs
	}
	if f.Span == (diag.Span{}) {
		f.Span = f.File.Whole()
	}
	if f.Start == "" {
		f.Start = f.File.Start
	}
	if f.Layer == "" {
		f.Layer = layerOf(f.File)
	}
	if f.Effects == nil {
		f.Effects = p.effects(f)
	}
	if !r.Intent && f.Severity > Low && len(f.Effects) > 0 && !anyHonoured(f.Effects) {
		f.Severity = Low
	}
	*p.out = append(*p.out, f)
}

func anyHonoured(effects []Effect) bool {
	for _, e := range effects {
		if e.Honoured {
			return true
		}
	}
	return false
}

// layerOf names the configuration layer that a file is.
func layerOf(f *source.File) string {
	switch {
	case f.User:
		return "user"
	case f.Kind == source.Config:
		return "project"
	}
	return ""
}
