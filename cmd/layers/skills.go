package main

import (
	"cmp"
	"errors"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agentlayers/layers/reach"
	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/skills"
	"github.com/agentlayers/layers/tree"
)

// skillFlags choose what the command shows.
type skillFlags struct {
	show, query, ranker string
	why, all, check     bool
	window              int64
}

func (a *app) skillsCommand() *cobra.Command {
	var f skillFlags
	cmd := &cobra.Command{
		Use: "skills", Short: "skills: found, offered to the model, shortened, left out, and why", GroupID: "look",
		Long: `Every skill that the agent finds here, in the order of the catalog that the model
gets: how much of each description fits the budget, which are left out, turned
off or invalid, and by which line.`,
		Example: `  layers skills
  layers skills --why                   also the places searched and what was not taken
  layers skills --show release-notes    the skill as the model gets it
  layers skills --query "publish a new version"
  layers skills --check                 exit 1 when any is shortened, left out or invalid
  layers skills --context-window 32000`,
		Args: noArgument("skills", "use --show NAME for one skill"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.window < 0 || cmd.Flags().Changed("context-window") && f.window == 0 {
				return usage("--context-window: expected a number of tokens above 0")
			}
			a.window = f.window
			s, err := a.look(cmd.Context(), false)
			if err != nil {
				return err
			}
			return a.skills(s, f)
		},
	}
	cmd.Flags().StringVar(&f.show, "show", "", "print the skill `NAME` as the model gets it")
	cmd.Flags().StringVar(&f.query, "query", "", "rank the skills for `TEXT`")
	cmd.Flags().StringVar(&f.ranker, "ranker", skills.FieldedBM25, "with --query: `NAME` of the ranker, one of "+strings.Join(skills.Rankers(), ", "))
	cmd.Flags().BoolVar(&f.why, "why", false, "also the places searched, what was not taken, and the rules")
	cmd.Flags().BoolVar(&f.all, "all", false, "every row")
	cmd.Flags().BoolVar(&f.check, "check", false, "exit 1 when a skill is shortened, left out or invalid")
	cmd.Flags().Int64Var(&f.window, "context-window", 0, "as if the model had a context window of `N` tokens")
	cmd.MarkFlagsMutuallyExclusive("show", "query", "check")
	return cmd
}

func (a *app) skills(s render.Screen, f skillFlags) error {
	code := a.lookCode(s.Result)
	if f.show != "" {
		return a.showSkill(s, f.show, code)
	}
	var ranking *skills.Ranking
	if f.query != "" {
		r, err := s.Result.Skills.Rank(f.ranker, f.query)
		if err != nil {
			return usage("%w", err)
		}
		ranking = &r
	}
	checked, whole := s.SkillCheck()
	if f.check && !whole && code == exitFine {
		code = exitProblems
	}
	var err error
	switch {
	case a.json:
		err = s.SkillsJSON(a.stdout, version(), ranking)
	case ranking != nil:
		err = a.show(s.SkillRanking(*ranking))
	case f.check:
		err = a.show(checked)
	default:
		err = a.show(s.Skills(render.SkillView{All: f.all, Why: f.why}))
	}
	if err != nil {
		return err
	}
	return exit(code)
}

// showSkill prints one skill as it is put into the prompt.
func (a *app) showSkill(s render.Screen, name string, code int) error {
	if a.json {
		return usage("--show prints the skill itself; leave out --json")
	}
	loaded, err := s.Result.Skills.Load(name)
	var missing *skills.NotFoundError
	if errors.As(err, &missing) {
		return &exitError{code: exitProblems, cause: missing}
	}
	if err != nil {
		return &exitError{code: exitUnreadable, cause: err}
	}
	if err := a.raw(s, loaded.Text); err != nil {
		return err
	}
	return exit(code)
}

// explainSkill answers for "$name" and for the path of a skill file. handled is false for everything else.
func (a *app) explainSkill(s render.Screen, fsys tree.FS, text string) (handled bool, err error) {
	d := s.Result.Skills.Dialect
	name, isName := strings.CutPrefix(text, cmp.Or(d.Mentions.Sigil, "$"))
	isFile := d.File != "" && strings.EqualFold(path.Base(text), d.File)
	isName = isName && d.File != ""
	if !isName && !isFile {
		return false, nil
	}
	file := ""
	if isFile {
		file, _ = reach.Find(fsys, s.Result, slash(text))
	}
	code := a.lookCode(s.Result)
	known, err := a.showOneSkill(s, name, file)
	if err != nil {
		return true, err
	}
	if code == exitFine && !known {
		code = exitProblems
	}
	return true, exit(code)
}

// showOneSkill answers for the file at absPath, or, where it is "", for a name.
func (a *app) showOneSkill(s render.Screen, name, absPath string) (known bool, err error) {
	switch {
	case a.json && absPath != "":
		return s.SkillFileJSON(a.stdout, version(), absPath)
	case a.json:
		return s.SkillNamedJSON(a.stdout, version(), name)
	}
	screen, known := s.SkillNamed(name)
	if absPath != "" {
		screen, known = s.SkillFile(absPath)
	}
	return known, a.show(screen)
}
