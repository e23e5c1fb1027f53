package mcp

import (
	"github.com/agentlayers/layers/audit"
)

func unpinnedPackage() audit.Rule {
	return audit.Rule{
		ID:         "mcp-unpinned-package",
		Title:      "a server is fetched without an exact version",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Doc: audit.Doc{
			Why:   "Whoever can publish the package, or takes over its name, runs code on every machine that starts the server next.",
			Fires: "npx, bunx, pnpm dlx, yarn dlx, uvx, pipx run, docker run and the like with a package or image that has no exact version and no digest.",
			Quiet: "an exact version, @sha256: digests, a commit, files of the repository, npx --no-install.",
			File:  ".mcp.json",
			Bad:   `{ "mcpServers": { "fs": { "command": "npx", "args": ["-y", "@example/server"] } } }`,
			Good:  `{ "mcpServers": { "fs": { "command": "npx", "args": ["-y", "@example/server@1.4.2"] } } }`,
			Fix:   "name an exact version or a digest",
		},
		Check: func(p *audit.Pass) {
			for s := range servers(p) {
				for _, st := range steps(s) {
					for _, pkg := range unpinned(st.full) {
						f := about(s, st.run.Place(pkg.word), "args")
						f.Message = audit.What("server "+s.Name+" fetches ", pkg.name, " in whatever version is the newest")
						p.Report(f)
					}
				}
			}
		},
	}
}
