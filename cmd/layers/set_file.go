package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/tree"
)

// chooseFile finds the file of --layer; for unset without it, the one file that sets the key.
func (e *editor) chooseFile() error {
	if e.flags.layer == "" {
		return e.onlyFile()
	}
	p, err := e.layerFile(e.flags.layer)
	e.path = p
	return err
}

// layerFile is the file of a layer, there or not.
func (e *editor) layerFile(layer string) (string, error) {
	r, d := e.before, e.options.Dialect
	switch layer {
	case "user":
		if entry := r.Stack.Find(dialect.User); entry != nil && entry.Source.Path != "" {
			return entry.Source.Path, nil
		}
		return "", usage("the user's configuration cannot be found: HOME is not set")
	case "project":
		return e.nearest(), nil
	case "root":
		return path.Join(r.Root.Path, projectFile(d, dialect.Project)), nil
	case "local":
		if file := projectFile(d, dialect.Local); file != "" {
			return path.Join(r.Cwd, file), nil
		}
		return "", usage("%s has no local layer; try user, project or root", d.Name)
	}
	return "", usage("--layer takes user, project, root or local, not %q", layer)
}

// projectFile is the place of a layer's file below its folder.
func projectFile(d dialect.Dialect, kind dialect.Kind) string {
	for _, l := range d.Config.Layers {
		if l.Kind == kind {
			return strings.TrimPrefix(l.File, "~cwd/")
		}
	}
	return ""
}

// nearest is the project file that is nearest to the working directory: for unset one that sets the key, else one
// that exists, else that of the project root. An agent that reads one folder only has one.
func (e *editor) nearest() string {
	file := projectFile(e.options.Dialect, dialect.Project)
	for _, l := range e.options.Dialect.Config.Layers {
		if l.Kind == dialect.Project && strings.HasPrefix(l.File, "~cwd/") {
			return path.Join(tree.Canonical(e.options.Host.FS, e.before.Cwd), file)
		}
	}
	out, holds := path.Join(e.before.Root.Path, file), false
	for _, entry := range e.before.Stack.Entries {
		if entry.Source.Kind != dialect.Project || !entry.Exists {
			continue
		}
		if sets := e.verb == "unset" && mentions(entry, e.key); sets || !holds {
			out, holds = entry.Source.Path, sets
		}
	}
	return out
}

// mentions reports whether a layer's file holds the key, with or without effect.
func mentions(entry layers.Entry, key layers.Key) bool {
	if entry.Root != nil && entry.Root.At(key) != nil {
		return true
	}
	for _, r := range entry.Removed {
		if n := len(r.Key); len(key) >= n && r.Key.Equal(key[:n]) && r.Node.At(key[n:]) != nil {
			return true
		}
	}
	return false
}

// onlyFile is the one file that sets the key and is the user's to edit.
func (e *editor) onlyFile() error {
	names := map[dialect.Kind]string{dialect.User: "user", dialect.Project: "project", dialect.Local: "local"}
	var found []string
	for _, entry := range e.before.Stack.Entries {
		if names[entry.Source.Kind] != "" && mentions(entry, e.key) {
			e.path, e.flags.layer = entry.Source.Path, names[entry.Source.Kind]
			found = append(found, entry.Source.Path)
		}
	}
	switch len(found) {
	case 0:
		return &exitError{exitProblems, fmt.Errorf("%s is not set in the user's or the project's files", e.key)}
	case 1:
		return nil
	}
	return usage("%s is set in several files, name one with --layer:\n  %s", e.key, strings.Join(found, "\n  "))
}

// landing is the file that a path leads to, links followed; what does not exist yet is taken as written.
func landing(fsys tree.FS, p string, hops int) (string, error) {
	if r, err := tree.EvalSymlinks(fsys, p); err == nil {
		return r.Path, nil
	}
	if hops > tree.MaxHops {
		return "", &fs.PathError{Op: "write", Path: p, Err: tree.ErrTooManyLinks}
	}
	dir, err := landing(fsys, path.Dir(p), hops)
	if err != nil {
		return "", err
	}
	at := path.Join(dir, path.Base(p))
	info, err := fsys.Lstat(at)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return at, nil
	}
	to, err := fsys.ReadLink(at)
	if err != nil {
		return "", err
	}
	return landing(fsys, tree.Join(dir, to), hops+1)
}

// nativePath is a path of the resolver's namespace on this machine.
func (a *app) nativePath(p string) (string, error) {
	if a.sysroot != "" {
		cwd, err := a.cwd()
		if err != nil {
			return "", err
		}
		root, err := tree.EvalSymlinks(a.fsys, tree.Join(slash(cwd), slash(a.sysroot)))
		if err != nil {
			return "", usage("%s: %w", a.sysroot, err)
		}
		p = path.Join(root.Path, p)
	}
	if len(p) > 2 && p[0] == '/' && p[2] == ':' {
		p = p[1:] // a Windows volume
	}
	return filepath.FromSlash(p), nil
}
