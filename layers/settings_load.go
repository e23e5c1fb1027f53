package layers

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/trust"
)

// loadSettings is Load for agents whose layers are settings files in fixed places.
//
// Every file is checked by itself. What a file does that cannot be used is data of its layer: it is left out
// whole (Disabled), or loses single values (Faults), or stops the agent (Failed). Trust decides about single keys
// (Ignored), never about a layer.
//
// Cases: claude/060 to 075, settings-*.
func loadSettings(ctx context.Context, fsys tree.FS, o Options) (*Loaded, error) {
	l := settingsLoader{fsys: fsys, o: o, memory: newMemory(o.Previous), out: &Loaded{
		Schema: o.Compiled.Config, Required: dialect.NewSchema(dialect.Keys{}),
	}}
	l.out.Stack.Merge = o.Dialect.Config.Merge
	if o.Above != nil {
		l.placeBelow(o.Above)
	} else {
		l.place()
	}
	for _, layer := range o.Dialect.Config.Layers {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		l.layer(layer)
	}
	if !l.memory.own(&l.out.Stack) {
		o.Previous = nil
		return loadSettings(ctx, fsys, o)
	}
	l.out.Stack.Requirements.Root = emptyTable(nil)
	l.ignore()
	l.out.parsed = l.memory.now
	return l.out, nil
}

type settingsLoader struct {
	fsys tree.FS
	o    Options
	out  *Loaded

	memory *memory
	main   string // the main checkout, or the working directory without one
}

// place finds repository, root and trust.
func (l *settingsLoader) place() {
	d := l.o.Dialect
	l.out.Markers = d.Config.Roots.Markers
	l.out.Root = trust.FindRoot(l.fsys, l.o.Cwd, l.out.Markers, d.Config.Roots.GitNeedsHead)
	l.out.Repo = trust.FindRepo(l.fsys, l.o.Cwd, d.Trust, d.Config.Roots.GitNeedsHead)
	if l.out.Repo.Main == "" {
		l.out.Repo.Main = l.out.Repo.Root
	}
	l.main = tree.Canonical(l.fsys, l.o.Cwd)
	what := "folder"
	if l.out.Repo.Main != "" {
		l.main, what = l.out.Repo.Main, "repository root"
	}
	rules := l.trustFile()
	for _, r := range l.o.Virtual {
		r.Layer = "the assumed entry"
		rules = append(rules, r)
	}
	l.out.Rules = trust.NewRules(rules)
	l.out.Trust = l.out.Rules.Decide(l.fsys, []trust.Place{{What: what, Path: l.main}})
}

// trustFile reads the trust table from the first of the dialect's files that exists.
func (l *settingsLoader) trustFile() []trust.Rule {
	for _, file := range l.o.Dialect.Trust.Files {
		p := l.filePath(file)
		if p == "" {
			continue
		}
		e := readEntry(l.fsys, Source{Kind: dialect.User, Path: p, Dir: path.Dir(p), Name: "state"}, l.o.Dialect.Config, l.memory)
		if !e.Exists {
			continue
		}
		l.out.TrustFile = &e
		if e.Root == nil {
			return nil
		}
		return trustRules(e.Root, l.o.Dialect.Trust, false)
	}
	return nil
}

// leftOut tells of a file that --setting-sources keeps the agent from reading.
func (l *settingsLoader) leftOut(layer dialect.Layer) {
	p := l.filePath(layer.File)
	if p == "" {
		return
	}
	if _, _, err := tree.Stat(l.fsys, p); err != nil {
		return
	}
	l.out.Diags = append(l.out.Diags, diag.Diagnostic{
		Code: "settings-source-off", Severity: diag.Note, Subject: diag.File(p),
		Summary: "not read: --setting-sources leaves out " + string(layer.Kind),
		Fix:     "name " + string(layer.Kind) + " in --setting-sources",
	})
}

