package mcp

import (
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
)

func repoLocalCommand() audit.Rule {
	return audit.Rule{
		ID:         "mcp-repo-local-command",
		Title:      "a server runs a file of the repository",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Doc: audit.Doc{
			Why:   "The program changes with every commit and every branch, while consent was given once.",
			Fires: "a server's command, or the file that an interpreter or a runner is given, when it resolves inside the repository.",
			Quiet: "programs found by name, system paths, modules and packages.",
			File:  ".cursor/mcp.json",
			Bad:   `{ "mcpServers": { "local": { "command": "./bin/server" } } }`,
			Good:  `{ "mcpServers": { "local": { "command": "npx", "args": ["-y", "@example/server@1.4.2"] } } }`,
			Fix:   "review the program, and pin what you reviewed",
		},
		Check: func(p *audit.Pass) {
			for s := range servers(p) {
				reportLocal(p, s)
			}
		},
	}
}

func reportLocal(p *audit.Pass, s facts.Server) {
	var seen []string
	for _, st := range steps(s) {
		base, known := baseOf(p, s, st)
		if !known {
			continue
		}
		for _, i := range facts.Scripts(st.call) {
			rel, ok := inside(p, base, st.call.Words[i].Text)
			if !ok || slices.Contains(seen, rel) {
				continue
			}
			seen = append(seen, rel)
			f := about(s, st.at(i), s.Command.Name)
			f.Message = audit.What("server "+s.Name+" runs ", rel, " of the repository")
			if p.Set.File(rel) != nil {
				f.Covers = []string{rel}
			}
			p.Report(f)
		}
	}
}

// baseOf is the folder below the root in which a server is started; known is false when it lies elsewhere.
func baseOf(p *audit.Pass, s facts.Server, st step) (base string, known bool) {
	base, known = s.File.Start, true
	enter := func(dir string) {
		if dir != "" && known {
			base, known = inside(p, base, dir)
		}
	}
	cwd, _ := source.String(source.Value(s.Table, "cwd"))
	enter(cwd)
	for i, w := range st.full.Words[:st.dropped] {
		if dir, ok := strings.CutPrefix(w.Text, "--directory="); ok {
			enter(dir)
		} else if w.Text == "--directory" && i+1 < st.dropped {
			enter(st.full.Words[i+1].Text)
		}
	}
	return base, known
}

// inside turns a path of a configuration into one below the root.
func inside(p *audit.Pass, base, written string) (rel string, ok bool) {
	text := strings.ReplaceAll(written, `\`, "/")
	if !path.IsAbs(text) {
		local, known := facts.LocalPath(written)
		if !known {
			return "", false
		}
		if local != text { // starts at the folder that a variable stands for
			base = strings.TrimSuffix(base, "/")
		}
		text = local
	}
	return p.Inside(base, text)
}
