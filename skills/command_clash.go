package skills

import (
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// addSkill takes a skill. One of an added folder whose name is taken gets another name; one that waits for a file
// takes none.
//
// Cases: claude/041-skills-clash, skills-waiting, skills-added-folders.
func (l *commandLoader) addSkill(s *Skill) {
	switch {
	case len(s.Command.Paths) > 0:
	case s.Scope == scopeAdded && l.taken[s.Name]:
		l.addScoped(s)
		return
	default:
		l.taken[s.Name] = true
	}
	l.skills = append(l.skills, s)
}

// addScoped gives a skill of an added folder the name of that folder in front.
func (l *commandLoader) addScoped(s *Skill) {
	dir := l.scopeName(strings.TrimSuffix(l.set.Roots[s.Root].Path, "/"+l.set.Roots[s.Root].Dialect.Path))
	s.Command.Near, s.Command.Title, s.Command.base = dir, "", s.Name
	s.Description += strings.NewReplacer("{dir}", dir, "{name}", s.Name).Replace(l.set.Dialect.Commands.Scoped)
	s.Name = dir + ":" + s.Name
	l.scoped = append(l.scoped, s)
}

// scopeName is what an added folder is called: its path below the working directory, or else its last part, with
// the part before it where another added folder ends in the same.
func (l *commandLoader) scopeName(dir string) string {
	if rel, ok := strings.CutPrefix(dir, l.o.Cwd+"/"); ok && tree.Within(l.o.Cwd, dir) {
		return rel
	}
	base := path.Base(dir)
	for _, other := range l.c.Added {
		if other != dir && path.Base(other) == base {
			return path.Join(path.Base(path.Dir(dir)), base)
		}
	}
	return base
}

// settle joins what was found in the agent's order, applies overrides, gives further names, and says who sees what.
//
// Skills with a folder's name in front come last, or before the first that has the name of a command of the agent's.
//
// Case: claude/skills-added-order.
func (l *commandLoader) settle() {
	l.names.sort(l.commands)
	all := slices.Concat(l.skills, l.commands, l.pluginCommands, l.pluginSkills)
	at := slices.IndexFunc(all, func(s *Skill) bool { return len(s.Command.Paths) == 0 && l.isOwnCommand(s.Name) })
	if at < 0 {
		at = len(all)
	}
	for _, s := range slices.Insert(all, at, l.unique(l.scoped)...) {
		if s.Scope != scopePlugin {
			l.override(s)
		}
		l.set.Skills = append(l.set.Skills, s)
	}
	l.set.look()
	l.set.alias()
	l.set.entitle()
	l.set.nameOwn()
	l.set.Skills = slices.DeleteFunc(l.set.Skills, l.unseen)
}

// isOwnCommand reports a name that a command of the agent's own has, which is no skill.
func (l *commandLoader) isOwnCommand(name string) bool {
	d := l.set.Dialect.Commands
	return slices.Contains(d.Taken, name) ||
		slices.ContainsFunc(d.Own, func(o dialect.OwnSkill) bool { return o.Name == name && !o.Skill && !o.Fixed })
}

// look says who sees each skill. The user sees the first of each name, if it is for users; the model the first of
// each name that is for the model; a session names the first of each name that it would name, if it is for users.
//
// Cases: claude/050-skills-and-commands-clash, skills-views.
func (s *Set) look() {
	typed, listed, named := map[string]bool{}, map[string]bool{}, map[string]bool{}
	first := func(seen map[string]bool, name string) bool {
		was := seen[name]
		seen[name] = true
		return !was
	}
	for i := range s.Skills {
		sk := s.Skills[i]
		c := sk.Command
		if !sk.there() {
			continue
		}
		c.Typed = first(typed, sk.Name) && !c.Untyped
		if sk.forModel() {
			c.Listed = first(listed, sk.Name)
		}
		if sk.forSession() {
			c.Named = first(named, sk.Name) && !c.Untyped
		}
	}
}

// there reports a skill that is neither turned off nor waits for a file.
func (s *Skill) there() bool { return s.Enabled && len(s.Command.Paths) == 0 }

// forModel reports a skill that the model may be told of.
func (s *Skill) forModel() bool {
	c := s.Command
	return !s.Meta.Explicit && !c.UserOnly && (s.Namespace == "" || c.Own || c.When != "")
}

// forSession reports a skill that a session may name: it has a description of its own, and a command must be one
// that the model may not use.
//
// Cases: claude/042-commands, 043-skills-frontmatter.
func (s *Skill) forSession() bool {
	c := s.Command
	return (c.Own || c.When != "") && (c.Kind == KindSkill || s.Meta.Explicit || c.whole && s.Namespace != "")
}

// unseen moves what nobody sees to what was not taken.
func (l *commandLoader) unseen(s *Skill) bool {
	c := s.Command
	if c.Typed || c.Listed || c.Named || !s.Enabled || len(c.Paths) > 0 {
		return false
	}
	p := Passed{Path: s.Seen, Reason: PassedUseless, Root: s.Root, Text: "neither the user nor the model may use it"}
	if i := slices.IndexFunc(l.set.Skills, func(x *Skill) bool { return x.Name == s.Name }); l.set.Skills[i].Seen != s.Seen {
		p.Reason, p.Text = PassedShadowed, "the name "+s.Name+" is taken by "+l.set.Skills[i].Seen
	}
	l.set.Roots[s.Root].Found--
	l.pass(p)
	return true
}

// unique leaves out scoped skills that have the same name all the same.
func (l *commandLoader) unique(list []*Skill) []*Skill {
	count := map[string]int{}
	for _, s := range list {
		count[s.Name]++
	}
	var out []*Skill
	for _, s := range list {
		if count[s.Name] == 1 {
			out = append(out, s)
			continue
		}
		l.pass(Passed{Path: s.Seen, Reason: PassedShadowed, Root: s.Root, Text: "more than one skill would be " + s.Name})
	}
	return out
}

// alias gives the further names that a user may type: not one that something else is called.
//
// Case: claude/skills-aliases.
func (s *Set) alias() {
	d := s.Dialect.Commands
	for i := range s.Skills {
		sk := s.Skills[i]
		sk.Command.Aliases = slices.DeleteFunc(aliases(sk), func(name string) bool {
			return slices.Contains(d.Taken, name) || slices.Contains(d.Reserved, name) ||
				slices.ContainsFunc(d.Own, func(o dialect.OwnSkill) bool { return o.Name == name }) ||
				slices.ContainsFunc(s.Skills, func(x *Skill) bool { return x.Name == name && x.Name != sk.Name && len(x.Command.Paths) == 0 })
		})
	}
}

// aliases are what a user may type besides the name that is shown, if nothing else is called so. A folder's name
// counts where it has the plain signs of a name.
func aliases(s *Skill) []string {
	c := s.Command
	switch {
	case s.Namespace != "" && strings.Contains(c.Title, ":"):
		return []string{s.Name}
	case s.Namespace != "" && c.Title != "" && s.Shown() != s.Name:
		return []string{c.Title, s.Name}
	case s.Namespace != "" && c.Title != "":
		return []string{c.Title}
	case s.Namespace != "" && c.bare != "":
		return []string{c.bare}
	case s.Namespace == "" && c.Title != "" && c.Title != s.Name && strings.Trim(s.Name, plainSigns) == "":
		return []string{s.Name}
	}
	return nil
}

const plainSigns = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:-"

// Shown is the name that a user sees and types.
func (s *Skill) Shown() string {
	switch {
	case s.Command.Title == "":
		return s.Name
	case s.Namespace != "":
		return s.Name[:strings.LastIndexByte(s.Name, ':')+1] + s.Command.Title
	}
	return s.Command.Title
}

// override applies the setting for one name.
//
// Case: claude/skills-overrides.
func (l *commandLoader) override(s *Skill) {
	for i := range l.set.Rules {
		r := &l.set.Rules[i]
		if r.Name != s.Name && r.Name != s.Command.base {
			continue
		}
		r.Hits++
		s.Rule = r
		switch r.Value {
		case l.word(wordNameOnly):
			s.Command.NameOnly = true
		case l.word(wordUserOnly):
			s.Command.UserOnly = true
		case l.word(wordOff):
			s.Enabled = false
		}
	}
}
