package main

import (
	"context"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/audit/rules"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/tree"
)

// auditFlags are the flags of layers audit.
type auditFlags struct {
	format, output, failOn, persona, explain string
	only, skip                               []string
	baseline, writeBaseline                  string
	rev, since, repo                         string
	user, listRules, noExitCode              bool
	timeout                                  time.Duration
}

func (a *app) auditCommand() *cobra.Command {
	var f auditFlags
	cmd := &cobra.Command{
		Use: "audit [DIR]", Short: "what a repository would do to whoever starts an agent in it", GroupID: "look",
		Long: `Which files of a repository would run something, send credentials elsewhere,
weaken approval or sandbox, read outside the repository, or steer the model
unseen: what takes effect now, and what after trusting it.

Nothing of the repository is executed, fetched or started.

With --rev the files come from a commit, without a checkout. A repository that
points out of its own folder is followed only when --repo names it.`,
		Example: `  layers audit
  layers audit ~/Downloads/sample-app
  layers audit --rev origin/main --since v1.2
  layers audit --rev HEAD --repo ~/mirrors/sample-app.git
  layers audit --format sarif --output audit.sarif
  layers audit --only mcp-inline-shell,mcp-unpinned-package
  layers audit --explain codex-sandbox-off`,
		Args: atMostOne("audit", "DIR"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.audit(cmd.Context(), f, args) },
	}
	fl := cmd.Flags()
	fl.StringVar(&f.format, "format", "text", "`text`, json, sarif or github")
	fl.StringVar(&f.output, "output", "", "write to `FILE` instead of the standard output")
	fl.StringVar(&f.failOn, "fail-on", "medium", "exit 3 from this `SEVERITY` on: info, low, medium, high, critical")
	fl.StringSliceVar(&f.only, "only", nil, "report these `RULES` only")
	fl.StringSliceVar(&f.skip, "skip", nil, "do not report these `RULES`")
	fl.StringVar(&f.persona, "persona", "default", "`WHO` reads it: default, or auditor for judgements about wording too")
	fl.StringVar(&f.baseline, "baseline", "", "leave out what `FILE` accepts; it must lie outside the audited folder")
	fl.StringVar(&f.writeBaseline, "write-baseline", "", "write `FILE` that accepts everything found")
	fl.StringVar(&f.rev, "rev", "", "audit the whole tree of commit `REV` instead of a folder")
	fl.StringVar(&f.since, "since", "", "leave out what commit `REV` has already")
	fl.StringVar(&f.repo, "repo", "", "take the commit from the repository at `DIR`, bare or not, wherever it points")
	fl.BoolVar(&f.user, "user", false, "look at your own agent files too")
	fl.BoolVar(&f.listRules, "list-rules", false, "list the rules and stop")
	fl.StringVar(&f.explain, "explain", "", "explain one `RULE` and stop")
	fl.DurationVar(&f.timeout, "timeout", 30*time.Second, "give up after `TIME`; the audit is then incomplete")
	fl.BoolVar(&f.noExitCode, "no-exit-code", false, "exit 0 whatever was found; an incomplete audit still exits 5")
	return cmd
}

func (a *app) audit(ctx context.Context, f auditFlags, args []string) error {
	style, err := a.style()
	if err != nil {
		return err
	}
	if a.json {
		f.format = "json"
	}
	if err := f.check(); err != nil {
		return err
	}
	switch {
	case f.listRules:
		return a.show(render.RuleList(style, rules.All()))
	case f.explain != "":
		rule, _ := rules.Find(f.explain)
		return a.show(render.RulePage(style, rule))
	}
	failOn, _ := audit.ParseSeverity(f.failOn)
	r, err := a.runAudit(ctx, f, args)
	if err != nil {
		return err
	}
	if f.baseline != "" {
		if err := a.useBaseline(f.baseline, r); err != nil {
			return err
		}
	}
	if err := a.writeAudit(f, render.Audit{Result: r, Style: style}); err != nil {
		return err
	}
	switch {
	case !r.Complete():
		return exit(exitUnreadable)
	case r.Worst() >= failOn && len(r.Findings) > 0 && !f.noExitCode:
		return exit(exitFindings)
	}
	return nil
}

