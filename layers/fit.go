package layers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agentlayers/layers/dialect"
)

// fitted is what an agent that checks every settings file by itself makes of one.
type fitted struct {
	root   *Node     // the file without what does not fit and may be left out
	faults []Fault   // what does not fit and may not, in the order of the key table
	lost   []Removed // what was left out, each with the reason
}

// fitSettings checks a settings file against the key table.
//
// Keys that are not in the table stay. A value of another type than its key is a fault; below keys that are
// lenient it is left out instead.
//
// Cases: claude/065-settings-invalid, settings-lenient, settings-text.
func fitSettings(root *Node, schema *dialect.Schema) fitted {
	f := fitter{}
	out := fitted{root: f.table(root, schema.Root(), nil)}
	out.faults, out.lost = f.faults, f.lost
	return out
}

type fitter struct {
	faults []Fault
	lost   []Removed
}

func (f *fitter) fault(n *Node, key Key, format string, args ...any) {
	f.faults = append(f.faults, Fault{
		Class: ClassWrongType, Key: key, Span: n.Origin.Value(), Summary: key.String() + " " + fmt.Sprintf(format, args...),
	})
}

// lose records that n is left out.
func (f *fitter) lose(n *Node, key Key, why string) {
	f.lost = append(f.lost, Removed{Key: key, Node: n, Why: why})
}

// value gives n as the agent reads it. After a fault the result means nothing.
func (f *fitter) value(n *Node, field *dialect.Field, key Key) *Node {
	for _, form := range field.Forms {
		if !fitsForm(n, form, field) {
			continue
		}
		switch {
		case n.Table != nil:
			return f.table(n, field, key)
		case n.Elems != nil:
			return f.array(n, field, form, key)
		}
		return f.scalar(n, field, key)
	}
	f.fault(n, key, "is %s, not %s", kindName(n), formWords(field))
	return n
}

// fitsForm looks at the outermost shape of a value only.
func fitsForm(n *Node, form dialect.Form, field *dialect.Field) bool {
	switch form.Kind {
	case "any":
		return true
	case "table", "map":
		return n.Table != nil
	case "array":
		return n.Elems != nil
	}
	if n.Table != nil || n.Elems != nil {
		return false
	}
	switch v := n.Value.(type) {
	case nil:
		return form.Kind == "null"
	case string:
		if v == "" && field.Key.Check == dialect.CheckNotEmpty {
			return false
		}
		return form.Kind == "string" && (!field.Key.Has(dialect.FlagURL) || isURL(v)) || form.Kind == "enum" && slices.Contains(field.Key.Values, v)
	case bool:
		return form.Kind == "boolean"
	case int64:
		low := int64(0)
		if field.Key.Has(dialect.FlagNonZero) {
			low = 1
		}
		return form.Kind == "number" && inRange(float64(v), field) || form.IsInteger() && v >= low
	case float64:
		return form.Kind == "number" && inRange(v, field)
	}
	return false
}

// isURL reports whether a text begins as an absolute URL does.
func isURL(text string) bool {
	scheme, _, ok := strings.Cut(text, ":")
	return ok && scheme != "" && isBare(scheme) && scheme[0] >= 'A'
}

func inRange(v float64, field *dialect.Field) bool {
	switch field.Key.Check {
	case dialect.CheckPositive:
		return v > 0
	case dialect.CheckShare:
		return v > 0 && v <= 1
	case dialect.CheckFraction:
		return v >= 0 && v <= 1
	}
	return true
}

func (f *fitter) scalar(n *Node, field *dialect.Field, key Key) *Node {
	word, isText := n.Value.(string)
	if as, ok := field.Key.Reads[word]; isText && ok {
		out := *n
		out.Value, out.Written = as, word
		return &out
	}
	if isText && field.Key.Has(dialect.FlagList) {
		return &Node{Elems: []*Node{n}, Origin: n.Origin}
	}
	if n.Value == nil && !field.Accepts("any") {
		f.lose(n, key, "null sets nothing")
		return nil
	}
	return n
}

// table checks the known members in the order of the key table, then the others in written order, and keeps
// the order in which they stand.
func (f *fitter) table(n *Node, field *dialect.Field, key Key) *Node {
	read := make(map[string]*Node, len(n.Table.Members))
	for _, name := range field.Names {
		m := n.Table.Get(name)
		if m == nil && !slices.Contains(field.Required(), name) {
			continue
		}
		member := field.Named(name)
		switch {
		case !appliesTo(member, n):
		case m != nil:
			read[name] = f.part(m, member, key.Child(name))
		default:
			f.fault(n, key.Child(name), "is missing")
		}
	}
	members := make([]Member, 0, len(n.Table.Members))
	for _, m := range n.Table.Members {
		node, known := read[m.Name]
		if !known {
			node = f.other(m, field, key.Child(m.Name))
		}
		if node != nil {
			members = append(members, Member{m.Name, node})
		}
	}
	out := *n
	out.Table = NewTable(members)
	return &out
}

// appliesTo reports whether a member exists beside the value of "type".
func appliesTo(member *dialect.Field, table *Node) bool {
	if len(member.Key.For) == 0 {
		return true
	}
	kind := table.Table.Get("type")
	return kind != nil && slices.Contains(member.Key.For, textOf(kind))
}

// jsProto is the one name that a JavaScript object does not hold as a member.
const jsProto = "__proto__"

