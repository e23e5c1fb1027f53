package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/agentlayers/layers/dialect"
)

// globals are the flags that every command takes.
type globals struct {
	dir, agent, profile, sysroot, color string
	launch
	overrides                          []string
	width                              int
	json, ascii, noPager, strict, demo bool
	reveal                             bool
}

func (g *globals) register(cmd *cobra.Command) {
	f := cmd.PersistentFlags()
	f.StringVarP(&g.dir, "dir", "C", "", "act as if started in `DIR`")
	f.StringVar(&g.agent, "agent", "", "whose rules apply: `NAME[@VERSION]`, codex by default")
	f.StringArrayVarP(&g.overrides, "config", "c", nil, "a run-time override `KEY=VALUE`, as the agent takes it")
	g.launch.register(cmd)
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
	d, err := dialect.Named(agent)
	if err != nil {
		return d, usage("%w", err)
	}
	return d, nil
}

// checkStart refuses flags that the agent does not have, and overrides that it would refuse.
func (g *globals) checkStart(d dialect.Dialect) error {
	isJSON := d.Config.Format == dialect.FormatJSON
	switch {
	case isJSON && len(g.overrides) > 0:
		return usage("%s takes no -c; try --settings '{\"KEY\": VALUE}' or --settings FILE", d.Name)
	case isJSON && g.profile != "":
		return usage("%s has no profiles", d.Name)
	}
	if err := g.launch.check(d); err != nil {
		return err
	}
	for _, o := range g.overrides {
		if key, _, ok := strings.Cut(o, "="); !ok || strings.TrimSpace(key) == "" {
			return usage("-c %s: expected KEY=VALUE, such as -c 'model=\"gpt-5\"'", o)
		}
	}
	return nil
}