// check refuses values that no flag takes.
func (f auditFlags) check() error {
	if _, err := audit.ParseSeverity(f.failOn); err != nil {
		return usage("--fail-on: %w", err)
	}
	if f.persona != string(audit.Default) && f.persona != string(audit.Auditor) {
		return usage("--persona takes default or auditor, not %q", f.persona)
	}
	switch f.format {
	case "text", "json", "sarif", "github":
	default:
		return usage("--format takes text, json, sarif or github, not %q", f.format)
	}
	if f.repo != "" && f.rev == "" {
		return usage("--repo needs --rev REV; to audit a folder, name it: layers audit DIR")
	}
	named := append(append([]string{}, f.only...), f.skip...)
	if f.explain != "" {
		named = append(named, f.explain)
	}
	for _, id := range named {
		if _, ok := rules.Find(id); !ok {
			return usage("there is no rule %q; layers audit --list-rules names them", id)
		}
	}
	return nil
}

// auditMemory is the heap above which the collector works harder: a repository must not make the audit big.
const auditMemory = 200 << 20

// runAudit gathers the folder and asks the rules.
func (a *app) runAudit(ctx context.Context, f auditFlags, args []string) (*audit.Result, error) {
	dialects, names, err := auditAgents(a.agent)
	if err != nil {
		return nil, err
	}
	g := a.globals
	if len(args) == 1 && f.repo != "" {
		return nil, usage("name a folder or --repo, not both")
	}
	if len(args) == 1 {
		g.dir = args[0]
		if a.dir != "" {
			g.dir = tree.Join(slash(a.dir), slash(args[0]))
		}
	}
	h, err := a.resolveHost(g)
	if err != nil {
		return nil, err
	}
	debug.SetMemoryLimit(auditMemory)
	timed, cancel := context.WithTimeout(ctx, f.timeout)
	defer cancel()
	run := auditRun{
		gather:  gather.Options{Host: h, Dialects: dialects, User: f.user},
		options: audit.Options{Persona: audit.Persona(f.persona), Only: f.only, Skip: f.skip, Agents: names},
	}
	r, err := run.result(timed, f)
	if err != nil {
		return nil, err
	}
	return r, ctx.Err()
}

// auditAgents reads a list of agents, NAME or NAME@VERSION with commas between them: the versions to resolve, and
// the names to keep findings of. An empty list means everything.
func auditAgents(list string) (dialects []dialect.Dialect, names []string, err error) {
	known := []string{"codex", "claude", "gemini", "cursor", "vscode", "copilot", "opencode", "windsurf", "cline", "roo", "kiro", "amazonq", "zed", "aider"}
	for item := range strings.SplitSeq(list, ",") {
		name, version, hasVersion := strings.Cut(strings.TrimSpace(item), "@")
		switch {
		case name == "":
			continue
		case name == "codex" && hasVersion:
			d, err := dialect.Codex(fullVersion(version))
			if err != nil {
				return nil, nil, usage("%w", err)
			}
			dialects = append(dialects, d)
		case name == "claude" && hasVersion:
			d, err := dialect.Claude(version)
			if err != nil {
				return nil, nil, usage("%w", err)
			}
			dialects = append(dialects, d)
		case !slices.Contains(known, name):
			return nil, nil, usage("--agent: %q is not known; known: %s", name, strings.Join(known, ", "))
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		dialects, err = audit.Dialects()
		return dialects, nil, err
	}
	all, err := audit.Dialects()
	if err != nil {
		return nil, nil, err
	}
	for _, d := range all { // named without a version: every described one
		if slices.Contains(names, d.Name) && !slices.ContainsFunc(dialects, func(x dialect.Dialect) bool { return x.Name == d.Name }) {
			dialects = append(dialects, d)
		}
	}
	return dialects, names, nil
}

// fullVersion completes a version of two parts.
func fullVersion(v string) string {
	if strings.Count(v, ".") == 1 {
		return v + ".0"
	}
	return v
}
