package main

import (
	"context"
	"os"
	"path"
	"time"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/audit/rules"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/review"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
	"github.com/agentlayers/layers/trust"
)

// trustee is one root with everything that is known about its trust.
type trustee struct {
	*app
	flags       trustFlags
	options     resolve.Options
	store       review.Store
	audit       *audit.Result
	snapshot    *review.Snapshot
	snapshotErr error
	view        render.Trust
}

// store is the user's own, whatever folder is looked at.
func (a *app) store() review.Store {
	state := slash(a.getenv("XDG_STATE_HOME"))
	if !tree.IsAbs(state) {
		state = path.Join(slash(a.getenv("HOME")), ".local/state")
	}
	return review.Store{
		Dir: path.Join(state, "layers/trust"), FS: a.fsys, Writer: disk.Private{}, UID: os.Getuid(), Owner: disk.Owner,
	}
}

// trustee looks at the root of DIR: what the agent decides, what an audit finds, what was reviewed.
func (a *app) trustee(ctx context.Context, f trustFlags, args []string) (*trustee, error) {
	one := *a
	if len(args) == 1 {
		one.dir = args[0]
		if a.dir != "" {
			one.dir = tree.Join(slash(a.dir), slash(args[0]))
		}
	}
	t := &trustee{app: &one, flags: f, store: a.store()}
	screen, err := one.look(ctx, true)
	if err != nil {
		return nil, err
	}
	if t.options, err = one.options(); err != nil {
		return nil, err
	}
	t.view = render.Trust{Screen: screen, Store: t.store.Dir}
	cwd := tree.Canonical(a.fsys, screen.Result.Cwd)
	t.view.Repo = trust.FindRepo(a.fsys, cwd, dialect.Trust{Worktree: "verified"}, true)
	if t.view.Root = t.view.Repo.Root; t.view.Root == "" {
		t.view.Root = cwd
	}
	t.view.Refused = t.store.CheckRoot(t.view.Root, t.places())
	if t.view.Refused == nil {
		if err := t.review(ctx); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// places are the folders that are no project.
func (t *trustee) places() review.Places {
	home := t.options.Host.Home
	p := review.Places{
		Home: home, Temp: []string{slash(t.getenv("TMPDIR")), "/tmp", "/var/tmp"},
		Agents: []string{t.view.Screen.Result.AgentHome, slash(t.getenv("CODEX_HOME")), slash(t.getenv("CLAUDE_CONFIG_DIR"))},
	}
	if home != "" {
		p.Agents = append(p.Agents, path.Join(home, ".codex"), path.Join(home, ".claude"))
	}
	for i, dir := range p.Agents {
		if dir != "" {
			p.Agents[i] = tree.Join(t.options.Host.Cwd, dir)
		}
	}
	return p
}

// review audits the root and compares it with what was reviewed.
func (t *trustee) review(ctx context.Context) error {
	dialects, err := audit.Dialects()
	if err != nil {
		return err
	}
	host := t.options.Host
	if host.FS == disk.FS() { // what is hashed must not change its place meanwhile
		careful := disk.NewCareful()
		defer careful.Close() // only ever read
		host.FS = careful
	}
	set, err := gather.Dir(ctx, gather.Options{Host: host, Root: t.view.Root, Dialects: dialects})
	if err != nil { // the root itself cannot be listed: an answer too
		t.snapshotErr = err
		t.verify()
		return ctx.Err()
	}
	t.audit = audit.Run(ctx, set, rules.All(), audit.Options{})
	if err := ctx.Err(); err != nil {
		return err
	}
	t.view.Audit = t.audit
	t.snapshot, t.snapshotErr = review.Take(t.audit)
	t.view.Snapshot = t.snapshot
	t.verify()
	if r := t.view.Status.Record; r != nil && t.view.Status.Inherited == "" {
		_, ino := t.identity()
		t.view.Moved = ino != r.Ino
	}
	return nil
}

// verify compares the snapshot with what is recorded now.
func (t *trustee) verify() {
	if t.snapshotErr != nil {
		t.view.Status = t.withoutSnapshot()
		return
	}
	q := review.Question{AgentTrusts: t.agentTrusts(), Now: time.Now()}
	if t.view.Repo.Linked() {
		q.Main = t.view.Repo.Main
	}
	t.view.Status = t.store.Verify(t.snapshot, q)
}

func (t *trustee) agentTrusts() bool { return t.view.Screen.Result.Trust.Level == trust.Trusted }

// identify adds to a record what is only a hint.
func (t *trustee) identify(r *review.Record) {
	r.Dev, r.Ino = t.identity()
	if t.view.Repo.Linked() {
		r.Main = t.view.Repo.Main
	}
	r.Agent = t.options.Dialect.ID()
}

// identity tells the folder from others; 0, 0 when it is not known.
func (t *trustee) identity() (dev, ino uint64) {
	info, err := t.fsys.Lstat(t.view.Root)
	if err != nil {
		return 0, 0
	}
	return disk.ID(info)
}
