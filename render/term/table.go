package term

import "strings"

// Table is rows of cells in aligned columns, without a box.
type Table struct {
	Indent  int // blanks before each row
	Columns []Column
	Rows    [][]Cell // a row may have fewer cells than there are columns
}

// Column says how the cells below each other are laid out.
type Column struct {
	Right  bool   // numbers: align at the right
	Shrink Shrink // how cells give way when the table is wider than the screen
	Min    int    // a column that shrinks keeps this many columns; 0 stands for 12, for paths 20
}

// Shrink says what a cell loses first.
type Shrink int

// What a cell loses.
const (
	Keep       Shrink = iota // nothing
	ShrinkPath               // folders in the middle, as Style.ShortenPath does
	ShrinkText               // its end, as Style.ShortenValue does
)

// Cell is one field of a row. Text must be escaped, and not painted.
type Cell struct {
	Text  string
	Paint Paint
}

const tableGap = "  "

// least is the width below which a column does not shrink. A path needs room for a file name and a
// position.
func (c Column) least() int {
	switch {
	case c.Min > 0:
		return c.Min
	case c.Shrink == ShrinkPath:
		return 20
	default:
		return 12
	}
}

// Table adds t. When it is wider than the screen, the widest column that may shrink gives way first.
// When that does not suffice, or the layout is Stacked and the table does not fit as it is, every cell
// after a row's first two gets a line of its own below them.
func (b *Builder) Table(t Table) {
	widths := t.naturalWidths()
	if !b.Style.fits(t, widths) && !b.Style.Full {
		if b.Style.Layout() == Stacked {
			b.stack(t)
			return
		}
		b.Style.shrink(t, widths)
		if !b.Style.fits(t, widths) {
			b.stack(t)
			return
		}
	}
	for _, row := range t.Rows {
		b.Line(append([]string{strings.Repeat(" ", t.Indent)}, b.Style.cells(t, row, widths)...)...)
	}
}

// naturalWidths is the width of the widest cell of each column.
func (t Table) naturalWidths() []int {
	widths := make([]int, len(t.Columns))
	for _, row := range t.Rows {
		for i, c := range row {
			widths[i] = max(widths[i], Width(c.Text))
		}
	}
	return widths
}

// fits reports whether the rows of t fit into the screen with these column widths.
func (st Style) fits(t Table, widths []int) bool {
	total := t.Indent
	for i, w := range widths {
		if i > 0 {
			total += len(tableGap)
		}
		total += w
	}
	return st.Width <= 0 || total <= st.Width
}

// shrink takes single columns from the widest column that can give, until the table fits or none can.
func (st Style) shrink(t Table, widths []int) {
	for !st.fits(t, widths) {
		widest := -1
		for i, c := range t.Columns {
			if c.Shrink != Keep && widths[i] > c.least() && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return
		}
		widths[widest]--
	}
}

// cells gives the texts of a row, shortened, padded and painted, gaps included.
func (st Style) cells(t Table, row []Cell, widths []int) []string {
	var out []string
	for i, c := range row {
		text := st.shorten(c.Text, t.Columns[i].Shrink, widths[i])
		pad := strings.Repeat(" ", max(0, widths[i]-Width(text)))
		text = st.Paint(c.Paint, text)
		if i > 0 {
			out = append(out, tableGap)
		}
		if t.Columns[i].Right {
			out = append(out, pad, text)
		} else {
			out = append(out, text, pad)
		}
	}
	return out
}

func (st Style) shorten(text string, how Shrink, width int) string {
	switch how {
	case ShrinkPath:
		return st.ShortenPath(text, width)
	case ShrinkText:
		return st.ShortenValue(text, width)
	default:
		return text
	}
}

// stack adds t with the first two cells of a row on one line and each further one below, indented.
func (b *Builder) stack(t Table) {
	indent := strings.Repeat(" ", t.Indent)
	further := indent + "    "
	for _, row := range t.Rows {
		line := indent
		for i, c := range row {
			text := b.Style.shorten(c.Text, t.Columns[i].Shrink, b.Style.room(len(further)))
			switch {
			case i == 0:
				line += b.Style.Paint(c.Paint, text)
			case i == 1:
				b.Line(line, tableGap, b.Style.Paint(c.Paint, text))
			case text != "":
				b.Line(further, b.Style.Paint(c.Paint, text))
			}
		}
		if len(row) == 1 {
			b.Line(line)
		}
	}
}
