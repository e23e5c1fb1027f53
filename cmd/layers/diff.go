package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/audit/rules"
	"github.com/agentlayers/layers/compare"
	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/gittree"
	"github.com/agentlayers/layers/trust"
)

// diffFlags choose the two sides.
type diffFlags struct {
	cwds      []string
	agents    string
	asTrusted bool
	since     bool
	exitCode  bool
	text      bool
	noAudit   bool
}

func (a *app) diffCommand() *cobra.Command {
	var f diffFlags
	cmd := &cobra.Command{
		Use: "diff [REV..REV]", Short: "what an agent will see differently", GroupID: "look",
		Long: `Compares what an agent loads: keys with both values, instruction text, skills, what
requirements enforce, and audit findings that are new or gone.

REV..REV compares two commits without checking them out; REV alone compares a
commit with the work tree. With --as-trusted beside another form, both sides are
as if every project layer was trusted. --since-trust adds every piece of the review
that differs, with the lines of scripts.`,
		Example: `  layers diff HEAD~1..HEAD
  layers diff main
  layers diff main..HEAD --as-trusted
  layers diff --agents codex@0.145.0,codex@0.171.0
  layers diff --as-trusted
  layers diff --since-trust
  layers diff --cwd services/api --cwd services/web`,
		Args: atMostOne("diff", "REV..REV"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.diff(cmd.Context(), f, args) },
	}
	fl := cmd.Flags()
	fl.StringArrayVar(&f.cwds, "cwd", nil, "compare two `DIR`s; give it twice")
	fl.StringVar(&f.agents, "agents", "", "compare two agents or versions, `A,B`")
	fl.BoolVar(&f.asTrusted, "as-trusted", false, "compare now with every project layer trusted; beside another form: both sides trusted")
	fl.BoolVar(&f.since, "since-trust", false, "compare what was reviewed with layers trust with now")
	fl.BoolVar(&f.exitCode, "exit-code", false, "exit 1 when anything differs")
	fl.BoolVar(&f.text, "text", false, "the changed lines of instruction documents too")
	fl.BoolVar(&f.noAudit, "no-audit", false, "leave the audit out")
	return cmd
}

func (a *app) diff(ctx context.Context, f diffFlags, args []string) error {
	style, err := a.style()
	if err != nil {
		return err
	}
	left, right, err := a.sides(ctx, f, args)
	if err != nil {
		return err
	}
	defer left.close()
	defer right.close()
	d := render.Diff{
		From: left.side, To: right.side, Style: style, Reveal: a.mayReveal(), Text: f.text,
		Difference: compare.Results(left.side.Result, right.side.Result),
	}
	if left.options.Host.Cwd != right.options.Host.Cwd || left.rev != right.rev || f.since {
		if !f.noAudit {
			if d.New, d.Gone, err = findings(ctx, left, right); err != nil {
				return err
			}
		}
	}
	d.Files = right.files
	if !f.asTrusted {
		d.Off = union(offForTrust(left.side.Result), offForTrust(right.side.Result))
	}
	if a.json {
		err = d.JSON(a.stdout, version())
	} else {
		err = a.show(d.Screen())
	}
	if err != nil {
		return err
	}
	if f.exitCode && !d.Empty() {
		return exit(exitProblems)
	}
	return nil
}

// diffSide is one side of a comparison.
type diffSide struct {
	side    render.DiffSide
	options resolve.Options
	rev     string
	repo    *gittree.Repo
	audit   *audit.Result // nil when none was made yet
	files   []render.FileDiff
}

func (s diffSide) close() {
	if s.repo != nil {
		_ = s.repo.Close() // only ever read
	}
}

// sides resolves both sides of the comparison that the flags ask for.
func (a *app) sides(ctx context.Context, f diffFlags, args []string) (left, right diffSide, err error) {
	asked := 0
	for _, on := range []bool{len(args) == 1, len(f.cwds) > 0, f.agents != "", f.since} {
		if on {
			asked++
		}
	}
	if asked > 1 || asked == 0 && !f.asTrusted {
		return left, right, usage("diff takes one of REV..REV, --cwd A --cwd B, --agents A,B, --as-trusted, --since-trust")
	}
	if asked == 0 {
		return a.trustedSides(ctx)
	}
	left, right, err = a.namedSides(ctx, f, args)
	if err == nil && f.asTrusted {
		err = errors.Join(left.trust(ctx), right.trust(ctx))
	}
	return left, right, err
}

// namedSides are the sides of every form but --as-trusted alone.
func (a *app) namedSides(ctx context.Context, f diffFlags, args []string) (left, right diffSide, err error) {
	switch {
	case f.since:
		return a.reviewedSides(ctx)
	case f.agents != "":
		return a.agentSides(ctx, f.agents)
	case len(f.cwds) > 0:
		return a.folderSides(ctx, f.cwds)
	}
	return a.commitSides(ctx, args[0])
}

func resolveSide(ctx context.Context, o resolve.Options, name string) (diffSide, error) {
	r, err := resolve.Dir(ctx, o)
	return diffSide{side: render.DiffSide{Name: name, Result: r}, options: o}, err
}

// trust resolves the side again as if every project layer was trusted.
func (s *diffSide) trust(ctx context.Context) (err error) {
	s.options.Trust = append(slices.Clone(s.options.Trust), missingTrust(s.side.Result)...)
	s.side.Result, err = resolve.Dir(ctx, s.options)
	return err
}

