package layers

import "strings"

// noPrefix are the tools whose rules hold paths, for which the ":*" ending means nothing.
var noPrefix = []string{"Cd", "Edit", "Glob", "NotebookEdit", "NotebookRead", "Read", "Write"}

// ruleProblem says why the agent leaves out an element of a list of permission rules, or "". globs: the list may
// name tools by a pattern, as those that forbid may.
//
// Case: claude/settings-rules.
func ruleProblem(n *Node, globs bool) string {
	rule, ok := n.Value.(string)
	if !ok || n.Table != nil || n.Elems != nil {
		return "a permission rule is a string"
	}
	tool, inside, has := strings.Cut(rule, "(")
	switch {
	case rule == "":
		return "a permission rule must not be empty"
	case has && !strings.HasSuffix(rule, ")"), !has && strings.HasSuffix(rule, ")"):
		return "a permission rule is TOOL or TOOL(CONTENT), and ends at the closing parenthesis"
	}
	inside = strings.TrimSuffix(inside, ")")
	mcp := strings.HasPrefix(tool, "mcp__")
	switch {
	case has && inside == "":
		return "a permission rule with parentheses needs something inside"
	case strings.HasSuffix(inside, `\`):
		return "a backslash takes the closing parenthesis away"
	case mcp && has:
		return "rules for MCP tools take no parentheses"
	case !mcp && startsLower(tool):
		return "the name of a tool begins with a capital letter"
	case !globs && strings.Contains(tool, "*") && !serverGlob(tool):
		return "only rules that forbid or ask may name tools by a pattern"
	}
	if !has {
		return ""
	}
	return contentProblem(tool, inside)
}

// startsLower reports whether upper case changes the first letter.
func startsLower(tool string) bool {
	for _, r := range tool {
		return strings.ToUpper(string(r)) != string(r)
	}
	return false
}

// serverGlob: a pattern may stand behind the name of an MCP server.
func serverGlob(tool string) bool {
	rest, ok := strings.CutPrefix(tool, "mcp__")
	server, _, named := strings.Cut(rest, "__")
	return ok && named && !strings.Contains(server, "*")
}

func contentProblem(tool, inside string) string {
	switch tool {
	case "Bash":
		if inside == ":*" {
			return "the prefix before :* is empty"
		}
	case "WebFetch":
		if !strings.HasPrefix(inside, "domain:") {
			return "a WebFetch rule is WebFetch(domain:HOST)"
		}
	case "WebSearch":
		if strings.ContainsAny(inside, "*?") {
			return "a WebSearch rule takes no pattern"
		}
	}
	for _, t := range noPrefix {
		if t == tool && strings.Contains(inside, ":*") {
			return ":* is for commands; paths take patterns such as **"
		}
	}
	return ""
}
