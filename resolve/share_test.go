package resolve_test

import (
	"testing"

	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

// codexHost is a small tree in which there is something of everything: layers, trust, requirements, documents, skills.
func codexHost(t *testing.T) resolve.Host {
	t.Helper()
	m := tree.NewMemory()
	for p, text := range map[string]string{
		"/etc/codex/requirements.toml":               "allowed_approval_policies = [\"untrusted\", \"on-request\"]\n",
		"/home/u/.codex/config.toml":                 "model = \"user\"\n[projects.\"/w\"]\ntrust_level = \"trusted\"\n[[skills.config]]\nname = \"old\"\nenabled = false\n",
		"/home/u/.codex/AGENTS.md":                   "Be kind.\n",
		"/w/.git/HEAD":                               "ref: refs/heads/main\n",
		"/w/.codex/config.toml":                      "model = \"repo\"\napproval_policy = \"never\"\nmodle = 1\n[mcp_servers.s]\ncommand = \"sh\"\nargs = [\"-c\", \"true\"]\n",
		"/w/AGENTS.md":                               "# Rules\nTest first.\n",
		"/w/.agents/skills/deploy/SKILL.md":          "---\nname: deploy\ndescription: Ship it.\n---\nRun it.\n",
		"/w/.agents/skills/deploy/scripts/deploy.sh": "echo\n",
		"/w/.agents/skills/old/SKILL.md":             "---\nname: old\ndescription: Was.\n---\n",
		"/w/.agents/skills/none/SKILL.md":            "no head\n",
	} {
		m.WriteFile(p, []byte(text))
	}
	return resolve.HostFrom(m, func(name string) (string, bool) { return "/home/u", name == "HOME" }, "/w")
}
