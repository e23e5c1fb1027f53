package facts

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

// Reference is a path that a file names and an agent would open or run.
type Reference struct {
	Path string // as written
	Dir  string // folder below the root that it is relative to; "" for the folder of the file
	Kind source.Kind
	At   diag.Span
}

// References lists the imports of an instruction file and the programs in the repository that a configuration
// file names.
func References(f *source.File) []Reference {
	var out []Reference
	for _, i := range Imports(f) {
		out = append(out, Reference{Path: i.Path, Kind: source.Instructions, At: i.At})
	}
	out = append(out, configured(f)...)
	for _, c := range Commands(f) {
		for _, p := range c.LocalPaths() {
			out = append(out, Reference{Path: p.Text, Dir: f.Start, Kind: source.Reached, At: p.Span})
		}
	}
	return out
}

// configured are the files that Codex's configuration names: texts for the model, and agent roles.
func configured(f *source.File) []Reference {
	if !f.Is(".codex/config.toml") {
		return nil
	}
	var out []Reference
	root := f.Tree()
	add := func(v *doc.Value, kind source.Kind) {
		if text, ok := source.String(v); ok && text != "" {
			out = append(out, Reference{Path: text, Kind: kind, At: v.Span()})
		}
	}
	add(source.Value(root, "model_instructions_file"), source.Instructions)
	add(source.Value(root, "experimental_compact_prompt_file"), source.Instructions)
	for _, role := range source.Members(root, "agents") {
		add(source.Value(role.Value, "config_file"), source.Config)
	}
	return out
}

// Import is an "@path" in the text of an instruction file.
type Import struct {
	Path string
	At   diag.Span
}

// importing are the files whose "@path" an agent follows.
var importing = []string{"claude", "gemini", "codex"}

// Imports lists the "@path" words of an instruction file, outside code spans and fences. An "@" inside a word, as
// in an e-mail address, starts none. Whether a word names a file is not known here: "@team" is listed too.
func Imports(f *source.File) []Import {
	if f.Kind != source.Instructions {
		return nil
	}
	reads := f.From != nil
	for _, agent := range importing {
		reads = reads || f.ReadBy(agent)
	}
	if !reads {
		return nil
	}
	root := f.Markdown()
	if root == nil {
		return nil
	}
	var out []Import
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the walker below never fails
		switch n := n.(type) {
		case *ast.CodeSpan, *ast.FencedCodeBlock, *ast.CodeBlock, *ast.HTMLBlock, *ast.RawHTML, *ast.AutoLink:
			return ast.WalkSkipChildren, nil
		case *ast.Text:
			if entering {
				out = append(out, importsIn(f, n.Segment.Start, n.Segment.Stop)...)
			}
		}
		return ast.WalkContinue, nil
	})
	return out
}

func importsIn(f *source.File, start, end int) []Import {
	var out []Import
	data := f.Text.Bytes
	for i := start; i < end; i++ {
		if data[i] != '@' || i > 0 && !isBreak(data[i-1]) {
			continue
		}
		stop := i + 1
		for stop < end && !isSpace(data[stop]) {
			stop++
		}
		word := strings.TrimRight(string(data[i+1:stop]), ".,;:!?)]}'\"*_")
		if word != "" {
			out = append(out, Import{word, f.Span(i, i+1+len(word))})
		}
		i = stop
	}
	return out
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// isBreak reports whether an import may follow the byte.
func isBreak(c byte) bool {
	return isSpace(c) || c == '(' || c == '[' || c == '"' || c == '\'' || c == '*' || c == '_'
}

// InstructionName is a file name that configuration adds to an agent's instruction files.
type InstructionName struct {
	Agent string
	Name  string
	At    diag.Span
}

// InstructionNames lists the names that f adds.
func InstructionNames(f *source.File) []InstructionName {
	var out []InstructionName
	add := func(agent string, texts []source.Text) {
		for _, t := range texts {
			out = append(out, InstructionName{agent, t.Text, t.Span})
		}
	}
	switch {
	case f.Is(".codex/config.toml"):
		add("codex", source.Strings(source.Value(f.Tree(), "project_doc_fallback_filenames")))
	case f.Is(".gemini/settings.json"):
		add("gemini", source.Strings(source.Value(f.Tree(), "context", "fileName")))
		add("gemini", source.Strings(source.Value(f.Tree(), "contextFileName")))
	}
	return out
}
