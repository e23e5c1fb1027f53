package paths

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"go.starlark.net/syntax"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
)

func configUnparsable() audit.Rule {
	return audit.Rule{
		ID:         "config-unparsable",
		Title:      "an agent's configuration cannot be parsed",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Intent:     true,
		Doc: audit.Doc{
			Why:   "What cannot be parsed cannot be judged, and programs disagree about broken files: one refuses, one passes over it, one reads half of it. An audit must not call such a file quiet.",
			Fires: "a configuration file of an agent that the strict parser of its format refuses, or that nests deeper than the agent reads.",
			Quiet: "comments and trailing commas in JSON where the agent accepts them.",
			File:  ".claude/settings.json",
			Bad:   "{ \"permissions\": { \"allow\": [\"Bash(npm test)\" } }",
			Good:  "{ \"permissions\": { \"allow\": [\"Bash(npm test)\"] } }",
			Fix:   "repair the file",
		},
		Check: func(p *audit.Pass) {
			for f := range p.Files() {
				if f.Text == nil || f.Cut || !isSettings(f) {
					continue
				}
				if at, text, bad := broken(f); bad {
					p.Report(audit.Finding{File: f, Span: at, Message: audit.What("this configuration cannot be parsed: ", text)})
				}
			}
		},
	}
}

// broken finds what keeps f from being parsed.
func broken(f *source.File) (at diag.Span, text string, bad bool) {
	switch {
	case isJSON(f) && f.Under(".vscode", ".zed") && len(bytes.TrimSpace(f.Text.Bytes)) == 0:
		return diag.Span{}, "", false // editors take an empty file as one without settings
	case isJSON(f):
		return firstError(f.JSON().Problems)
	case isTOML(f):
		return firstError(f.TOML().Problems)
	case isYAML(f):
		if err := f.YAML().Err; err != nil {
			return yamlError(f, err)
		}
	case strings.HasSuffix(f.Inner, ".rules"):
		_, err := syntax.LegacyFileOptions().Parse(f.Rel, f.Text.Bytes, 0)
		var e syntax.Error
		if errors.As(err, &e) {
			return f.Line(max(1, min(int(e.Pos.Line), f.Text.LineCount()))), e.Msg, true
		}
	}
	return diag.Span{}, "", false
}

func firstError(list diag.List) (diag.Span, string, bool) {
	for _, d := range list {
		if d.Severity == diag.Error {
			return d.Subject, d.Summary, true
		}
	}
	return diag.Span{}, "", false
}

// yamlError places an error of the YAML reader, which writes "yaml: line N: text".
func yamlError(f *source.File, err error) (diag.Span, string, bool) {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 1
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		number, after, _ := strings.Cut(rest, ": ")
		if n, err := strconv.Atoi(number); err == nil {
			line, text = n, after
		}
	}
	return f.Line(max(1, min(line, f.Text.LineCount()))), text, true
}
