package render

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/agentlayers/layers/reach"
	"github.com/agentlayers/layers/render/term"
)

// Agents writes one folder as several agents see it: a row for each file, a column for each agent, and why a
// file does not load.
func (s Screen) Agents(c reach.Comparison) *term.Builder {
	b := s.Style.Builder()
	names := term.Names{Home: s.Result.Home}
	sep := s.Style.Draw(" · ")
	b.Hang("", 0, "layers"+sep+term.Plural(len(c.Results), "agent")+sep+s.here())
	b.Hang("", 0, "root "+s.Style.Escape(names.Name(s.Result.Root.Path))+" ("+s.marker()+")")
	b.Blank()
	if len(c.Rows) == 0 {
		b.Line("none of them finds a file here")
		return b
	}
	if s.narrow() {
		s.agentList(b, c)
	} else {
		b.Table(s.agentTable(c))
	}
	b.Blank()
	b.Line(s.Style.Draw("• they do not agree"))
	s.agentReasons(b, c)
	return b
}

func (s Screen) agentTable(c reach.Comparison) term.Table {
	t := term.Table{Indent: 1, Columns: []term.Column{{}, {Shrink: term.ShrinkPath, Min: 20}}}
	head := []term.Cell{{}, {Text: "file", Paint: term.Heading}}
	for _, r := range c.Results {
		t.Columns = append(t.Columns, term.Column{})
		head = append(head, term.Cell{Text: r.Dialect.Name + " " + r.Dialect.Version, Paint: term.Heading})
	}
	t.Rows = append(t.Rows, head)
	for _, row := range c.Rows {
		mark := ""
		if row.Differs() {
			mark = s.Style.Draw("•")
		}
		cells := []term.Cell{{Text: mark, Paint: term.Caution}, {Text: s.name(row.Path), Paint: term.Place}}
		for _, v := range row.Cells {
			cells = append(cells, agentCell(v))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// agentList is the table for screens without room for a column an agent.
func (s Screen) agentList(b *term.Builder, c reach.Comparison) {
	for _, row := range c.Rows {
		mark := "  "
		if row.Differs() {
			mark = s.Style.Draw("• ")
		}
		b.Line(mark, s.name(row.Path))
		for i, v := range row.Cells {
			b.Line("    ", c.Results[i].Dialect.Name, " ", c.Results[i].Dialect.Version, ": ", agentCell(v).Text)
		}
	}
}

// agentCell is a verdict in few letters: the place in the order of loading, or the number of the layer, and
// the state.
func agentCell(v reach.Verdict) term.Cell {
	text, paint := stateWords(v.State), term.Faint
	switch {
	case v.State == reach.Cut || v.State == reach.Disabled || v.State == reach.Shadowed:
		paint = term.Caution
	case v.State.Loads():
		paint = term.Plain
	}
	switch {
	case !v.State.Loads():
	case v.Number > 0:
		text = strconv.Itoa(v.Number) + " " + text
	case v.LayerNumber > 0:
		text = "layer " + strconv.Itoa(v.LayerNumber)
	}
	return term.Cell{Text: text, Paint: paint}
}

// agentReasons says why files do not load whole, and what an agent looks for that does not know a name.
func (s Screen) agentReasons(b *term.Builder, c reach.Comparison) {
	var general []string
	add := func(text string) {
		if !slices.Contains(general, text) {
			general = append(general, text)
		}
	}
	for _, row := range c.Rows {
		var reasons []agentReason
		for i, v := range row.Cells {
			switch {
			case v.Kind == reach.Other:
				add(reach.NameRule(c.Results[i]))
			case v.State == reach.Unknown:
				add(v.Why + ".")
			}
			why := s.reasonOf(row, v)
			if why == "" {
				continue
			}
			reasons = addReason(reasons, c.Results[i].Dialect.Name+" "+c.Results[i].Dialect.Version, why)
		}
		if len(reasons) > 0 {
			b.Blank()
			b.Line(s.name(row.Path))
		}
		for _, r := range reasons {
			b.Hang("  ", 2, strings.Join(r.agents, ", ")+": "+r.why)
		}
	}
	b.Blank()
	for _, text := range general {
		b.Hang("", 0, s.Style.Escape(text))
	}
}

type agentReason struct {
	agents []string
	why    string
}

// addReason adds an agent to those that have the same reason.
func addReason(list []agentReason, agent, why string) []agentReason {
	for i := range list {
		if list[i].why == why {
			list[i].agents = append(list[i].agents, agent)
			return list
		}
	}
	return append(list, agentReason{[]string{agent}, why})
}

// reasonOf words why a cell is not simply loaded; "" where the name means nothing to the agent.
func (s Screen) reasonOf(row reach.Row, v reach.Verdict) string {
	switch {
	case v.State == reach.Cut:
		text, _ := s.documentState(*v.Document)
		return text
	case v.Kind == reach.Other, v.State == reach.Unknown, v.State == reach.NotSeen && !row.Differs():
		return ""
	}
	return s.Style.Escape(v.Why)
}

// agentsJSON is one folder as several agents see it.
type agentsJSON struct {
	envelope
	Agents []string       `json:"agents"` // "codex@0.145.0"
	Files  []agentRowJSON `json:"files"`
}

type agentRowJSON struct {
	Path    string        `json:"path"`
	Kind    string        `json:"kindOfPath"`
	Differs bool          `json:"differs"`
	By      []verdictJSON `json:"byAgent"` // in the order of agents
}

// AgentsJSON writes one folder as several agents see it.
func (s Screen) AgentsJSON(w io.Writer, version string, c reach.Comparison) error {
	out := agentsJSON{envelope: s.envelope("Agents", version), Agents: []string{}, Files: []agentRowJSON{}}
	for _, r := range c.Results {
		out.Agents = append(out.Agents, r.Dialect.ID())
	}
	for _, row := range c.Rows {
		j := agentRowJSON{Path: row.Path, Kind: string(row.Kind()), Differs: row.Differs(), By: []verdictJSON{}}
		for _, v := range row.Cells {
			j.By = append(j.By, verdictOf(v))
		}
		out.Files = append(out.Files, j)
	}
	return write(w, out)
}
