package claude

import (
	"sort"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
)

func inlineShell() audit.Rule {
	return audit.Rule{
		ID:         "command-file-inline-shell",
		Title:      "a command or skill runs a shell before the model sees it",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Alone:      true,
		Doc: audit.Doc{
			Why:   "The command in such a text is run when the text is expanded, not when the model decides to, and its output becomes part of the prompt.",
			Fires: "!`command` and ```! blocks in commands and skills, !{command} in the prompt of a Gemini command.",
			Quiet: "shell code in fences and in code spans, which is text. Claude Code 2.1 runs !`command` inside them too: that is reported to auditors.",
			File:  ".claude/commands/status.md",
			Bad:   "Status: !`git status --short`",
			Good:  "Run `git status --short` first.",
			Fix:   "let the model run the command, so that it is asked about",
		},
		Check: func(p *audit.Pass) {
			for f := range p.Kinds(source.Command, source.Skill) {
				switch {
				case strings.HasSuffix(f.Inner, ".md"):
					expandedText(p, f)
				case strings.HasSuffix(f.Inner, ".toml") && f.Under(".gemini/commands"):
					geminiPrompt(p, f)
				}
			}
		},
	}
}

// mostRuns bounds the findings about one file.
const mostRuns = 100

// expandedText reports the places of a Markdown text that are run.
func expandedText(p *audit.Pass, f *source.File) {
	data := string(f.Text.Bytes)
	at := 0
	if head, problem := f.Head(); problem == nil {
		at = head.Body
	}
	var shown []stretch
	for n := 0; n < mostRuns; n++ {
		run, what, ok := nextRun(data, at)
		if !ok {
			return
		}
		if n == 0 {
			shown = codeOf(f.Markdown())
		}
		found := audit.Finding{
			File: f, Span: f.Span(run.start, run.end), Gate: facts.ByHand,
			Message: audit.What("the text runs ", what, " when it is expanded"),
		}
		if holds(shown, run.start) {
			found.Persona, found.Confidence = audit.Auditor, audit.Firm
		}
		p.Report(found)
		at = run.end
	}
}

// nextRun finds the next text that is run: "!`" after a blank up to the next backtick, or a block that "```!" opens.
func nextRun(data string, at int) (run stretch, what string, ok bool) {
	for at < len(data) {
		i := strings.IndexByte(data[at:], '!')
		if i < 0 {
			break
		}
		i += at
		at = i + 1
		if strings.HasSuffix(data[:i], "```") {
			line, _, _ := strings.Cut(data[i:], "\n")
			return stretch{i - len("```"), i + len(line)}, "a block", true
		}
		if !strings.HasPrefix(data[at:], "`") || i > 0 && !isBlank(data[i-1]) {
			continue
		}
		if end := strings.IndexByte(data[at+1:], '`'); end > 0 {
			return stretch{i, at + 1 + end + 1}, data[at+1 : at+1+end], true
		}
	}
	return stretch{}, "", false
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// stretch is a part of a text, as byte offsets.
type stretch struct{ start, end int }

// holds reports whether one of the parts, which are in order, holds an offset.
func holds(parts []stretch, offset int) bool {
	i := sort.Search(len(parts), func(i int) bool { return parts[i].end > offset })
	return i < len(parts) && parts[i].start <= offset
}

// codeOf finds what is shown as code, in order: code spans, and fences but for those that are run.
func codeOf(root ast.Node) []stretch {
	var out []stretch
	if root == nil {
		return nil
	}
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the walker below never fails
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.FencedCodeBlock:
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				out = append(out, stretch{line.Start, line.Stop})
			}
			return ast.WalkSkipChildren, nil
		case *ast.CodeSpan:
			for c := n.FirstChild(); c != nil; c = c.NextSibling() {
				if t, ok := c.(*ast.Text); ok {
					out = append(out, stretch{t.Segment.Start, t.Segment.Stop})
				}
			}
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	return out
}

// geminiPrompt reports the places of a Gemini command's prompt that are run.
func geminiPrompt(p *audit.Pass, f *source.File) {
	m := source.At(f.TOML().Root, "prompt")
	if m == nil {
		return
	}
	text, ok := source.String(m.Value)
	if !ok || !strings.Contains(text, "!{") {
		return
	}
	found := audit.Finding{
		File: f, Span: source.Where(m), Gate: facts.ByHand,
		Message: "the prompt runs a command when it is expanded",
	}
	raw := f.Raw(m.Value.Span())
	if !strings.Contains(raw, "!{") { // written with escapes
		p.Report(found)
		return
	}
	at := 0
	for range mostRuns {
		i := strings.Index(raw[at:], "!{")
		if i < 0 {
			return
		}
		at += i
		line, _, _ := strings.Cut(raw[at:], "\n")
		start := m.Value.Span().Start.Offset + at
		found.Span = f.Span(start, start+len(line))
		found.Message = audit.What("the prompt runs ", line, " when it is expanded")
		p.Report(found)
		at += len("!{")
	}
}
