package layers

import (
	"context"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/trust"
)

// Options is what Load is asked.
type Options struct {
	Dialect   dialect.Dialect
	Cwd       string       // absolute; as the user sees it
	Home      string       // the user's home, for "~"; "" when unknown
	AgentHome string       // the agent's folder, links resolved; "" when there is none to read
	Overrides []string     // run-time overrides, "key=value"
	Hostname  string       // for requirements that differ per host; "" when unknown
	Profile   string       // selected profile; "" for none
	Virtual   []trust.Rule // trust rules added to the user's layer, as if typed there
	Enforced  []Entry      // requirements that an embedder holds, highest authority first

	StateDir string                           // folder of the agent's state file; "" when unknown
	Launch   Launch                           // what the agent's own command line says
	Env      func(name string) (string, bool) // the agent's environment; may be nil

	Compiled *dialect.Compiled // the dialect's key tables; nil: compiled here
	Previous *Loaded           // an earlier answer to the same question: files with the same bytes are not parsed again

	// Judged is what Judge made of an earlier answer to the same question: what is the same by now is not judged again.
	Judged *Judged

	// Above is an earlier answer for a folder above Cwd in the same project, to the same question otherwise, for
	// whoever asks about many folders: of the layers of folders only Cwd's own is then read and in the stack, and
	// everything else is taken over. What Above holds of its own folder is not there. nil: everything is read.
	Above *Loaded
}

// withTables fills in the dialect's key tables where the caller has none.
func (o Options) withTables() Options {
	if o.Compiled == nil {
		o.Compiled = o.Dialect.Compile()
	}
	return o
}

// Loaded is a stack and what was found out on the way.
type Loaded struct {
	Stack    ConfigLayerStack
	Schema   *dialect.Schema // of configuration keys
	Required *dialect.Schema // of requirements
	Root     trust.Root      // where the project begins
	Markers  []string        // file and folder names that make a folder the root
	Repo     trust.Repo      // what the nearest ".git" says
	Rules    trust.Rules     // the trust table of the layers that may grant trust
	Trust    trust.Decision  // for the working directory's own folder
	Diags    diag.List       // problems that belong to no layer

	TrustFile *Entry // the file with the trust table, where that is no layer; nil when there is none

	parsed parsed // for a later Load
}

// Load reads every layer that the dialect names for o.Cwd, lowest precedence first.
//
// A layer that the dialect always has is present even when its file is missing (Exists false). A file that is
// there and cannot be used gives an entry with Failed, Diags and a nil Root. A project layer whose folder is
// not trusted has Disabled set and takes no part in Effective; a broken file there is an empty layer.
//
// The error is non-nil only when ctx is done.
func Load(ctx context.Context, fsys tree.FS, o Options) (*Loaded, error) {
	o = o.withTables()
	if o.Dialect.Config.Format == dialect.FormatJSON {
		return loadSettings(ctx, fsys, o)
	}
	l := loader{fsys: fsys, o: o, memory: newMemory(o.Previous), out: &Loaded{
		Schema: o.Compiled.Config, Required: o.Compiled.Requirements,
	}}
	l.rename = renamer(o.Dialect.Config.Aliases)
	if o.Above != nil {
		return l.below(o.Above), ctx.Err()
	}
	byKind := l.base()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	l.place(byKind)
	project, err := l.projects(ctx)
	if err != nil {
		return nil, err
	}
	for _, layer := range o.Dialect.Config.Layers {
		if layer.Gated {
			l.out.Stack.Entries = append(l.out.Stack.Entries, project...)
		} else {
			l.out.Stack.Entries = append(l.out.Stack.Entries, byKind[layer.Kind]...)
		}
	}
	if !l.memory.own(&l.out.Stack) {
		o.Previous = nil
		return Load(ctx, fsys, o)
	}
	l.out.Stack.Requirements = loadRequirements(fsys, o, l.out.Required, byKind[dialect.Managed], l.memory)
	l.out.parsed = l.memory.now
	return l.out, nil
}

