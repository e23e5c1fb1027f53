package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/render/term"
)

func (a *app) listCommand() *cobra.Command {
	var o render.ListOptions
	cmd := &cobra.Command{
		Use: "list [PREFIX]", Short: "effective configuration, one line a key", GroupID: "look",
		Long: `One line a setting, key=value, tab-separated, never wrapped or shortened: for
scripts. PREFIX limits it to one table.`,
		Example: `  layers list
  layers list mcp_servers --show-origin
  layers list --show-scope --shadowed`,
		Args: atMostOne("list", "PREFIX"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, key, err := a.lookAt(cmd, args)
			if err != nil {
				return err
			}
			if a.json {
				err = s.ListJSON(a.stdout, version(), key, o)
			} else {
				err = s.List(a.stdout, key, o)
			}
			if err != nil {
				return err
			}
			a.complain(s)
			return exit(a.lookCode(s.Result))
		},
	}
	cmd.Flags().BoolVar(&o.Origin, "show-origin", false, "scope and FILE:LINE:COLUMN before each value")
	cmd.Flags().BoolVar(&o.Scope, "show-scope", false, "scope before each value")
	cmd.Flags().BoolVar(&o.Shadowed, "shadowed", false, "the values that lost too, marked with #")
	return cmd
}

func (a *app) getCommand() *cobra.Command {
	return &cobra.Command{
		Use: "get KEY", Short: "one effective value", GroupID: "look",
		Long: "The bare value of one key, as the agent would use it: what a requirement\nenforces counts. Exit code 1 when the key is not set.",
		Example: `  layers get model
  layers get 'mcp_servers."my.server".command'`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("get takes one KEY")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			s, key, err := a.lookAt(cmd, args)
			if err != nil {
				return err
			}
			var known bool
			if a.json {
				known, err = s.KeyJSON(a.stdout, version(), key)
			} else {
				known, err = s.Get(a.stdout, key)
			}
			if err != nil {
				return err
			}
			a.complain(s)
			code := a.lookCode(s.Result, key)
			if code == exitFine && !known {
				code = exitProblems
			}
			return exit(code)
		},
	}
}

// noArgument refuses arguments and says what to do instead.
func noArgument(command, instead string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usage("%s takes no argument; %s", command, instead)
		}
		return nil
	}
}

func atMostOne(command, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > 1 {
			return usage("%s takes one %s, not %d", command, what, len(args))
		}
		return nil
	}
}

// lookAt resolves and reads the key argument, if there is one.
func (a *app) lookAt(cmd *cobra.Command, args []string) (render.Screen, layers.Key, error) {
	var key layers.Key
	if len(args) == 1 {
		k, err := layers.ParseKey(args[0])
		if err != nil {
			return render.Screen{}, nil, usage("%w", err)
		}
		key = k
	}
	s, err := a.look(cmd.Context(), false)
	if err == nil {
		s.Style.Color = false // lines for scripts
	}
	return s, key, err
}

// complain writes errors of the files in effect to stderr, beside data that goes to stdout.
func (a *app) complain(s render.Screen) {
	if a.json {
		return // the document carries them
	}
	b := s.Errors()
	if b.String() != "" {
		fmt.Fprint(a.stderr, b.String())
	}
}

// show writes a screen, through the pager when it is taller than the terminal.
func (a *app) show(b *term.Builder) error {
	return a.page(b.String())
}
