package skills

import (
	"encoding/json"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agentlayers/layers/tree"
)

// plugin reads one folder of a plugin: its commands for a root of commands, else its skills.
//
// Cases: claude/047-plugin-dir, plugin-folders, plugin-manifest.
func (l *commandLoader) plugin(root int) {
	r := &l.set.Roots[root]
	if !tree.IsDir(l.fsys, r.Path) {
		return
	}
	r.Exists, r.Real = true, tree.Canonical(l.fsys, r.Path)
	m, fault := l.manifest(r.Path)
	if fault != "" {
		l.pass(Passed{Path: path.Join(r.Path, l.set.Dialect.Commands.Plugins.Manifest), Reason: PassedPlugin, Text: "the plugin is not loaded: " + fault, Root: root})
		return
	}
	p := pluginReader{l: l, root: root, m: m}
	if r.Dialect.Commands {
		p.commands()
		l.pluginCommands = append(l.pluginCommands, p.found...)
		return
	}
	p.skills()
	l.pluginSkills = append(l.pluginSkills, p.found...)
}

// manifest is what a plugin says about itself. Without one its folder's name is the plugin's.
type manifest struct {
	name     string
	skills   []string // further places, as written
	commands []string // places instead of the usual one
	inline   []inlineCommand
	replaced bool // commands is set
}

// inlineCommand is a command that the manifest itself describes.
type inlineCommand struct {
	Name        string
	Source      string `json:"source"`
	Content     string `json:"content"`
	Description string `json:"description"`
	Hint        string `json:"argumentHint"`
}

// manifest reads a plugin's own description, or says why the plugin is not loaded.
func (l *commandLoader) manifest(dir string) (manifest, string) {
	d := l.set.Dialect.Commands.Plugins
	m := manifest{name: path.Base(dir)}
	f, _, err := tree.Read(l.fsys, path.Join(dir, d.Manifest), maxManifest)
	if tree.IsMissing(err) {
		return m, ""
	}
	if err != nil {
		return m, "its manifest cannot be read"
	}
	var raw map[string]json.RawMessage
	if json.Unmarshal(f.Data, &raw) != nil {
		return m, "its manifest is not JSON"
	}
	if json.Unmarshal(raw["name"], &m.name) != nil || m.name == "" {
		return m, "its manifest gives no name"
	}
	if strings.ContainsAny(m.name, " \t\n") {
		return m, "its name holds a blank"
	}
	ok := false
	if m.skills, _, ok = placesIn(raw[d.Skills]); !ok {
		return m, d.Skills + " of its manifest is no place or list of places"
	}
	m.commands, m.inline, ok = placesIn(raw[d.Commands])
	m.replaced = raw[d.Commands] != nil
	if !ok {
		return m, d.Commands + " of its manifest is no place or list of places"
	}
	for _, p := range slices.Concat(m.skills, m.commands) {
		if !strings.HasPrefix(p, d.Prefix) {
			return m, "the place " + p + " of its manifest does not begin with " + d.Prefix
		}
	}
	return m, ""
}

// placesIn reads one place, a list of places, or a table of commands.
func placesIn(raw json.RawMessage) (list []string, table []inlineCommand, ok bool) {
	if raw == nil {
		return nil, nil, true
	}
	var one string
	if json.Unmarshal(raw, &one) == nil {
		return []string{one}, nil, true
	}
	if json.Unmarshal(raw, &list) == nil {
		return list, nil, true
	}
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, nil, false
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, nil, false
		}
		c := inlineCommand{}
		if dec.Decode(&c) != nil {
			return nil, nil, false
		}
		c.Name, _ = key.(string)
		table = append(table, c)
	}
	return nil, table, true
}

// pluginReader reads the skills or the commands of one plugin.
type pluginReader struct {
	l     *commandLoader
	root  int
	m     manifest
	found []*Skill
}

func (p *pluginReader) dir() string { return p.l.set.Roots[p.root].Path }

// take names what was read after the plugin.
func (p *pluginReader) take(s *Skill) {
	if s == nil {
		return
	}
	s.Namespace = p.m.name
	s.Name = p.m.name + ":" + s.Name
	s.Command.Paths = nil
	p.found = append(p.found, s)
}

// skills reads the usual folder and those that the manifest adds. A plugin with neither may be a skill itself.
func (p *pluginReader) skills() {
	usual := path.Join(p.dir(), p.l.set.Dialect.Commands.Plugins.Skills)
	places := append([]string{usual}, p.under(p.m.skills)...)
	for _, place := range places {
		if !tree.IsDir(p.l.fsys, place) {
			continue
		}
		if isFile(p.l.fsys, path.Join(place, p.l.set.Dialect.File)) {
			p.take(p.l.skillIn(p.root, place, path.Base(place)))
			continue
		}
		p.folderOfSkills(place)
	}
	if len(p.m.skills) == 0 && !tree.IsDir(p.l.fsys, usual) && isFile(p.l.fsys, path.Join(p.dir(), p.l.set.Dialect.File)) {
		p.itself()
	}
}

