package mcp

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/diag"
)

func nameShadows() audit.Rule {
	return audit.Rule{
		ID:         "mcp-name-shadows",
		Title:      "one name stands for two servers",
		Severity:   audit.Medium,
		Confidence: audit.Firm,
		Doc: audit.Doc{
			Why:   "People and agents approve a server by its name. A second server of that name, or one that has the name of somebody else's, gets what was meant for the first.",
			Fires: "the same name in two files of the repository that one session can load, with another command line or address; the name of a well-known server with something else behind it.",
			Quiet: "the same server in the files of several agents; folders side by side.",
			File:  ".mcp.json",
			Bad:   `{ "mcpServers": { "github": { "command": "npx", "args": ["-y", "@example/other@1.0.0"] } } }`,
			Good:  `{ "mcpServers": { "github": { "type": "http", "url": "https://api.githubcopilot.com/mcp/" } } }`,
			Fix:   "give the server a name of its own",
			Refs:  []string{"CVE-2025-54136"},
		},
		Check: func(p *audit.Pass) {
			byName := map[string][]facts.Server{}
			var names []string
			for s := range servers(p) {
				name := strings.ToLower(s.Name)
				if byName[name] == nil {
					names = append(names, name)
				}
				byName[name] = append(byName[name], s)
			}
			slices.Sort(names)
			for _, name := range names {
				reportShadows(p, byName[name])
			}
		},
	}
}

// reportShadows looks at the servers of one name: each is compared with those before it in the order of paths.
func reportShadows(p *audit.Pass, same []facts.Server) {
	slices.SortStableFunc(same, func(a, b facts.Server) int { return cmp.Compare(a.File.Rel, b.File.Rel) })
	for i, s := range same {
		if reportOfficial(p, s) {
			continue
		}
		for _, other := range same[:i] {
			if other.File == s.File || !related(s.File.Start, other.File.Start) || identity(s) == identity(other) {
				continue
			}
			f := about(s, s.NameAt)
			f.Message = audit.What("server "+s.Name+" is something else in ", other.File.Rel)
			f.Related = []diag.Related{{Span: other.NameAt, Text: "the other server of that name"}}
			p.Report(f)
			break
		}
	}
}

// related reports whether one of two folders holds the other, so that one session can load the files of both.
func related(a, b string) bool {
	return a == b || a == "." || b == "." || strings.HasPrefix(a, b+"/") || strings.HasPrefix(b, a+"/")
}

// identity is what a server is, however the file of an agent spells it.
func identity(s facts.Server) string {
	if all := addresses(s); len(all) > 0 {
		return strings.TrimSuffix(all[0].url, "/")
	}
	var words []string
	if c, ok := s.Start(); ok && len(c.Argv) > 0 {
		for _, a := range c.Argv {
			text := a.Text
			if rel, local := facts.LocalPath(text); local && strings.Contains(text, "/") {
				text = path.Clean(rel)
			}
			if text != "-y" && text != "--yes" {
				words = append(words, text)
			}
		}
	}
	return strings.Join(words, "\x00")
}

// official are names of well-known servers, and what is behind them: parts of a package, an image, a program or a
// host.
var official = []struct {
	name  string
	parts []string
}{
	{"github", []string{"@modelcontextprotocol/server-github", "github/github-mcp-server", "github-mcp-server", "githubcopilot.com", "mcp/github"}},
	{"playwright", []string{"@playwright/mcp", "microsoft.com/playwright", "@executeautomation/playwright", "playwright-mcp", "mcp/playwright", "playwright run-mcp-server"}},
	{"context7", []string{"@upstash/context7", "context7.com", "mcp/context7", "context7-mcp"}},
	{"filesystem", []string{"@modelcontextprotocol/server-filesystem", "mcp/filesystem", "mcp-server-filesystem"}},
	{"puppeteer", []string{"@modelcontextprotocol/server-puppeteer", "mcp/puppeteer", "puppeteer-mcp"}},
	{"sequential-thinking", []string{"@modelcontextprotocol/server-sequential-thinking", "mcp/sequentialthinking", "sequential-thinking"}},
	{"sentry", []string{"@sentry/mcp-server", "sentry.dev", "sentry.io", "mcp-server-sentry", "@sentry"}},
	{"linear", []string{"linear.app", "linear-mcp", "@linear/", "mcp-linear", "mcp-server-linear"}},
	{"notion", []string{"@notionhq/", "notion.com", "mcp/notion", "notion.so"}},
	{"figma", []string{"figma.com", "figma-developer-mcp", "@figma/", "framelink"}},
	{"stripe", []string{"@stripe/mcp", "stripe.com"}},
	{"supabase", []string{"@supabase/mcp", "supabase.com"}},
	{"vercel", []string{"vercel.com", "@vercel/"}},
	{"atlassian", []string{"atlassian.com", "mcp-atlassian", "@atlassian"}},
	{"chrome-devtools", []string{"chrome-devtools-mcp"}},
	{"slack", []string{"@modelcontextprotocol/server-slack", "slack-mcp-server", "mcp/slack", "slack.com", "mcp-server-slack"}},
}

// reportOfficial reports a server that has the name of a well-known one. What runs on this machine by the name
// itself, or through a variable, may be it.
func reportOfficial(p *audit.Pass, s facts.Server) bool {
	for _, o := range official {
		if !strings.EqualFold(s.Name, o.name) {
			continue
		}
		words := s.Argv()
		for _, a := range addresses(s) {
			if isLocal(a.host) {
				return false
			}
			words = append(words, a.url)
		}
		if len(words) > 0 && strings.Contains(words[0], "/") && strings.Contains(strings.ToLower(path.Base(words[0])), o.name) {
			return false // a wrapper of that name; that it is of the repository, another rule says
		}
		line := strings.ToLower(strings.Join(words, " "))
		if line == "" || slices.ContainsFunc(o.parts, func(part string) bool { return strings.Contains(line, part) }) {
			return false
		}
		f := about(s, s.NameAt)
		f.Message = audit.What("server ", s.Name, " has the name of a well-known server and is ", strings.TrimPrefix(describe(s), "is "))
		p.Report(f)
		return true
	}
	return false
}
