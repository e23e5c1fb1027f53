package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/agentlayers/layers/dialect"
)

// globals are the flags that every command takes.
type globals struct {
	dir, agent, profile, sysroot, color string
	overrides                           []string
	width                               int
	json, ascii, noPager, strict, demo  bool
	reveal                              bool
}

func (g *globals) register(cmd *cobra.Command) {
	f := cmd.PersistentFlags()
	f.StringVarP(&g.dir, "dir", "C", "", "act as if started in `DIR`")
	f.StringVar(&g.agent, "agent", "", "whose rules apply: `NAME[@VERSION]`, codex by default")
	f.StringArrayVarP(&g.overrides, "config", "c", nil, "a run-time override `KEY=VALUE`, as the agent takes it")
	f.StringVar(&g.profile, "profile", "", "the profile `NAME` that the agent is started with")
	f.StringVar(&g.sysroot, "sysroot", "", "resolve inside `DIR` as if it were /")
	f.BoolVar(&g.json, "json", false, "one JSON document, schema layers/v1")
	f.StringVar(&g.color, "color", "", "`WHEN` to use colour: auto, always, never")
	f.BoolVar(&g.ascii, "ascii", false, "no box drawing")
	f.IntVar(&g.width, "width", 0, "lay out for `N` columns")
	f.BoolVar(&g.noPager, "no-pager", false, "never start a pager")
	f.BoolVar(&g.strict, "strict", false, "exit 4 when a requirement overrides a configured value")
	f.BoolVar(&g.demo, "demo", false, "answer for a small built-in tree")
	f.BoolVar(&g.reveal, "reveal", false, "show secrets; only on a terminal")
}

// dialectOf finds the dialect for NAME[@VERSION].
func dialectOf(agent string) (dialect.Dialect, error) {
	name, version, _ := strings.Cut(agent, "@")
	switch name {
	case "", "codex":
		d, err := dialect.Codex(version)
		if err != nil {
			return d, usage("%w", err)
		}
		return d, nil
	}
	return dialect.Dialect{}, usage("agent %q is not described; known: codex@%s", name, strings.Join(dialect.CodexVersions[:], ", codex@"))
}

// checkOverrides refuses overrides that the agent itself would refuse.
func checkOverrides(overrides []string) error {
	for _, o := range overrides {
		if key, _, ok := strings.Cut(o, "="); !ok || strings.TrimSpace(key) == "" {
			return usage("-c %s: expected KEY=VALUE, such as -c 'model=\"gpt-5\"'", o)
		}
	}
	return nil
}