// layer reads the files of one layer.
func (l *settingsLoader) layer(layer dialect.Layer) {
	sources := l.o.Launch.Sources
	chosen := layer.Kind == dialect.User || layer.Kind == dialect.Project || layer.Kind == dialect.Local
	if sources != nil && chosen && !slices.Contains(sources, string(layer.Kind)) {
		l.leftOut(layer)
		return
	}
	if layer.File == "{settings}" {
		l.flag(layer)
		return
	}
	p := l.filePath(layer.File)
	files := []string{p}
	if dir, pattern := path.Split(p); pattern == "*.json" {
		files = l.dropIns(path.Clean(dir))
	}
	for _, file := range files {
		if file == "" || slices.ContainsFunc(l.out.Stack.Entries, func(e Entry) bool {
			return e.Source.Kind == layer.Kind && e.Source.Path == file
		}) {
			continue
		}
		e, known := l.above(layer.Kind, file)
		if !known {
			e = readEntry(l.fsys, l.source(layer, file), l.o.Dialect.Config, l.memory)
			l.finish(&e, layer)
		}
		if e.Exists || layer.Always {
			l.add(e)
		}
	}
}

func (l *settingsLoader) add(e Entry) { l.out.Stack.Entries = append(l.out.Stack.Entries, e) }

func (l *settingsLoader) source(layer dialect.Layer, file string) Source {
	name := string(layer.Kind)
	if layer.Kind == dialect.Local && l.out.Repo.Main != "" && strings.HasPrefix(layer.File, "~repo/") {
		name = "local, main checkout"
		if !l.out.Repo.Linked() {
			name = "local, repository root"
		}
	}
	return Source{Kind: layer.Kind, Path: file, Dir: path.Dir(file), Name: name}
}

// filePath turns the dialect's file template into an absolute path; "" when it has no place here.
func (l *settingsLoader) filePath(file string) string {
	where, rest, ok := strings.Cut(file, "/")
	if !ok || !strings.HasPrefix(where, "~") {
		return file
	}
	dir := map[string]string{
		"~home": l.o.AgentHome, "~state": l.o.StateDir, "~cwd": tree.Canonical(l.fsys, l.o.Cwd), "~repo": l.out.Repo.Main,
	}[where]
	if dir == "" {
		return ""
	}
	return path.Join(dir, rest)
}

// dropIns lists the settings files of a folder in name order; hidden ones and folders are none.
func (l *settingsLoader) dropIns(dir string) []string {
	real, err := tree.EvalSymlinks(l.fsys, dir)
	if err != nil {
		return nil
	}
	entries, err := l.fsys.ReadDir(real.Path)
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		name := e.Name()
		p := path.Join(dir, name)
		if strings.HasSuffix(name, ".json") && !strings.HasPrefix(name, ".") && !tree.IsDir(l.fsys, p) {
			out = append(out, p)
		}
	}
	return out
}

// flag reads the settings that the agent is given when it starts: JSON text, or the path of a file.
//
// Cases: settings-flag-*.
func (l *settingsLoader) flag(layer dialect.Layer) {
	given := l.o.Launch.Settings
	if given == "" {
		return
	}
	text := strings.TrimSpace(given)
	src := Source{Kind: layer.Kind, Dir: l.o.Cwd, Name: "--settings"}
	var e Entry
	if strings.HasPrefix(text, "{") && strings.HasSuffix(text, "}") {
		e = Entry{Source: &src, Exists: true}
		e.parse([]byte(text), l.o.Dialect.Config)
		if e.Root != nil {
			placeless(e.Root)
		}
		e.Text, e.Digest = nil, ""
	} else {
		src.Path = tree.Join(l.o.Cwd, given)
		src.Dir = path.Dir(src.Path)
		e = readEntry(l.fsys, src, l.o.Dialect.Config, l.memory)
		if !e.Exists {
			e.Exists, e.Failed, e.Root = true, true, nil
			e.Diags = diag.List{{
				Code: "settings-not-found", Severity: diag.Error, Subject: diag.File(src.Path),
				Summary: "the file that --settings names does not exist", Effect: "the agent refuses to start",
			}}
		}
	}
	if !e.Failed || src.Path != "" && e.Text != nil { // a file that is there and broken is only left out
		l.finish(&e, layer)
	}
	l.add(e)
}

