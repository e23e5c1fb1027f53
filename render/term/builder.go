package term

import (
	"io"
	"strings"
)

// Builder collects the lines of one screen. Make it with Style.Builder.
type Builder struct {
	Style Style
	text  strings.Builder
}

// Builder starts an empty screen in the style.
func (st Style) Builder() *Builder { return &Builder{Style: st} }

// Line adds one line, made of the parts without anything between them. Blanks at its end are left out.
func (b *Builder) Line(parts ...string) {
	b.text.WriteString(strings.TrimRight(strings.Join(parts, ""), " "))
	b.text.WriteByte('\n')
}

// Words adds one line of the screen's own words, which pass Style.Draw.
func (b *Builder) Words(text string) { b.Line(b.Style.Draw(text)) }

// Blank adds an empty line, unless the screen is empty or has one at its end.
func (b *Builder) Blank() {
	if s := b.text.String(); s != "" && !strings.HasSuffix(s, "\n\n") {
		b.text.WriteByte('\n')
	}
}

// Hang adds label and text side by side: text is wrapped to the width of the style, its further lines
// start below its first. indent is the column of text; a label that does not fit before it gets a line
// of its own. text must be escaped and not painted.
func (b *Builder) Hang(label string, indent int, text string) {
	start := PadRight(label, indent)
	if Width(label) > indent || Width(label) == indent && indent > 0 && !strings.HasSuffix(label, " ") {
		b.Line(label)
		start = strings.Repeat(" ", indent)
	}
	for _, line := range Wrap(text, b.Style.room(indent)) {
		b.Line(start, line)
		start = strings.Repeat(" ", indent)
	}
}

// minText is the least number of columns that wrapped text gets, however narrow the screen.
const minText = 16

// room is what is left of the width after indent columns, for Wrap.
func (st Style) room(indent int) int {
	if st.Width <= 0 {
		return 0
	}
	return max(st.Width-indent, minText)
}

// Spread adds a line with left at its start and right at the end of the width, or of limit columns when
// that is less; right goes to a line of its own when both do not fit.
func (b *Builder) Spread(left, right string, limit int) {
	width := limit
	if b.Style.Width > 0 && (limit <= 0 || b.Style.Width < limit) {
		width = b.Style.Width
	}
	gap := width - Width(left) - Width(right)
	switch {
	case right == "":
		b.Line(left)
	case width <= 0 || gap >= 2:
		b.Line(left, strings.Repeat(" ", max(gap, 2)), right)
	default:
		b.Line(left)
		b.Line(PadLeft(right, width))
	}
}

// String is the screen so far.
func (b *Builder) String() string { return b.text.String() }

// WriteTo writes the screen to w.
func (b *Builder) WriteTo(w io.Writer) (int64, error) {
	n, err := io.WriteString(w, b.text.String())
	return int64(n), err
}
