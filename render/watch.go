package render

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agentlayers/layers/compare"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/resolve"
)

// Watched is one thing that happened while an answer was kept up to date.
type Watched struct {
	Event         string // "started", "changed", "again" when everything was read again, "polling"
	At            time.Time
	Before, After *resolve.Result // Before is nil at the start
	Difference    compare.Difference
	Problems      diag.List     // that are new
	Kept, Mended  []string      // files that are no longer valid, with the last good text in effect, and valid again
	Reason        string        // why inputs are polled
	Every         time.Duration // how often
	Files         int           // input files that are there
	Folders       int           // folders that are watched
	Style         term.Style
	Reveal        bool
}

// Screen writes a line for each thing to tell; nothing when there is none.
func (w Watched) Screen() *term.Builder {
	l := watchLines{b: w.Style.Builder(), w: w, s: Screen{Result: w.After, Before: w.Before, Style: w.Style, Reveal: w.Reveal}}
	switch w.Event {
	case "started":
		l.b.Words("watching " + term.Plural(w.Files+w.Folders, "path") + " (" + term.Plural(w.Files, "file") + ", " + directories(w.Folders) + ") · Ctrl-C stops")
	case "polling":
		l.line("!", term.Caution, "not everything can be watched: "+w.Style.Escape(w.Reason), "all inputs are looked at every "+w.Every.String())
	case "again":
		l.line("!", term.Caution, "changes came faster than they can be followed", "everything was read again")
	}
	l.config()
	l.words("", w.Difference.Session)
	l.words("requirement ", w.Difference.Requirements)
	l.documents()
	l.skills()
	l.problems()
	for _, p := range w.Mended {
		l.line("~", term.Winner, l.s.name(p), "valid again")
	}
	l.exit()
	return l.b
}

func directories(n int) string {
	if n == 1 {
		return "1 directory"
	}
	return term.Count(n) + " directories"
}

// watchLines writes the lines of one event.
type watchLines struct {
	b *term.Builder
	w Watched
	s Screen
}

// line is the time, a mark, what it is about, and what is to say of it; empty parts are left out.
func (l watchLines) line(mark string, p term.Paint, about string, parts ...string) {
	text := about
	for _, part := range parts {
		if part != "" {
			text += "  " + part
		}
	}
	head := ""
	if !l.w.At.IsZero() {
		head = l.w.At.Format(time.TimeOnly) + "  "
	}
	width := len(head) + 2
	l.b.Hang(head+l.s.Style.Paint(p, l.s.Style.Draw(mark))+" ", width, text)
}

func (l watchLines) arrow(from, to string) string { return from + l.s.Style.Draw(" → ") + to }

func (l watchLines) config() {
	room := l.s.Style.Width / 4
	for _, c := range l.w.Difference.Config {
		key := l.s.Style.Escape(c.Key.String())
		value := func(n *layers.Node) string { return l.s.Style.ShortenValue(l.s.value(c.Key, n), room) }
		switch {
		case c.From == nil:
			l.line("+", term.Caution, key, value(c.To), l.layer(c.To.Origin))
		case c.To == nil:
			l.line("-", term.Caution, key, "was "+value(c.From))
		default:
			l.line("~", term.Caution, key, l.arrow(value(c.From), value(c.To)), l.layer(c.To.Origin))
		}
	}
}

// layer names the layer that sets a value, with its number, and the place.
func (l watchLines) layer(o layers.Origin) string {
	if o.Source == nil {
		return ""
	}
	at := l.s.place(o)
	name := l.s.Style.Escape(o.Source.Name)
	if at == name {
		at = ""
	}
	i := slices.IndexFunc(l.w.After.Stack.Entries, func(e layers.Entry) bool { return e.Source == o.Source })
	if i >= 0 {
		name = strconv.Itoa(i+1) + " " + name
	}
	if at == "" {
		return name
	}
	return name + " " + at
}

func (l watchLines) words(kind string, list []compare.Words) {
	for _, w := range list {
		name, from, to := kind+l.s.Style.Escape(w.Name), l.s.Style.Escape(w.From), l.s.Style.Escape(w.To)
		switch {
		case from == "":
			l.line("+", term.Caution, name, to)
		case to == "":
			l.line("-", term.Caution, name, "was "+from)
		default:
			l.line("~", term.Caution, name, l.arrow(from, to))
		}
	}
}