type loader struct {
	fsys   tree.FS
	o      Options
	out    *Loaded
	memory *memory
	rename func(*Node) *Node
}

// base reads the layers that need no trust.
func (l *loader) base() map[dialect.Kind][]Entry {
	out := map[dialect.Kind][]Entry{}
	for _, layer := range l.o.Dialect.Config.Layers {
		if layer.Gated {
			continue
		}
		if e, ok := l.baseEntry(layer); ok {
			out[layer.Kind] = []Entry{e}
		}
	}
	return out
}

func (l *loader) baseEntry(layer dialect.Layer) (Entry, bool) {
	switch layer.Kind {
	case dialect.Runtime:
		return l.runtime()
	case dialect.Profile:
		if l.o.Profile == "" {
			return Entry{}, false
		}
	}
	p := l.filePath(layer.File)
	if p == "" {
		e := Entry{Source: &Source{Kind: layer.Kind, Name: string(layer.Kind)}}
		if layer.Kind == dialect.User && len(l.o.Virtual) > 0 { // as if typed, although nobody knows where
			e.Root = emptyTable(e.Source)
			l.addVirtual(&e)
			l.finish(&e)
		}
		return e, layer.Always
	}
	e := readEntry(l.fsys, Source{Kind: layer.Kind, Path: p, Dir: path.Dir(p), Name: string(layer.Kind)}, l.o.Dialect.Config, l.memory)
	if layer.Kind == dialect.User {
		l.addVirtual(&e)
	}
	l.finish(&e)
	return e, e.Exists || layer.Always || layer.Kind == dialect.Profile
}

// filePath turns the dialect's file template into an absolute path; "" when it has no place on this host.
func (l *loader) filePath(file string) string {
	rest, inHome := strings.CutPrefix(file, "~home/")
	if !inHome {
		return file
	}
	if l.o.AgentHome == "" {
		return ""
	}
	return path.Join(l.o.AgentHome, strings.ReplaceAll(rest, "{profile}", l.o.Profile))
}

// runtime is the one layer that all overrides make; it exists only when there are some.
func (l *loader) runtime() (Entry, bool) {
	if len(l.o.Overrides) == 0 {
		return Entry{}, false
	}
	root, diags := parseOverrides(l.o.Overrides, l.o.Dialect.Config.Limits)
	e := Entry{
		Source: &Source{Kind: dialect.Runtime, Dir: l.o.Cwd, Name: "flags"},
		Root:   root, Exists: true, Diags: diags, Failed: diags.HasErrors(),
	}
	l.finish(&e)
	return e, true
}

// finish resolves relative paths against the layer's folder and renames old keys for merging. The agent resolves the
// paths of a layer only when it has no fault: all of them or none.
//
// Case: the path-unresolved rows of testdata/typed; codex-random/layers-51a6277b.
func (l *loader) finish(e *Entry) {
	if e.Root == nil {
		return
	}
	f := l.memory.finish(e.Source, e.Root, func(was finished) finished {
		f := finished{written: e.Root, root: e.Root}
		if right := was.right(); len(checkTypes(e.Root, l.out.Schema, ReadAlone, right)) == 0 {
			f.root = resolver{e.Source.Dir, l.o.Home}.node(e.Root, l.out.Schema.Root(), resolved{right, was.root})
		} else {
			f.unresolved = true
		}
		f.canonical = l.rename(f.root)
		return f
	})
	e.Root, e.Canonical, e.PathsUnresolved = f.root, f.canonical, f.unresolved
}

// addVirtual puts "what if" trust rules into the user's layer.
func (l *loader) addVirtual(e *Entry) {
	if e.Root == nil {
		return
	}
	t := l.o.Dialect.Trust
	words := map[trust.Level]string{trust.Trusted: t.Trusted, trust.Untrusted: t.Untrusted}
	for _, r := range l.o.Virtual {
		src := &Source{Kind: dialect.User, Path: e.Source.Path, Dir: e.Source.Dir, Name: "the assumed entry"}
		value := &Node{Value: words[r.Level], Origin: Origin{Source: src}}
		e.Root = setPath(e.Root, []string{t.Key, r.Path, t.Level}, value, src)
	}
}