// itself takes the plugin's own folder as a skill, which has the name of its head.
func (p *pluginReader) itself() {
	s := p.l.skillIn(p.root, p.dir(), path.Base(p.dir()))
	if s == nil {
		return
	}
	if title := s.Command.Title; title != "" {
		s.Name, s.Command.Title, s.Command.bare = title, "", title
	}
	p.take(s)
}

func (p *pluginReader) folderOfSkills(dir string) {
	entries, ok := p.l.list(p.root, dir, maxRootEntries)
	if !ok {
		return
	}
	start := len(p.found)
	for _, e := range entries {
		if s := p.l.skillFolder(p.root, dir, e); s != nil {
			s.Name = plainName(s.Name)
			p.take(s)
		}
	}
	p.l.names.sort(p.found[start:])
}

// plainName puts a hyphen for every character of a folder's name that is no sign of a plugin's skill.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && strings.ContainsRune(plainSigns, r) && r != '.' && r != ':' {
			return r
		}
		return '-'
	}, name)
}

// commands reads the usual folder, or instead of it what the manifest names.
func (p *pluginReader) commands() {
	places := []string{path.Join(p.dir(), p.l.set.Dialect.Commands.Plugins.Commands)}
	if p.m.replaced {
		places = p.under(p.m.commands)
	}
	for _, place := range places {
		switch {
		case tree.IsDir(p.l.fsys, place):
			p.folderOfCommands(place, nil, nil)
		case isFile(p.l.fsys, place):
			p.commandFile(place, []string{strings.TrimSuffix(path.Base(place), p.l.set.Dialect.Commands.Suffix)}, false)
		}
	}
	for _, c := range p.m.inline {
		p.described(c)
	}
}

// described takes a command of the manifest.
func (p *pluginReader) described(c inlineCommand) {
	var s *Skill
	if c.Source != "" {
		s = p.l.read(p.root, path.Join(p.dir(), c.Source), c.Name, KindCommand)
	} else {
		s = p.l.command(p.root, path.Join(p.dir(), p.l.set.Dialect.Commands.Plugins.Manifest), c.Name, KindCommand, []byte(c.Content))
	}
	if s == nil {
		return
	}
	if c.Source == "" {
		s.Command.inline = []byte(c.Content)
	}
	if c.Description != "" {
		s.Description, s.Command.Own = c.Description, true
	}
	if c.Hint != "" {
		s.Command.Hint = shown(c.Hint)
	}
	p.take(s)
}

// folderOfCommands reads the files of a folder, then the folders in it. A folder with a skill file is that skill.
func (p *pluginReader) folderOfCommands(dir string, names, above []string) {
	real := tree.Canonical(p.l.fsys, dir)
	if slices.Contains(above, real) || len(names) > maxCommandDepth || len(p.found) > maxRootEntries {
		return
	}
	entries, ok := p.l.list(p.root, dir, maxCommandFolder)
	if !ok {
		return
	}
	slices.SortStableFunc(entries, func(a, b fs.DirEntry) int { return p.l.names.compare(a.Name(), b.Name()) })
	d := p.l.set.Dialect
	if isFile(p.l.fsys, path.Join(dir, d.File)) {
		if len(names) == 0 {
			names = []string{path.Base(dir)}
		}
		p.commandFile(path.Join(dir, d.File), names, true)
		return
	}
	for _, e := range entries {
		f := path.Join(dir, e.Name())
		if strings.HasSuffix(e.Name(), d.Commands.Suffix) && isFile(p.l.fsys, f) {
			p.commandFile(f, append(names[:len(names):len(names)], strings.TrimSuffix(e.Name(), d.Commands.Suffix)), false)
		}
	}
	for _, e := range entries {
		if f := path.Join(dir, e.Name()); tree.IsDir(p.l.fsys, f) {
			p.folderOfCommands(f, append(names[:len(names):len(names)], e.Name()), append(above[:len(above):len(above)], real))
		}
	}
}

// commandFile takes one file; here a name in the head counts for commands too.
func (p *pluginReader) commandFile(file string, names []string, whole bool) {
	s := p.l.read(p.root, file, strings.Join(names, ":"), KindCommand)
	if s == nil {
		return
	}
	h, _, _ := readCommandHead(s.Source(), p.l.set.Dialect.Limits.HeadBytes)
	s.Command.Title = titleOf(h.text(fieldName), p.l.set.Dialect.Commands.NameMax)
	s.Command.whole = whole
	p.take(s)
}

// under resolves places of the manifest, those that lead out of the plugin left out.
func (p *pluginReader) under(list []string) []string {
	var out []string
	for _, rel := range list {
		at := path.Join(p.dir(), rel)
		if tree.Within(p.dir(), at) {
			out = append(out, at)
			continue
		}
		p.l.pass(Passed{Path: at, Reason: PassedPlugin, Text: "the place " + rel + " of the manifest is not in the plugin", Root: p.root})
	}
	return out
}

func isFile(fsys tree.FS, p string) bool {
	info, _, err := tree.Stat(fsys, p)
	return err == nil && info.Mode().IsRegular()
}
