package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/agentlayers/layers/render/term"
)

// run executes one command line and returns the exit code.
func run(ctx context.Context, args []string, h host) int {
	a := &app{host: h}
	root := a.command(args)
	root.SetArgs(args)
	root.SetOut(h.stdout)
	root.SetErr(h.stderr)
	err := root.ExecuteContext(ctx)
	code := exitCode(ctx, err)
	var e *exitError
	if err != nil && (!errors.As(err, &e) || e.cause != nil) && code != exitInterrupt {
		st, styleErr := a.style()
		if styleErr != nil {
			st = term.Style{}
		}
		fmt.Fprintln(h.stderr, st.Paint(term.Failure, "error:"), st.EscapeText(strings.TrimRight(err.Error(), "\n")))
		if code == exitUsage {
			fmt.Fprintln(h.stderr, "run 'layers --help' for the commands and flags")
		}
	}
	return code
}

const longHelp = `See what a coding agent loads in this directory, and where it comes from.

layers reads the same files as the agent, applies the rules of one version of
it, and says which layer sets what, what was overridden, disabled or refused,
and why. Nothing of the folder is executed. Only set, unset and trust write,
and audit where a flag names a file.`

const examples = `  layers                                   the overview
  layers explain model                     the ladder of layers for a key
  layers explain mcp_servers.docs          a table, merged from several layers
  layers list --show-origin --shadowed     every value with its place
  layers explain --as-trusted              what trusting this folder would change
  layers --demo                            the same on a built-in tree`

// command builds the command tree for one command line.
func (a *app) command(args []string) *cobra.Command {
	root := &cobra.Command{
		Use: "layers", Short: "See what a coding agent loads in this directory, and where it comes from",
		Long: longHelp, Example: examples, Version: version(),
		SilenceErrors: true, SilenceUsage: true, SuggestionsMinimumDistance: 2,
		Args: a.rootArgs,
		PersistentPreRunE: func(*cobra.Command, []string) (err error) {
			a.settings, err = a.loadSettings()
			return err
		},
	}
	a.register(root)
	root.SetVersionTemplate("layers {{.Version}}\n")
	root.AddGroup(&cobra.Group{ID: "look", Title: "Look"}, &cobra.Group{ID: "change", Title: "Change"})
	root.RunE = a.explainCommand().RunE
	wanted := a.wanted(root.PersistentFlags(), args)
	for _, p := range wanted {
		root.AddCommand(p.make())
	}
	root.CompletionOptions.DisableDefaultCmd = len(wanted) == 1
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usage("%w", err) })
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		a.registerCompletions(root)
	}
	return root
}

// part makes a command or a topic that stands below the root.
type part struct {
	name string
	make func() *cobra.Command
}

func (a *app) parts() []part {
	return []part{
		{"explain", a.explainCommand},
		{"list", a.listCommand},
		{"get", a.getCommand},
		{"instructions", a.instructionsCommand},
		{"skills", a.skillsCommand},
		{"prompt", a.promptCommand},
		{"audit", a.auditCommand},
		{"set", a.setCommand},
		{"unset", a.unsetCommand},
		{"trust", a.trustCommand},
		{"diff", a.diffCommand},
		{"watch", a.watchCommand},
		{"exit-codes", exitCodesTopic},
		{"environment", environmentTopic},
		{"starting-claude", startingClaudeTopic},
	}
}

// wanted are the parts that a command line can need: the one that its first word names; none when all words are
// long flags other than --help; otherwise all.
func (a *app) wanted(flags *pflag.FlagSet, args []string) []part {
	all := a.parts()
	word := firstWord(flags, args)
	for i, p := range all {
		if p.name == word {
			return all[i : i+1]
		}
	}
	for _, arg := range args {
		if !strings.HasPrefix(arg, "--") || strings.HasPrefix(arg, "--help") {
			return all
		}
	}
	return nil
}

// firstWord is the first argument behind the flags that every command takes; "" when there is none or another flag.
func firstWord(flags *pflag.FlagSet, args []string) string {
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		name, _, joined := strings.Cut(args[0], "=")
		f := flags.Lookup(strings.TrimPrefix(name, "--"))
		if !strings.HasPrefix(name, "--") && len(name) == 2 {
			f = flags.ShorthandLookup(name[1:])
		}
		if f == nil {
			return ""
		}
		if args = args[1:]; f.NoOptDefVal == "" && !joined && len(args) > 0 { // its value is the next one
			args = args[1:]
		}
	}
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

// rootArgs refuses words that are no command, and names the nearest one.
func (a *app) rootArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	near := ""
	if names := cmd.SuggestionsFor(args[0]); len(names) > 0 {
		near = fmt.Sprintf("\n  did you mean 'layers %s'?", names[0])
	}
	return usage("unknown command %q%s", args[0], near)
}

func exitCodesTopic() *cobra.Command {
	return &cobra.Command{Use: "exit-codes", Short: "what each exit code means", Long: exitCodesText}
}

func environmentTopic() *cobra.Command {
	return &cobra.Command{Use: "environment", Short: "the variables and the settings file", Long: environmentText}
}

const environmentText = `Variables that are looked at:

  HOME, CODEX_HOME, CLAUDE_CONFIG_DIR
                       where the user's configuration lives
  XDG_STATE_HOME       where the reviews of layers trust are kept, in layers/trust;
                       ~/.local/state by default. No variable grants trust.
  NO_COLOR             no colour, whatever else is set
  CLICOLOR_FORCE       colour, also into a pipe (FORCE_COLOR too)
  CLICOLOR=0           no colour
  COLUMNS              width when the output is no terminal
  LC_ALL, LC_CTYPE, LANG   a locale without UTF-8 means --ascii
  LAYERS_CODEX         the codex that 'layers prompt --check' starts
  LAYERS_PAGER, PAGER  the pager; LAYERS_PAGER=cat for none
  LAYERS_AGENT, LAYERS_COLOR, LAYERS_WIDTH, LAYERS_ASCII
                       defaults for the flags of the same name

Settings: $XDG_CONFIG_HOME/layers/config.toml (or ~/.config/layers/config.toml)
with agent, color, width, ascii and pager. A flag beats a variable, a variable
beats the file. No settings are read from the directory that is looked at.
`

// version is the module's version, or the commit for a build from a checkout.
var version = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
})