// finish checks the values of a file that was read, and decides what becomes of one that cannot be used.
func (l *settingsLoader) finish(e *Entry, layer dialect.Layer) {
	if e.Failed {
		l.unusable(e, layer)
		return
	}
	fit := fitSettings(e.Root, l.out.Schema)
	e.Lost, e.Faults = fit.lost, fit.faults
	switch {
	case len(fit.faults) == 0:
		e.Canonical = fit.root
	case layer.Faulty == dialect.FaultDropsKey:
		e.Canonical = withoutFaults(fit.root, fit.faults, l.out.Schema)
	default:
		e.drop("one wrong value takes the whole file out", "correct "+fit.faults[0].Key.String())
	}
}

// unusable: a file without a tree. Broken text stops the agent in a layer that loses single values.
func (l *settingsLoader) unusable(e *Entry, layer dialect.Layer) {
	denied := slices.ContainsFunc(e.Diags, func(d diag.Diagnostic) bool { return d.Code == codeUnreadable && d.Detail == detailDenied })
	if layer.Faulty == dialect.FaultStops || layer.Faulty == dialect.FaultDropsKey && !denied {
		return
	}
	e.Failed = false
	e.Faults = []Fault{{Class: ClassUnreadable, Span: diag.File(e.Source.Path)}}
	for i := range e.Diags {
		if e.Diags[i].Severity == diag.Error {
			e.Diags[i].Effect = "the agent leaves the whole file out and starts without a word"
			if e.Diags[i].Code != "file-too-large" {
				e.Faults[0].Summary = e.Diags[i].Summary
			}
		}
	}
	e.drop("the file cannot be read", "")
}

// drop leaves the whole file out.
func (e *Entry) drop(text, fix string) {
	e.Canonical = nil
	e.Disabled = &DisabledReason{Code: CodeDropped, Text: text, Fix: fix}
}

// withoutFaults leaves out the values that do not fit, each with the array or object that needs it.
func withoutFaults(root *Node, faults []Fault, schema *dialect.Schema) *Node {
	gone := map[string]bool{}
	for _, f := range faults {
		key := settable(root, f.Key)
		gone[key.String()] = true
		root = replaceAt(root, key, failsAs(schema.Lookup(key)))
	}
	for _, name := range schema.Root().Names {
		root = withoutPartners(root, schema.Root().Named(name), Key{name}, gone)
	}
	return root
}

// withoutPartners leaves out keys whose partner is gone.
//
// Case: claude/managed-wrong-values.
func withoutPartners(root *Node, field *dialect.Field, key Key, gone map[string]bool) *Node {
	if with := field.Key.With; with != "" && gone[with] {
		return replaceAt(root, key, nil)
	}
	for _, name := range field.Names {
		root = withoutPartners(root, field.Named(name), key.Child(name), gone)
	}
	return root
}

// settable is the longest part of key that names a member of an object.
func settable(root *Node, key Key) Key {
	for i := range key {
		n := root.At(key[:i])
		if n == nil || n.Table == nil {
			return key[:i]
		}
	}
	if root.At(key) == nil {
		return key[:len(key)-1] // a required member is missing: its object goes
	}
	return key
}

// failsAs is the value that stands in for a wrong one; nil when the key is left out.
func failsAs(k *dialect.Key) *Node {
	switch {
	case k == nil || k.Fails == "":
		return nil
	case k.Type == "boolean":
		return &Node{Value: k.Fails == "true"}
	}
	return &Node{Value: k.Fails}
}

// replaceAt puts value in the place of the member at key, or takes the member out when value is nil.
func replaceAt(root *Node, key Key, value *Node) *Node {
	last := len(key) - 1
	if last < 0 {
		return emptyTable(root.Origin.Source)
	}
	return update(root, key[:last], func(t *Node) *Node {
		i := t.Table.find(key[last])
		switch {
		case i < 0:
			return t
		case value == nil:
			return without(t, i)
		}
		n := *value
		n.Origin, n.Written = t.Table.Members[i].Node.Origin, t.Table.Members[i].Node.Plain()
		return withMember(t, i, Member{key[last], &n})
	})
}
