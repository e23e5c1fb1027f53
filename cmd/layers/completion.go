package main

import (
	"github.com/spf13/cobra"

	"github.com/agentlayers/layers/dialect"
)

// registerCompletions gives keys, agents and colours to the shell.
func (a *app) registerCompletions(root *cobra.Command) {
	for _, name := range []string{"explain", "list", "get"} {
		for _, c := range root.Commands() {
			if c.Name() == name {
				c.ValidArgsFunction = a.completeKeys
			}
		}
	}
	fixed := func(values ...string) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return values, cobra.ShellCompDirectiveNoFileComp
		}
	}
	agents := []string{"codex"}
	for _, v := range dialect.CodexVersions {
		agents = append(agents, "codex@"+v)
	}
	for flag, values := range map[string][]string{"agent": agents, "color": {"auto", "always", "never"}} {
		if err := root.RegisterFlagCompletionFunc(flag, fixed(values...)); err != nil {
			panic(err) // a flag of this name is registered above
		}
	}
}

// completeKeys offers the keys that are set here.
func (a *app) completeKeys(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	s, err := a.look(cmd.Context(), false)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return s.KeyNames(), cobra.ShellCompDirectiveNoFileComp
}
