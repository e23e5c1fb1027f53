package main

import (
	"github.com/spf13/cobra"

	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/render/term"
)

func (a *app) explainCommand() *cobra.Command {
	var asTrusted, problems, short bool
	var force explainForce
	var agents string
	cmd := &cobra.Command{
		Use: "explain [KEY | PATH]", Short: "the overview; why a key is what it is; whether a file is loaded", GroupID: "look",
		Long: `Without argument: where the project begins, whether it is trusted, every layer with the
strongest on top, what is enforced, and what is wrong.

With KEY: its value, each layer's part in it, the line that decides, the rule,
and how to change it. Keys are dotted; quote parts that hold a dot.

With PATH, any file or folder: whether it is loaded from here, the condition that
fails, the folder to start in instead, and what other agents do with it. Exit 0
when it is loaded, 1 when not. What exists or holds a slash is a path.`,
		Example: `  layers explain
  layers explain model
  layers explain 'projects."/home/me/src/shop".trust_level'
  layers explain approval_policy --as-trusted
  layers explain packages/web/AGENTS.md
  layers explain --agents codex,claude
  layers explain --problems --short`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage("explain takes one KEY or PATH, not %d", len(args))
			}
			if agents != "" && len(args) > 0 {
				return usage("--agents compares the whole folder; explain PATH names every agent's answer by itself")
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asTrusted, "as-trusted", false, "answer as if this project were trusted, and mark what differs")
	cmd.Flags().BoolVar(&problems, "problems", false, "every problem with its place in the file")
	cmd.Flags().BoolVar(&short, "short", false, "with --problems: one line each, FILE:LINE:COLUMN: SEVERITY[CODE]: TEXT")
	cmd.Flags().BoolVar(&force.key, "key", false, "the argument is a key")
	cmd.Flags().BoolVar(&force.path, "path", false, "the argument is a path")
	cmd.Flags().StringVar(&agents, "agents", "", "compare `NAME[@VERSION],...`: which file loads with which agent")
	cmd.MarkFlagsMutuallyExclusive("key", "path")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if agents != "" {
			return a.explainAgents(cmd.Context(), agents)
		}
		s, err := a.look(cmd.Context(), true)
		if err != nil {
			return err
		}
		if asTrusted {
			s = s.Trusted()
		}
		if len(args) == 1 {
			return a.explainTarget(cmd.Context(), s, args[0], force)
		}
		code := a.lookCode(s.Result)
		switch {
		case a.json:
			err = s.OverviewJSON(a.stdout, version())
		case problems:
			err = a.show(s.Problems(short))
		default:
			err = a.show(s.Overview())
		}
		if err != nil {
			return err
		}
		return exit(code)
	}
	return cmd
}

func (a *app) explainKey(s render.Screen, text string) error {
	key, err := layers.ParseKey(text)
	if err != nil {
		return usage("%w", err)
	}
	code := a.lookCode(s.Result, key)
	var known bool
	if a.json {
		known, err = s.KeyJSON(a.stdout, version(), key)
	} else {
		var b *term.Builder
		b, known = s.Key(key)
		err = a.show(b)
	}
	if err != nil {
		return err
	}
	if code == exitFine && !known {
		code = exitProblems
	}
	return exit(code)
}
