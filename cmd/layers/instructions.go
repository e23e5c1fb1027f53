package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/render/term"
)

// instructionFlags choose what the command shows.
type instructionFlags struct {
	show                    int
	text, lost, plan, check bool
	file                    string
}

func (a *app) instructionsCommand() *cobra.Command {
	var f instructionFlags
	cmd := &cobra.Command{
		Use: "instructions", Short: "the documents that the agent reads first, in load order", GroupID: "look",
		Long: `The instruction documents (AGENTS.md and its like) in load order: bytes on disk and
bytes that reach the model, where the budget cuts, and files near by that look
as if they would load and do not, each with the reason.`,
		Example: `  layers instructions
  layers instructions --text            exactly what the model reads
  layers instructions --show 2          one document, as the model gets it
  layers instructions --lost            what the model does not get
  layers instructions --for src/app.ts  what reading that file adds later
  layers instructions --check           exit 1 when anything is cut: for CI`,
		Args: noArgument("instructions", "use -C DIR for another folder"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := a.look(cmd.Context(), false)
			if err != nil {
				return err
			}
			if f.file != "" {
				return a.instructionsFor(cmd.Context(), s, f)
			}
			return a.instructions(s, f)
		},
	}
	cmd.Flags().IntVar(&f.show, "show", 0, "print document `N` as the model gets it")
	cmd.Flags().BoolVar(&f.text, "text", false, "print exactly the text that the model reads")
	cmd.Flags().BoolVar(&f.lost, "lost", false, "what does not reach the model, by section")
	cmd.Flags().BoolVar(&f.plan, "plan", false, "ways to make everything fit; writes nothing")
	cmd.Flags().BoolVar(&f.check, "check", false, "exit 1 when a document is cut or gets no bytes")
	cmd.Flags().StringVar(&f.file, "for", "", "what the agent adds when it reads the file `PATH`; with --text, its text")
	cmd.MarkFlagsMutuallyExclusive("show", "text", "lost", "plan", "check")
	for _, other := range []string{"show", "lost", "plan", "check"} {
		cmd.MarkFlagsMutuallyExclusive("for", other)
	}
	return cmd
}

func (a *app) instructions(s render.Screen, f instructionFlags) error {
	if a.json && (f.text || f.show != 0 || f.lost || f.plan) {
		return usage("--json holds the whole answer; leave out --text, --show, --lost and --plan")
	}
	code := a.lookCode(s.Result)
	checked, whole := s.Check()
	if f.check && !whole && code == exitFine {
		code = exitProblems
	}
	if f.text || f.show != 0 || f.check {
		a.complain(s) // on stderr, beside what goes to stdout
	}
	var err error
	switch {
	case a.json:
		err = s.InstructionsJSON(a.stdout, version())
	case f.text:
		err = a.raw(s, s.Result.Instructions)
	case f.show != 0:
		var d agentsmd.Document
		if d, err = nthDocument(s.Result.Documents, f.show); err == nil {
			err = a.raw(s, d.Text)
		}
	case f.check:
		err = a.show(checked)
	case f.lost:
		err = a.show(s.Lost())
	case f.plan:
		err = a.show(s.Plan())
	default:
		err = a.show(s.Instructions())
	}
	if err != nil {
		return err
	}
	return exit(code)
}

// nthDocument is the document that the table numbers n.
func nthDocument(docs []agentsmd.Document, n int) (agentsmd.Document, error) {
	loaded := 0
	for _, d := range docs {
		if d.Loaded() {
			if loaded++; loaded == n {
				return d, nil
			}
		}
	}
	return agentsmd.Document{}, usage("--show %d: %s here", n, term.Plural(loaded, "document"))
}

// raw writes text byte for byte, nothing added; on a terminal, characters that it would act on are escaped.
func (a *app) raw(s render.Screen, text string) error {
	if _, _, isTerminal := a.terminal(); isTerminal {
		text = s.Style.EscapeText(text)
		return a.page(text + "\n")
	}
	_, err := fmt.Fprint(a.stdout, text)
	return err
}
