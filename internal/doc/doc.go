// Package doc is what a parsed configuration file looks like before any agent's rule touches it: an
// ordered tree of values, each with its place.
//
// The readers (internal/tomlsrc, internal/jsonsrc) build it; package layers turns it into a layer.
package doc

import "github.com/agentlayers/layers/diag"

// Kind says what a Value holds.
type Kind uint8

// The kinds of value. Scalars carry their Go value in Value.Scalar.
const (
	Scalar Kind = iota + 1
	Table
	Array
)

// Value is one value of a file. Exactly the field that its Kind names is meaningful.
type Value struct {
	Kind    Kind
	Place   diag.Extent // of Text; see Span
	Bracket diag.Extent // of Text; see Opened
	Text    *diag.Source
	Scalar  any      // string, int64, float64, bool, nil (JSON null) or one of the Time types
	Members []Member // in written order, names unique
	Elems   []*Value
}

// Span covers the value as written. A table spread over headers and dotted keys has the span of the key that first
// defined it.
func (v *Value) Span() diag.Span { return v.Text.At(v.Place) }

// Opened is the span of the '[[' of an element of an array of tables: it has no Member to hold it.
func (v *Value) Opened() diag.Span { return v.Text.At(v.Bracket) }

// Member is one key of a table.
type Member struct {
	Name    string
	Place   diag.Extent // of the value's Text; see Key
	Bracket diag.Extent // of the value's Text; see Opened
	Value   *Value
}

// Key is the last part of the key, quotes included.
func (m *Member) Key() diag.Span { return m.Value.Text.At(m.Place) }

// Opened is the span of the '[' or '[[' of the header that defines the member's table, if a header did. The reference
// agent reports some mistakes inside such a table there.
func (m *Member) Opened() diag.Span { return m.Value.Text.At(m.Bracket) }

// Get returns the member called name, or nil.
func (v *Value) Get(name string) *Value {
	for i := range v.Members {
		if v.Members[i].Name == name {
			return v.Members[i].Value
		}
	}
	return nil
}

// Time is a TOML date or time: its normal text and which of the four kinds it is. It is kept as text
// because the kinds without a zone are not moments, and because the reference agent takes a date wherever
// it wants a string.
type Time struct {
	Text string
	Kind TimeKind
}

// TimeKind is one of the four date and time forms of TOML.
type TimeKind int

// The date and time forms.
const (
	OffsetDateTime TimeKind = iota + 1
	LocalDateTime
	LocalDate
	LocalTime
)

// String gives the normal text, such as 1979-05-27T07:32:00Z.
func (t Time) String() string { return t.Text }
