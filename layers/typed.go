package layers

import (
	"slices"
	"strconv"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/internal/doc"
)

// Reading says which of the agent's three readings of a tree CheckTypes does.
type Reading int

// The readings.
const (
	ReadMerged Reading = iota + 1 // the effective configuration: every path is absolute by now
	ReadAlone                     // one layer before merging: relative paths have a base, two names of one key are a mistake
	ReadFile                      // a requirements file: as ReadText, but unknown members of closed tables are reported at their key
	ReadText                      // a file once more, to find the place of a mistake: as ReadAlone, but a date is no string
)

// CheckTypes lists what is wrong with the values of a tree, in the order in which the agent meets it: it stops
// at the first. Members are read in written order; flat members of a table come after the others.
//
// Fault.Span is the smallest span that is wrong; Fault.Reported the place that the agent names when the tree is
// one file's own. Unknown keys are no fault unless their table is closed.
//
// Cases: layers/testdata/typed.
func CheckTypes(root *Node, schema *dialect.Schema, as Reading) []Fault {
	return checkTypes(root, schema, as, nil)
}

// checkTypes is CheckTypes where an earlier root is known, read in the same way, that has no fault; was is nil without one.
func checkTypes(root *Node, schema *dialect.Schema, as Reading, was *Node) []Fault {
	if root == was {
		return nil
	}
	c := checker{as: as, schema: schema}
	c.table(root, schema.Root(), spot{key: deepKey(), was: was})
	return c.faults
}

type checker struct {
	as     Reading
	schema *dialect.Schema
	faults []Fault
}

// spot is where the checker stands: the key, and the value at whose place mistakes are reported once the agent has
// lost the exact one, as below flat members and in values with several forms; nil before that.
type spot struct {
	key    Key
	blamed *Node

	// was stood here when the whole was right; nil where that is not known. It is only known below tables whose members
	// are read by their names alone.
	was *Node
}

// child is s below one part more. The children of one spot share the memory of their keys, so only one of them is
// used at a time, and what is kept of a key is copied.
func (s spot) child(name string) spot {
	s.key, s.was = append(s.key, name), nil
	return s
}

// free is s where other values decide how this one is read: what was right before says nothing.
func (s spot) free() spot {
	s.was = nil
	return s
}

// member is s below the i-th member of a table.
func (s spot) member(i int, name string) spot {
	was := s.was.beside(i, name)
	s = s.child(name)
	s.was = was
	return s
}

// losing is s below a value that the agent buffers before it reads it.
func (s spot) losing(n *Node) spot {
	if s.blamed == nil {
		s.blamed = n
	}
	return s
}

// placeOf is where the agent says a value stands: at its header for tables that have one.
func placeOf(n *Node) diag.Span {
	if n.Origin.Opened().HasPosition() {
		return n.Origin.Opened()
	}
	return n.Origin.Value()
}

// faultAt records a mistake of n.
func (c *checker) faultAt(n *Node, s spot, class, summary string) {
	at := n
	if s.blamed != nil {
		at = s.blamed
	}
	c.faults = append(c.faults, Fault{
		Class: class, Key: slices.Clone(s.key), Span: n.Origin.Value(), Reported: placeOf(at), Summary: summary,
	})
}

func (c *checker) wrongType(n *Node, s spot, want string) {
	c.faultAt(n, s, ClassWrongType, s.key.String()+" needs "+want+", not "+describe(n))
}

// value checks one value against its field. A nil field allows everything.
func (c *checker) value(n *Node, f *dialect.Field, s spot) {
	if f == nil || n == s.was {
		return
	}
	if t, ok := n.Value.(doc.Time); ok && (c.as == ReadText || c.as == ReadFile) {
		n = dateTable(n, t)
	}
	before := len(c.faults)
	if len(f.Forms) > 1 {
		c.union(n, f, s)
	} else {
		c.form(n, f, f.Forms[0], s)
	}
	if f.Key.Check != "" && len(c.faults) == before {
		c.rule(n, f, s)
	}
}

// dateTable is a date as the reading of a file's text sees it: a table with one member of an odd name. That is
// why a date is refused as a string there, and accepted as a table without required members.
func dateTable(n *Node, t doc.Time) *Node {
	out := *n
	out.Value = nil
	out.Table = NewTable([]Member{{"$__toml_private_datetime", &Node{Value: t.Text, Origin: n.Origin}}})
	return &out
}

func (c *checker) form(n *Node, f *dialect.Field, form dialect.Form, s spot) {
	switch form.Kind {
	case "any":
	case "table":
		c.table(n, f, s)
	case "map":
		c.mapping(n, f, form, s)
	case "array":
		c.array(n, f, form, s)
	case "enum":
		c.enum(n, f, s)
	case "chords":
		c.chords(n, s)
	default:
		c.scalar(n, f, form, s)
	}
}

func (c *checker) mapping(n *Node, f *dialect.Field, form dialect.Form, s spot) {
	if n.Table == nil {
		c.wrongType(n, s, "a table")
		return
	}
	c.members(n, f, s, s.losing(n), func(name string) *dialect.Field {
		if m := f.Member(name); m != nil {
			return m
		}
		return f.Element(form)
	})
}

func (c *checker) array(n *Node, f *dialect.Field, form dialect.Form, s spot) {
	if n.Elems == nil {
		c.wrongType(n, s, "an array")
		return
	}
	elem := f.Elem
	if elem == nil {
		elem = f.Element(form)
	}
	for i, e := range n.Elems {
		c.value(e, elem, s.child(itoa(i)))
	}
}

// union tries every form. When none fits, the agent reports the whole value without saying why; the cause from
// the form that fits the value's shape goes into our own words.
func (c *checker) union(n *Node, f *dialect.Field, s spot) {
	var cause *Fault
	for _, form := range f.Forms {
		trial := checker{as: c.as, schema: c.schema}
		trial.form(n, f, form, s.losing(n).free())
		if len(trial.faults) == 0 {
			return
		}
		if first := trial.faults[0]; cause == nil || len(first.Key) > len(cause.Key) {
			cause = &first
		}
	}
	c.wrongType(n, s, wanted(f))
	last := &c.faults[len(c.faults)-1]
	if len(cause.Key) > len(s.key) {
		last.Span, last.Summary, last.Key = cause.Span, cause.Summary, cause.Key
	}
}

// itoa is the part of a Key that stands for an array element.
func itoa(i int) string { return strconv.Itoa(i) }
