package skills

import (
	"fmt"
	"hash/maphash"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/tree"
)

// ChangedError is a skill whose file is no longer the one that was found: what it says now was neither searched nor
// judged. resolve.Refresh, or another search, takes it in.
type ChangedError struct {
	Name string
	Path string
	Err  error // what reading the file said; nil when it can be read and has other bytes
}

// Error names the file.
func (e *ChangedError) Error() string {
	text := fmt.Sprintf("skill %q is not what was found: %s", e.Name, e.Path)
	if e.Err != nil {
		return text + ": " + e.Err.Error()
	}
	return text + " has changed"
}

// Unwrap gives what reading the file said.
func (e *ChangedError) Unwrap() error { return e.Err }

// Text reads the whole file of one of the set's skills again, head included. The error is a *ChangedError.
func (s *Set) Text(sk *Skill) ([]byte, error) {
	if sk.Command.inline != nil {
		return sk.Command.inline, nil
	}
	limit := s.Dialect.Limits.FileBytes
	if sk.Command.Kind != "" {
		limit = s.Dialect.Commands.FileBytes[sk.Command.Kind]
	}
	f, digest, err := tree.ReadOnce(s.fsys, sk.Path, limit, "")
	if err != nil || digest != sk.Digest {
		return nil, &ChangedError{Name: sk.Name, Path: sk.Path, Err: err}
	}
	return f.Data, nil
}

// SameText reports skills whose files say the same below the head.
func (s *Skill) SameText(other *Skill) bool { return s.below == other.below }

// summary stands for the text below a head, to tell it from another.
type summary struct {
	bytes, lines int
	sum          uint64
}

var textSeed = maphash.MakeSeed()

func summaryOf(text []byte) summary {
	return summary{len(text), lineEnds(text), maphash.Bytes(textSeed, text)}
}

// Source is the head of the skill's file, for places in it.
func (s *Skill) Source() *diag.Source {
	name := s.Path
	if s.Command.Kind != "" {
		name = s.Seen
	}
	return diag.NewSource(name, []byte(s.Head))
}

// Span is where the value of a field of the head stands: "name", "description", "metadata.short-description", and for
// a command "when_to_use", "paths" and others. It is zero for a field that the head does not give.
func (s *Skill) Span(field string) diag.Span {
	for _, p := range s.places {
		switch {
		case p.field != field:
		case p.end < 0:
			return diag.File(s.Source().Name)
		default:
			return s.Source().Span(int(p.start), int(p.end))
		}
	}
	return diag.Span{}
}

// Comment is what follows the description on its line and is a comment; zero for none.
func (s *Skill) Comment() diag.Span { return s.Span(commentField) }

// commentField is no field of a head.
const commentField = "#"

// place is where a value stands in the head, in bytes.
type place struct {
	field      string
	start, end int32 // end is -1 for a value that has no place of its own
}

// at notes where a field's value stands.
func (s *Skill) at(field string, span diag.Span) {
	p := place{field, int32(span.Start.Offset), int32(span.End.Offset)} //nolint:gosec // a file has at most 16 MiB
	if !span.HasPosition() {
		p.end = -1
	}
	s.places = append(s.places, p)
}

// drop forgets where a field's value stands.
func (s *Skill) drop(field string) {
	for i := range s.places {
		if s.places[i].field == field {
			s.places = append(s.places[:i], s.places[i+1:]...)
			return
		}
	}
}
