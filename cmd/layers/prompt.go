package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

// promptFlags choose what the command shows.
type promptFlags struct {
	part  string
	check bool
}

func (a *app) promptCommand() *cobra.Command {
	var f promptFlags
	cmd := &cobra.Command{
		Use: "prompt", Short: "what the model reads before the first words of the user, part by part", GroupID: "look",
		Long: `Everything that is reproduced here of what the model reads first: instruction
documents, skills, the summary of earlier sessions, each with its role, bytes and
share. The agent's own text is named and not reproduced.

--check compares with the installed codex. Only this flag starts another program:
"codex debug prompt-input", in this folder and with your environment, which
contacts no model and writes its own files below CODEX_HOME as every start of it
does. LAYERS_CODEX names the program, else the codex on PATH is taken:

  LAYERS_CODEX=/opt/codex/bin/codex
  LAYERS_CODEX=0.145.0=/opt/a/codex:0.171.0=/opt/b/codex`,
		Example: `  layers prompt
  layers prompt --part skills     one part, byte for byte
  layers prompt --check           exit 1 when codex sends something else`,
		Args: noArgument("prompt", "use --part NAME for one part, -C DIR for another folder"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.check {
				return a.checkPrompt(cmd.Context())
			}
			s, err := a.lookAtPrompt(cmd.Context())
			if err != nil {
				return err
			}
			return a.prompt(s, f)
		},
	}
	cmd.Flags().StringVar(&f.part, "part", "", "print the part `NAME` as it is reproduced")
	cmd.Flags().BoolVar(&f.check, "check", false, "compare with the installed codex, which is started for it")
	cmd.MarkFlagsMutuallyExclusive("part", "check")
	return cmd
}

// lookAtPrompt resolves the start folder as a process sees it that is started there: with links resolved.
func (a *app) lookAtPrompt(ctx context.Context) (render.Screen, error) {
	o, err := a.options()
	if err != nil {
		return render.Screen{}, err
	}
	o.Host.Cwd = tree.Canonical(o.Host.FS, o.Host.Cwd)
	return a.screen(ctx, o)
}

func (a *app) prompt(s render.Screen, f promptFlags) error {
	var err error
	switch {
	case f.part != "" && a.json:
		return usage("--json holds every part; leave out --part")
	case f.part != "":
		var p resolve.Part
		if p, err = partNamed(s.Result, f.part); err == nil {
			a.complain(s)
			err = a.raw(s, p.Text)
		}
	case a.json:
		err = s.PromptJSON(a.stdout, version())
	default:
		err = a.show(s.Prompt())
	}
	if err != nil {
		return err
	}
	return exit(a.lookCode(s.Result))
}

// partNamed finds a part that can be printed.
func partNamed(r *resolve.Result, name string) (resolve.Part, error) {
	var known []string
	for _, p := range r.Prompt() {
		switch {
		case p.Reproduced() && p.Name == name:
			return p, nil
		case p.Reproduced():
			known = append(known, p.Name)
		case p.Name == name:
			return p, usage("--part %s: this is %s's own text, which is not reproduced", name, r.Dialect.Name)
		}
	}
	if known == nil {
		return resolve.Part{}, usage("--part %s: what %s puts before the first words is not described", name, r.Dialect.Name)
	}
	return resolve.Part{}, usage("--part %s: expected one of %s", name, strings.Join(known, ", "))
}

// checkPrompt compares with what the installed program says that it sends. It runs first, because it may write
// its own skills, which are part of what it sends.
func (a *app) checkPrompt(ctx context.Context) error {
	o, err := a.options()
	switch {
	case err != nil:
		return err
	case a.demo || a.sysroot != "":
		return usage("--check starts the real program, so it takes neither --demo nor --sysroot")
	case o.Dialect.Name != "codex":
		return usage("--check knows how to ask codex only, not %s", o.Dialect.Name)
	}
	sent, err := a.askCodex(ctx, tree.Canonical(o.Host.FS, o.Host.Cwd), o.Dialect.Version)
	if err != nil {
		return &exitError{code: exitUnreadable, cause: fmt.Errorf("nothing to compare with: %w", err)}
	}
	s, err := a.lookAtPrompt(ctx)
	if err != nil {
		return err
	}
	var same bool
	if a.json {
		same, err = s.PromptCheckJSON(a.stdout, version(), sent)
	} else {
		screen, equal := s.PromptCheck(sent)
		same, err = equal, a.show(screen)
	}
	switch {
	case err != nil:
		return err
	case !same:
		return exit(exitProblems)
	}
	return exit(a.lookCode(s.Result))
}
