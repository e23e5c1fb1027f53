package main

import (
	"context"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/reach"
	"github.com/agentlayers/layers/render"
)

// instructionsFor shows what the agent adds to its instructions when it reads one file.
func (a *app) instructionsFor(ctx context.Context, s render.Screen, f instructionFlags) error {
	if a.json && f.text {
		return usage("--json holds the whole answer; leave out --text")
	}
	o, err := a.options()
	if err != nil {
		return err
	}
	r := s.Result
	file, exists := reach.Find(o.Host.FS, r, slash(f.file))
	added, err := agentsmd.ForFile(ctx, o.Host.FS, r.DocumentOptions, agentsmd.Session{Documents: r.Documents}, file)
	if err != nil {
		return err
	}
	switch {
	case a.json:
		err = s.ForFileJSON(a.stdout, version(), file, exists, added)
	case f.text:
		err = a.raw(s, added.Text)
	default:
		err = a.show(s.ForFile(file, exists, added))
	}
	if err != nil {
		return err
	}
	return exit(a.lookCode(r))
}