// place finds project root, repository and trust rules from the layers that may decide about them, which
// are never the project's own.
func (l *loader) place(byKind map[dialect.Kind][]Entry) {
	root := emptyTable(nil)
	for _, layer := range l.o.Dialect.Config.Layers {
		for _, e := range byKind[layer.Kind] {
			if e.Active() && layer.Places {
				root = merge(root, e.Canonical)
			}
		}
	}
	c := l.o.Dialect.Config
	l.memory.now.trusting = rulesOf(root, l.o.Dialect.Trust, false, l.memory.before.trusting)
	l.out.Rules = l.memory.now.trusting.rules
	l.out.Markers = markers(root, c.Roots)
	l.out.Root = trust.FindRoot(l.fsys, l.o.Cwd, l.out.Markers, c.Roots.GitNeedsHead)
	l.out.Repo = trust.FindRepo(l.fsys, l.o.Cwd, l.o.Dialect.Trust, c.Roots.GitNeedsHead)
	l.out.Trust = l.decide(l.o.Cwd)
}

// markers are the configured root markers, or the dialect's own when none are configured.
func markers(root *Node, r dialect.Roots) []string {
	n := root.Table.Get(r.Key)
	if n == nil || n.Elems == nil {
		return r.Markers
	}
	out := []string{}
	for _, e := range n.Elems {
		if s, ok := e.Value.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

// trustRules reads the trust table of a merged tree. Entries without a level are rules of their own only when
// asked for: a session's trust ends its search at them, the layers' does not (case trust-entry-without-level).
func trustRules(root *Node, t dialect.Trust, empty bool) []trust.Rule {
	table := root.Table.Get(t.Key)
	if table == nil || table.Table == nil {
		return nil
	}
	out := make([]trust.Rule, 0, len(table.Table.Members))
	for _, m := range table.Table.Members {
		if m.Node.Table == nil {
			continue
		}
		level := m.Node.Table.Get(t.Level)
		if level == nil {
			if empty {
				out = append(out, trust.Rule{Path: m.Name, Span: m.Node.Origin.Key(), Layer: m.Node.Origin.Source.Name})
			}
			continue
		}
		r := trust.Rule{Path: m.Name, Span: level.Origin.Key(), Layer: level.Origin.Source.Name}
		value := level.Value
		if flag, ok := value.(bool); ok && t.Boolean {
			value = strconv.FormatBool(flag)
		} else if t.Boolean {
			continue
		}
		switch value {
		case t.Trusted:
			r.Level = trust.Trusted
		case t.Untrusted:
			r.Level = trust.Untrusted
		default:
			continue
		}
		out = append(out, r)
	}
	return out
}

// decide asks the trust table about one folder: its own path, then the project root, then the repository.
func (l *loader) decide(dir string) trust.Decision {
	return l.out.Rules.Decide(l.fsys, []trust.Place{
		{What: "folder", Path: dir},
		{What: "project root", Path: l.out.Root.Path},
		l.out.Repo.Place(),
	})
}

// projects reads one layer per folder from the project root down to the working directory.
func (l *loader) projects(ctx context.Context) ([]Entry, error) {
	i := slices.IndexFunc(l.o.Dialect.Config.Layers, func(x dialect.Layer) bool { return x.Gated })
	if i < 0 {
		return nil, nil
	}
	var out []Entry
	for _, dir := range tree.Between(l.out.Root.Path, l.o.Cwd) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if e, ok := l.projectEntry(dir, l.o.Dialect.Config.Layers[i].File); ok {
			out = append(out, e)
		}
	}
	return out, nil
}