// offForTrust lists the files of layers that have no effect for want of trust.
func offForTrust(r *resolve.Result) []string {
	var out []string
	for _, e := range r.Stack.Entries {
		if e.Exists && e.Disabled != nil && len(e.TrustKeys(r.Trust)) > 0 {
			out = append(out, e.Source.Path)
		}
	}
	return out
}

func union(a, b []string) []string {
	out := append(slices.Clone(a), b...)
	slices.Sort(out)
	return slices.Compact(out)
}

func (a *app) trustedSides(ctx context.Context) (left, right diffSide, err error) {
	o, err := a.options()
	if err != nil {
		return left, right, err
	}
	if left, err = resolveSide(ctx, o, "now"); err != nil {
		return left, right, err
	}
	o.Trust = append([]trust.Rule(nil), missingTrust(left.side.Result)...)
	right, err = resolveSide(ctx, o, "as trusted")
	return left, right, err
}

func (a *app) agentSides(ctx context.Context, list string) (left, right diffSide, err error) {
	names := strings.Split(list, ",")
	if len(names) != 2 {
		return left, right, usage("--agents takes two, such as codex@0.145.0,codex@0.171.0")
	}
	sides := make([]diffSide, 2)
	for i, name := range names {
		one := *a
		one.agent = strings.TrimSpace(name)
		o, err := one.options()
		if err != nil {
			return left, right, err
		}
		if sides[i], err = resolveSide(ctx, o, o.Dialect.ID()); err != nil {
			return left, right, err
		}
	}
	return sides[0], sides[1], nil
}

func (a *app) folderSides(ctx context.Context, cwds []string) (left, right diffSide, err error) {
	if len(cwds) != 2 {
		return left, right, usage("--cwd is given twice, once for each side")
	}
	sides := make([]diffSide, 2)
	for i, dir := range cwds {
		one := *a
		one.dir = dir
		if a.dir != "" {
			one.dir = tree.Join(slash(a.dir), slash(dir))
		}
		o, err := one.options()
		if err != nil {
			return left, right, err
		}
		if sides[i], err = resolveSide(ctx, o, dir); err != nil {
			return left, right, err
		}
	}
	return sides[0], sides[1], nil
}

// commitSides resolves two commits, or a commit and the work tree, each in the place of the checkout.
func (a *app) commitSides(ctx context.Context, spec string) (left, right diffSide, err error) {
	from, to, isRange := strings.Cut(spec, "..")
	if isRange && strings.HasPrefix(to, ".") {
		return left, right, usage("%s: three dots are not supported; name the two commits", spec)
	}
	if from == "" {
		from = "HEAD"
	}
	if isRange && to == "" {
		to = "HEAD"
	}
	o, err := a.options()
	if err != nil {
		return left, right, err
	}
	if left, err = a.commitSide(ctx, o, from); err != nil {
		return left, right, err
	}
	if to == "" {
		right, err = resolveSide(ctx, o, "work tree")
		return left, right, err
	}
	right, err = a.commitSide(ctx, o, to)
	return left, right, err
}

func (a *app) commitSide(ctx context.Context, o resolve.Options, rev string) (diffSide, error) {
	root := trust.FindRepo(o.Host.FS, o.Host.Cwd, o.Dialect.Trust, true).Root
	if root == "" {
		return diffSide{}, usage("%s: not inside a git repository", o.Host.Cwd)
	}
	repo, view, commit, err := gittree.OpenTree(o.Host.FS, root, rev, root, gittree.Options{Follow: gittree.Verified})
	if err != nil {
		return diffSide{}, gitError(err)
	}
	o.Host.FS = tree.Mounts(map[string]tree.FS{"/": o.Host.FS, root: view})
	s, err := resolveSide(ctx, o, rev)
	s.rev, s.repo = commit.ID, repo
	return s, err
}

// gitError is what cannot be read of a repository, with the way out.
func gitError(err error) error {
	var g *gittree.Error
	if errors.As(err, &g) && g.Fix != "" {
		bare := *g
		bare.Fix = ""
		return &exitError{code: exitUnreadable, cause: errors.New(bare.Error() + "\n  way out: " + g.Fix)}
	}
	return &exitError{code: exitUnreadable, cause: err}
}

// findings audits both sides and returns what only the right has, and what only the left has.
func findings(ctx context.Context, left, right diffSide) (added, gone []audit.Finding, err error) {
	a, err := auditSide(ctx, left)
	if err != nil {
		return nil, nil, err
	}
	b, err := auditSide(ctx, right)
	if err != nil {
		return nil, nil, err
	}
	return without(b, a), without(a, b), nil
}

func auditSide(ctx context.Context, s diffSide) ([]audit.Finding, error) {
	if s.audit != nil {
		return s.audit.Findings, nil
	}
	dialects, err := audit.Dialects()
	if err != nil {
		return nil, err
	}
	set, err := gather.Dir(ctx, gather.Options{
		Host: s.options.Host, Root: s.side.Result.Root.Path, Dialects: dialects, Commit: s.rev != "",
	})
	if err != nil {
		return nil, err
	}
	return audit.Run(ctx, set, rules.All(), audit.Options{}).Findings, nil
}

func without(list, other []audit.Finding) []audit.Finding {
	known := map[string]bool{}
	for _, f := range other {
		known[f.Fingerprint] = true
	}
	var out []audit.Finding
	for _, f := range list {
		if !known[f.Fingerprint] {
			out = append(out, f)
		}
	}
	return out
}