// documents tells of each document whose file is another; one that only loses more or less of its text on that
// account stands beside it when it is the only one.
func (l watchLines) documents() {
	var own, cut []compare.Document
	for _, d := range l.w.Difference.Documents {
		if d.From != nil && d.To != nil && d.From.Bytes == d.To.Bytes && d.From.Sent != d.To.Sent {
			cut = append(cut, d)
		} else {
			own = append(own, d)
		}
	}
	beside := ""
	if len(own) == 1 && len(cut) == 1 {
		beside = " " + l.s.name(cut[0].Path) + " " + l.loss(cut[0])
		cut = nil
	}
	for _, d := range own {
		name := l.s.name(d.Path)
		switch {
		case d.From == nil:
			l.line("+", term.Caution, name, term.Count(int(d.To.Bytes))+" B", cutWords(d), beside)
		case d.To == nil:
			l.line("-", term.Caution, name, "was "+term.Count(int(d.From.Bytes))+" B", beside)
		default:
			l.line("~", term.Caution, name, l.arrow(term.Count(int(d.From.Bytes)), term.Count(int(d.To.Bytes)))+" B", cutWords(d), beside)
		}
	}
	for _, d := range cut {
		l.line("~", term.Caution, l.s.name(d.Path), l.loss(d))
	}
}

// loss says how much more, or less, of a document is cut.
func (l watchLines) loss(d compare.Document) string {
	if n := d.From.Sent - d.To.Sent; n > 0 {
		return "loses " + term.Count(int(n)) + " B"
	}
	return "gets " + term.Count(int(d.To.Sent-d.From.Sent)) + " B back"
}

func (l watchLines) skills() {
	shortened := ""
	if cut := l.w.Difference.Shortened; cut[0] != cut[1] {
		shortened = " " + term.Plural(cut[1], "description") + " shortened"
		if cut[0] > 0 {
			shortened += ", before " + term.Count(cut[0])
		}
	}
	for i, s := range l.w.Difference.Skills {
		if i > 0 {
			shortened = ""
		}
		name := "skill " + l.s.Style.Escape(s.Name)
		switch {
		case s.From.State == "":
			l.line("+", term.Caution, name, s.To.Scope, unlisted(s.To.State), shortened)
		case s.To.State == "":
			l.line("-", term.Caution, name, s.From.Scope, shortened)
		case s.From.State != s.To.State:
			l.line("~", term.Caution, name, l.arrow(s.From.State, s.To.State), shortened)
		case s.Described:
			l.line("~", term.Caution, name, "another description", shortened)
		default:
			l.line("~", term.Caution, name, "another text", shortened)
		}
	}
	if shortened != "" && len(l.w.Difference.Skills) == 0 {
		l.line("~", term.Caution, "skills", shortened[1:])
	}
}

// unlisted is the state of a skill that the model is not told about; those that are shortened are counted.
func unlisted(state string) string {
	if state == "listed" || state == "shortened" {
		return ""
	}
	return state
}

// mostProblems is how many problems of one event are told.
const mostProblems = 20

func (l watchLines) problems() {
	for i, d := range l.w.Problems {
		if i == mostProblems {
			l.line("✗", term.Failure, "and "+term.Count(len(l.w.Problems)-i)+" more: layers explain --problems")
			return
		}
		text := l.s.Style.Escape(l.s.Style.Draw(d.Summary))
		if format, ok := strings.CutSuffix(string(d.Code), "-syntax"); ok {
			text = "not valid " + strings.ToUpper(format) + ": " + text
		}
		if at := l.s.at(d.Subject); at != "" {
			text = at + " " + text
		}
		if l.keeps(d) {
			text += "; keeping the last good layer"
		}
		l.line("✗", term.Failure, text)
	}
}

// keeps reports a problem of a file whose last good text counts.
func (l watchLines) keeps(d diag.Diagnostic) bool {
	return slices.Contains(l.w.Kept, d.Subject.Path)
}

func (l watchLines) exit() {
	switch e := l.w.Difference.Exit; {
	case l.w.Before == nil || e[0] == e[1]:
	case e[1] != 0:
		l.line("✗", term.Failure, l.w.After.Dialect.Name+" would refuse to start now")
	default:
		l.line("~", term.Winner, l.w.After.Dialect.Name+" would start again")
	}
}

// watchedJSON is one line.
type watchedJSON struct {
	envelope
	Event   string `json:"event"`
	At      string `json:"at"` // RFC 3339, seconds
	Files   int    `json:"files"`
	Folders int    `json:"folders"`
	Reason  string `json:"reason,omitempty"`
	differenceJSON
	Problems []problemJSON `json:"problems"`
	Kept     []string      `json:"kept"`
	Mended   []string      `json:"mended"`
}

// JSON writes the event on one line, kind "Watch".
func (w Watched) JSON(out io.Writer, version string) error {
	s := Screen{Result: w.After, Before: w.Before, Style: w.Style, Reveal: w.Reveal}
	return writeLine(out, watchedJSON{
		envelope: s.envelope("Watch", version), Event: w.Event, At: w.At.Format(time.RFC3339),
		Files: w.Files, Folders: w.Folders, Reason: w.Reason, differenceJSON: s.differenceJSON(w.Difference),
		Problems: problemList(w.Problems), Kept: orEmpty(w.Kept), Mended: orEmpty(w.Mended),
	})
}