// other reads a member that the key table does not name.
func (f *fitter) other(m Member, field *dialect.Field, key Key) *Node {
	switch {
	case m.Name == jsProto:
		f.lose(m.Node, key, "the agent cannot hold this name")
		return nil
	case field.Key.Has(dialect.FlagText):
		return asText(m.Node)
	case field.Key.Has(dialect.FlagClosed), field.Key.Has(dialect.FlagStrips):
		f.lose(m.Node, key, "the agent does not know the key and leaves it out")
		return nil
	}
	below := belowMap(field, m.Name)
	switch {
	case below == nil:
		return m.Node
	case field.Key.Has(dialect.FlagLenient):
		return f.lenient(m.Node, below, key)
	}
	return f.part(m.Node, below, key)
}

// belowMap is the field of a free name of a map; nil when nothing is known about it.
func belowMap(field *dialect.Field, name string) *dialect.Field {
	if field.Any != nil {
		return field.Any
	}
	for _, form := range field.Forms {
		if form.Kind == "map" && field.Named(name) == nil {
			return field.Element(form)
		}
	}
	return nil
}

// part reads a member or an element, which is left out alone when it does not fit and its field is lenient.
func (f *fitter) part(n *Node, field *dialect.Field, key Key) *Node {
	before := len(f.faults)
	out := f.value(n, field, key)
	if !field.Key.Has(dialect.FlagLenient) {
		return out
	}
	if len(f.faults) == before {
		if field.Key.Has(dialect.FlagClosed) && n.Table != nil && !n.IsLeaf() && out.IsLeaf() {
			return nil // all that it holds is left out
		}
		return out
	}
	why := f.faults[before].Summary
	f.faults = f.faults[:before]
	f.lose(n, key, why)
	return nil
}

func (f *fitter) array(n *Node, field *dialect.Field, form dialect.Form, key Key) *Node {
	elem := field.Elem
	if elem == nil {
		elem = field.Element(form)
	}
	out := *n
	out.Elems = make([]*Node, 0, len(n.Elems))
	for i, e := range n.Elems {
		at := key.Child(strconv.Itoa(i))
		switch {
		case field.Key.Check == dialect.CheckRules:
			if why := ruleProblem(e, key[len(key)-1] != "allow"); why != "" {
				f.lose(e, at, why)
				continue
			}
		case elem != nil && field.Key.Has(dialect.FlagLenient) && !elem.Key.Has(dialect.FlagLenient):
			e = f.lenient(e, elem, at)
		case elem != nil:
			e = f.part(e, elem, at)
		}
		if e != nil {
			out.Elems = append(out.Elems, e)
		}
	}
	return &out
}

// lenient is part for an element of a lenient array, or a member of a lenient map.
func (f *fitter) lenient(n *Node, elem *dialect.Field, key Key) *Node {
	own := *elem
	own.Key.Flags = append(slices.Clone(own.Key.Flags), dialect.FlagLenient)
	return f.part(n, &own, key)
}

// asText reads any value as its text, as JavaScript's String does.
func asText(n *Node) *Node {
	if _, ok := n.Value.(string); ok {
		return n
	}
	out := Node{Value: jsText(n), Origin: n.Origin, Written: n.Plain()}
	return &out
}

func jsText(n *Node) string {
	switch {
	case n.Table != nil:
		return "[object Object]"
	case n.Elems != nil:
		parts := make([]string, len(n.Elems))
		for i, e := range n.Elems {
			if e.Value != nil || e.Table != nil || e.Elems != nil {
				parts[i] = jsText(e)
			}
		}
		return strings.Join(parts, ",")
	}
	switch v := n.Value.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return jsNumber(v)
	}
	return "null"
}

// jsNumber writes a double as JavaScript does: whole up to 1e21, an exponent without padding beyond.
func jsNumber(f float64) string {
	switch text := strconv.FormatFloat(f, 'g', -1, 64); {
	case text == "+Inf" || text == "-Inf":
		return strings.TrimPrefix(text, "+") + "inity"
	case f < 1e21 && f > -1e21 && (f >= 1e-6 || f <= -1e-6):
		return strconv.FormatFloat(f, 'f', -1, 64)
	default:
		mantissa, exponent, _ := strings.Cut(text, "e")
		sign := exponent[:1]
		return mantissa + "e" + sign + strings.TrimLeft(exponent[1:], "0")
	}
}

// kindName names what a value is.
func kindName(n *Node) string {
	switch {
	case n.Table != nil:
		return "an object"
	case n.Elems != nil:
		return "an array"
	}
	switch n.Value.(type) {
	case string:
		return "the string " + FormatValue(n.Value)
	case nil:
		return "null"
	}
	return FormatValue(n.Value)
}

// formNames are the forms as people read them.
var formNames = map[string]string{
	"string": "a string", "boolean": "true or false", "number": "a number", "array": "an array", "table": "an object",
	"map": "an object", "null": "null", "u64": "a whole number",
}

func formWords(field *dialect.Field) string {
	var out []string
	for _, form := range field.Forms {
		switch word, ok := formNames[form.Kind]; {
		case form.Kind == "enum":
			out = append(out, "one of "+listWords(field.Key.Values))
		case field.Key.Has(dialect.FlagNonZero) && form.IsInteger():
			out = append(out, "a whole number from 1")
		case form.Kind == "number" && field.Key.Check == dialect.CheckPositive:
			out = append(out, "a number above 0")
		case form.Kind == "number" && field.Key.Check == dialect.CheckShare:
			out = append(out, "a number above 0, at most 1")
		case form.Kind == "number" && field.Key.Check == dialect.CheckFraction:
			out = append(out, "a number from 0 to 1")
		case ok:
			out = append(out, word)
		}
	}
	return strings.Join(out, " or ")
}
