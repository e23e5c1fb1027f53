package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/tree"
)

// writeAudit writes the result in the wanted format to the wanted place.
func (a *app) writeAudit(f auditFlags, r render.Audit) error {
	if f.writeBaseline != "" {
		if err := a.writeFile(f.writeBaseline, r.Baseline); err != nil {
			return err
		}
	}
	if f.output != "" {
		r.Style.Color, r.Style.Full = false, true
		return a.writeFile(f.output, func(w io.Writer) error { return writeFormat(w, f.format, r) })
	}
	if f.format == "text" {
		return a.show(r.Text())
	}
	return writeFormat(a.stdout, f.format, r)
}

func writeFormat(w io.Writer, format string, r render.Audit) error {
	switch format {
	case "json":
		return r.JSON(w, version())
	case "sarif":
		return r.SARIF(w, version())
	case "github":
		return r.GitHub(w)
	}
	_, err := r.Text().WriteTo(w)
	return err
}

// writeFile writes a file that the user named.
func (a *app) writeFile(name string, write func(io.Writer) error) error {
	p, err := a.userPath(name)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.FromSlash(p), b.Bytes(), 0o644); err != nil { //nolint:gosec // a report, not a secret
		return usage("%w", err)
	}
	return nil
}

// userPath is a file name of the command line as an absolute path. -C does not move it.
func (a *app) userPath(name string) (string, error) {
	cwd, err := a.cwd()
	if err != nil {
		return "", err
	}
	return tree.Join(slash(cwd), slash(name)), nil
}

const maxBaselineBytes = 16 << 20

// useBaseline leaves out what the named baseline accepts. A file inside the audited folder is no baseline: whoever
// wrote the repository could have written it.
func (a *app) useBaseline(name string, r *audit.Result) error {
	p, err := a.userPath(name)
	if err != nil {
		return err
	}
	f, where, err := tree.Read(a.fsys, p, maxBaselineBytes)
	if err != nil {
		return usage("--baseline %s: %w", name, err)
	}
	if _, inside := r.Set.Rel(where.Path); inside {
		fmt.Fprintf(a.stderr, "note: the baseline %s lies inside the audited folder and suppresses nothing\n", term.Style{}.Escape(name))
		return nil
	}
	b, err := audit.ParseBaseline(f.Data)
	if err != nil {
		return usage("--baseline %s: %w", name, err)
	}
	r.Suppress(b, time.Now().UTC().Format(time.DateOnly))
	return nil
}
