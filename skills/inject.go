package skills

import (
	"fmt"
	"slices"
	"strings"
)

// Loaded is a skill as the model gets it.
type Loaded struct {
	Skill *Skill
	Body  []byte // the whole file, head included, nothing escaped
	Text  string // Body in the agent's wrapping
}

// NotFoundError is a name that no skill has, or that more than one has.
type NotFoundError struct {
	Name      string
	Ambiguous []string // paths of the skills that share the name
	Near      []string // the nearest names, best first
	Available []string // every name, in listing order
}

func (e *NotFoundError) Error() string {
	if len(e.Ambiguous) > 0 {
		return fmt.Sprintf("%d skills are named %q: %s", len(e.Ambiguous), e.Name, strings.Join(e.Ambiguous, ", "))
	}
	text := fmt.Sprintf("no skill is named %q", e.Name)
	if len(e.Near) > 0 {
		text += "; did you mean " + strings.Join(e.Near, " or ") + "?"
	}
	if len(e.Available) == 0 {
		return text + "; there are no skills here"
	}
	shown := e.Available[:min(maxAvailable, len(e.Available))]
	text += "; available: " + strings.Join(shown, ", ")
	if more := len(e.Available) - len(shown); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// maxAvailable bounds how many names an error shows.
const maxAvailable = 50

// Load reads the whole file of the skill with that name, or at that path, again. A skill that is turned off can be
// loaded: Skill.Enabled says so.
//
// The error is a *NotFoundError, or a *ChangedError where the file is another one than was found.
func (s *Set) Load(name string) (Loaded, error) {
	var hits []int
	for i := range s.Skills {
		sk := s.Skills[i]
		if sk.Path == name || sk.Seen == name {
			return s.loaded(sk)
		}
		if sk.Name == name {
			hits = append(hits, i)
		}
	}
	enabled := slices.DeleteFunc(slices.Clone(hits), func(i int) bool { return !s.Skills[i].Enabled })
	switch {
	case len(enabled) == 1:
		return s.loaded(s.Skills[enabled[0]])
	case len(hits) == 1:
		return s.loaded(s.Skills[hits[0]])
	}
	if i := s.Answering(name); i >= 0 {
		return s.loaded(s.Skills[i])
	}
	e := &NotFoundError{Name: name}
	for _, i := range hits {
		e.Ambiguous = append(e.Ambiguous, s.Skills[i].Path)
	}
	for i := range s.Skills {
		if n := s.Skills[i].Name; !slices.Contains(e.Available, n) {
			e.Available = append(e.Available, n)
		}
	}
	e.Near = near(name, e.Available)
	return Loaded{}, e
}

func (s *Set) loaded(sk *Skill) (Loaded, error) {
	data, err := s.Text(sk)
	if err != nil {
		return Loaded{}, err
	}
	return Loaded{Skill: sk, Body: data, Text: s.wrap(sk, data)}, nil
}

// wrap puts a skill's file into the form in which it is put into the prompt.
func (s *Set) wrap(sk *Skill, data []byte) string {
	d := s.Dialect.Mentions
	if sk.Command.Kind != "" {
		return s.wrapCommand(sk, data)
	}
	fill := strings.NewReplacer("{name}", sk.Name, "{path}", sk.Path)
	return fill.Replace(d.Before) + string(data) + d.After
}
