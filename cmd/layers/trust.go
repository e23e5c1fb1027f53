package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/rules"
	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/review"
)

// trustFlags are the flags of layers trust.
type trustFlags struct {
	show, check, revoke, list, deny bool
	dryRun, yes                     bool
	accept                          []string
	pin, scope, failOn, expires     string
	until                           string // expires as RFC 3339
}

func (a *app) trustCommand() *cobra.Command {
	var f trustFlags
	cmd := &cobra.Command{
		Use: "trust [DIR]", Short: "review a repository and bind trust to what was reviewed", GroupID: "change",
		Long: `Audits the repository, shows what trusting it would activate, and records the
review with a pin over the audited content: agent files, scripts of the
repository that hooks and servers name, settings and hooks of git that run.
For codex the entry in your own configuration is written too.

A changed file that can run something ends the trust; changed instruction text is
reported. With --scope all it ends the trust too. What the named scripts and build
tools go on to run is not covered.

--deny records a no, which holds whatever the content is until --revoke takes it
away; for codex the folder is marked as untrusted too.

Refused with exit code 4: findings at or over --fail-on that are not accepted,
folders that can never be trusted or were denied, and --check of anything but a
trusted root.`,
		Example: `  layers trust --show
  layers trust . --dry-run
  layers trust . --yes
  layers trust . --accept mcp-inline-shell
  layers trust --check
  layers trust . --trust-pin sha256:...
  layers trust . --yes --expires 30d
  layers trust . --deny
  layers trust . --revoke`,
		Args: atMostOne("trust", "DIR"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.trust(cmd.Context(), f, args) },
	}
	fl := cmd.Flags()
	fl.BoolVar(&f.show, "show", false, "what the agent decides and what you have reviewed; always exits 0")
	fl.BoolVar(&f.check, "check", false, "exit 4 unless the review still holds, and say what changed")
	fl.BoolVar(&f.deny, "deny", false, "record that this folder is not to be trusted")
	fl.BoolVar(&f.revoke, "revoke", false, "take the agent's entry and the review, or the denial, away")
	fl.BoolVar(&f.list, "list", false, "list the reviews")
	fl.BoolVar(&f.dryRun, "dry-run", false, "print the change of your configuration and write nothing")
	fl.BoolVar(&f.yes, "yes", false, "do not ask; without a terminal this or --trust-pin is needed")
	fl.StringSliceVar(&f.accept, "accept", nil, "trust in spite of the findings of these `RULES`, as they are now")
	fl.StringVar(&f.pin, "trust-pin", "", "only when the content has this `PIN`, as --show prints it; do not ask then")
	fl.StringVar(&f.scope, "scope", "", "which changes end the trust: `active` ones, or all (the default with --trust-pin)")
	fl.StringVar(&f.expires, "expires", "", "`WHEN` the review ends: 30d, 12h, 2027-01-31 or a time (RFC 3339); never by default")
	fl.StringVar(&f.failOn, "fail-on", "medium", "refuse findings from this `SEVERITY` on: info, low, medium, high, critical")
	return cmd
}

// check refuses flags that do not go together.
func (f *trustFlags) validate() error {
	n := 0
	for _, on := range []bool{f.show, f.check, f.revoke, f.list, f.deny} {
		if on {
			n++
		}
	}
	if n > 1 {
		return usage("trust takes one of --show, --check, --revoke, --list, --deny")
	}
	if err := f.end(time.Now(), n > 0); err != nil {
		return err
	}
	if f.pin != "" && !review.IsPin(f.pin) {
		return usage("--trust-pin takes sha256: and 64 digits, as layers trust --show prints it")
	}
	if f.scope == "" {
		f.scope = string(review.Active)
		if f.pin != "" {
			f.scope = string(review.All)
		}
	}
	if _, err := review.ParseScope(f.scope); err != nil {
		return usage("--scope: %w", err)
	}
	if _, err := audit.ParseSeverity(f.failOn); err != nil {
		return usage("--fail-on: %w", err)
	}
	for _, id := range f.accept {
		if _, ok := rules.Find(id); !ok {
			return usage("--accept: there is no rule %q; layers audit --list-rules names them", id)
		}
	}
	return nil
}

// end turns --expires into a time.
func (f *trustFlags) end(now time.Time, other bool) error {
	if f.expires == "" {
		return nil
	}
	if other {
		return usage("--expires is for a new review")
	}
	var at time.Time
	days, isDays := strings.CutSuffix(f.expires, "d")
	n, err := strconv.Atoi(days)
	span, spanErr := time.ParseDuration(f.expires)
	switch {
	case isDays && err == nil && n < maxDays:
		at = now.AddDate(0, 0, n)
	case spanErr == nil:
		at = now.Add(span)
	default:
		if at, err = time.Parse(time.DateOnly, f.expires); err != nil {
			at, err = time.Parse(time.RFC3339, f.expires)
		}
		if err != nil {
			return usage("--expires takes 30d, 12h, a date such as 2027-01-31, or a time in the form of RFC 3339")
		}
	}
	if !at.After(now) {
		return usage("--expires %s is not in the future", f.expires)
	}
	f.until = at.UTC().Format(time.RFC3339)
	return nil
}

// maxDays bounds --expires: longer is never.
const maxDays = 100_000

func (a *app) trust(ctx context.Context, f trustFlags, args []string) error {
	if err := f.validate(); err != nil {
		return err
	}
	if a.sysroot != "" || a.demo {
		return usage("trust is about this machine's own folders: no --sysroot and no --demo")
	}
	if f.list {
		return a.trustList()
	}
	t, err := a.trustee(ctx, f, args)
	if err != nil {
		return err
	}
	switch {
	case f.show:
		return t.answer(t.view.Show())
	case f.check:
		return t.check()
	case f.revoke:
		return t.revoke(ctx)
	case f.deny:
		return t.deny(ctx)
	}
	return t.trust(ctx)
}

// trustList shows every record of the store.
func (a *app) trustList() error {
	style, err := a.style()
	if err != nil {
		return err
	}
	s := a.store()
	list, err := s.List()
	if err != nil {
		return &exitError{exitRefused, err}
	}
	l := render.TrustList{Store: s.Dir, Home: slash(a.getenv("HOME")), Records: list, Now: time.Now(), Style: style}
	if a.json {
		return l.JSON(a.stdout, version())
	}
	return a.show(l.Screen())
}

// answer shows a screen, or the same as JSON.
func (t *trustee) answer(screen *term.Builder) error {
	if t.json {
		return t.view.JSON(t.stdout, version())
	}
	return t.show(screen)
}

// check ends with 4 unless the review holds.
func (t *trustee) check() error {
	held := t.view.Status.State == review.Trusted
	if t.flags.pin != "" { // names the content itself: no record is needed
		if t.snapshotErr != nil {
			return &exitError{exitRefused, t.snapshotErr}
		}
		if got := t.snapshot.Pin(review.Scope(t.flags.scope)); got != t.flags.pin {
			return &exitError{exitRefused, fmt.Errorf("the content has the pin %s, not %s", got, t.flags.pin)}
		}
		held = t.view.Status.State != review.Denied
	}
	if err := t.answer(t.view.Check(held)); err != nil {
		return err
	}
	if !held {
		return exit(exitRefused)
	}
	return nil
}

// errNotAsked says that there was nobody to ask.
var errNotAsked = errors.New("nothing was written: without a terminal this needs --yes or --trust-pin")
