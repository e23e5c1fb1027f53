package skills

import (
	"slices"
	"strings"
)

// Mention is one place in a text that names a skill, or would.
type Mention struct {
	Name   string // without the sigil
	Path   string // what a link leads to; "" for a plain mention
	Start  int    // offset in the text
	End    int
	Why    string // why it selects nothing; "" when it selects
	Skills []int  // the skills that it could mean: indexes into Set.Skills
}

// Mentions finds what names a skill in a user's text, in order.
//
// A plain mention is the sigil and the longest run of letters, digits, "_", ":" and "-" (ASCII) after it; what
// stands before it does not matter. A link [$NAME](PATH) selects by its path alone. A plain mention needs exactly
// one enabled skill of that very name.
//
// Cases: mention-grammar, mention-links.
func (s *Set) Mentions(text string) []Mention {
	d := s.Dialect.Mentions
	if d.Sigil == "" {
		return nil
	}
	var out []Mention
	for at := 0; at < len(text); {
		if m, ok := s.link(text, at); ok {
			if !s.isReserved(m.Name) {
				out = append(out, s.resolveLink(m))
			}
			at = m.End
			continue
		}
		name := ""
		if strings.HasPrefix(text[at:], d.Sigil) {
			name = nameAt(text[at+len(d.Sigil):])
		}
		if name == "" {
			at++
			continue
		}
		end := at + len(d.Sigil) + len(name)
		if !s.isReserved(name) {
			out = append(out, s.resolveName(Mention{Name: name, Start: at, End: end}))
		}
		at = end
	}
	return out
}

// isReserved reports names that are variables in a shell, in any case.
func (s *Set) isReserved(name string) bool {
	return slices.ContainsFunc(s.Dialect.Mentions.Reserved, func(r string) bool { return strings.EqualFold(r, name) })
}

// nameAt is the longest name at the start of text.
func nameAt(text string) string {
	n := 0
	for n < len(text) && isNameByte(text[n]) {
		n++
	}
	return text[:n]
}

func isNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-' || c == ':'
}

// link reads [$NAME](PATH) at an offset; blanks may stand between the brackets and around the path.
func (s *Set) link(text string, at int) (Mention, bool) {
	rest, ok := strings.CutPrefix(text[at:], "["+s.Dialect.Mentions.Sigil)
	if !ok {
		return Mention{}, false
	}
	name := nameAt(rest)
	rest, ok = strings.CutPrefix(rest[len(name):], "]")
	if !ok || name == "" {
		return Mention{}, false
	}
	rest, ok = strings.CutPrefix(strings.TrimLeft(rest, " \t\n\f\r"), "(")
	if !ok {
		return Mention{}, false
	}
	target, after, ok := strings.Cut(rest, ")")
	if target = strings.TrimSpace(target); !ok || target == "" {
		return Mention{}, false
	}
	return Mention{Name: name, Path: target, Start: at, End: len(text) - len(after)}, true
}

func (s *Set) resolveLink(m Mention) Mention {
	d := s.Dialect.Mentions
	for _, f := range d.Foreign {
		if strings.HasPrefix(m.Path, f) {
			m.Why = f + " links name no skill"
			return m
		}
	}
	target := strings.TrimPrefix(m.Path, d.Scheme)
	for i := range s.Skills {
		sk := s.Skills[i]
		if sk.Path == target || d.Seen && sk.Seen == target {
			m.Skills = append(m.Skills, i)
			if !sk.Enabled {
				m.Why = "the skill is turned off"
			}
		}
	}
	if len(m.Skills) == 0 {
		m.Why = "no skill has this path; a link needs the absolute path of a " + s.Dialect.File
	}
	return m
}

func (s *Set) resolveName(m Mention) Mention {
	enabled := 0
	for i := range s.Skills {
		if s.Skills[i].Name == m.Name {
			m.Skills = append(m.Skills, i)
			if s.Skills[i].Enabled {
				enabled++
			}
		}
	}
	switch {
	case len(m.Skills) == 0:
		m.Why = "no skill has this name"
	case enabled == 0:
		m.Why = "the skill is turned off"
	case enabled > 1:
		m.Why = "the name is ambiguous: " + plural(enabled, "skill") + " have it"
	}
	return m
}

// Mentioned gives the skills that a text loads, in the order in which they are put into the prompt: those that
// links select first, then the others, both in listing order, each once.
//
// Cases: mention-body-wrapping, skills-duplicates, skills-switches-project.
func (s *Set) Mentioned(text string) []int {
	linked, named := map[int]bool{}, map[int]bool{}
	for _, m := range s.Mentions(text) {
		for _, i := range m.Skills {
			switch {
			case !s.Skills[i].Enabled || m.Why != "":
			case m.Path != "":
				linked[i] = true
			default:
				named[i] = true
			}
		}
	}
	var out []int
	taken := map[string]bool{}
	for i := range s.Skills {
		if linked[i] {
			out = append(out, i)
			taken[s.Skills[i].Name] = true
		}
	}
	for i := range s.Skills {
		if named[i] && !linked[i] && !taken[s.Skills[i].Name] {
			out = append(out, i)
		}
	}
	return out
}
