package render

import (
	"io"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/resolve"
)

// instructionsJSON is the answer about instruction documents.
type instructionsJSON struct {
	envelope
	instructionPart
	Text     string        `json:"text"`    // what the model gets
	For      string        `json:"for"`     // the folder that the text's heading names; "" for none
	Sources  []string      `json:"sources"` // the files that the agent itself lists
	Session  *sessionDocs  `json:"session"` // what a session reads where starting it changes the answer; null elsewhere
	Problems []problemJSON `json:"problems"`
}

type sessionDocs struct {
	Text    string   `json:"text"`
	Sources []string `json:"sources"`
}

// instructionPart is the documents and their budget, also in the overview.
type instructionPart struct {
	Budget    budgetJSON     `json:"budget"`
	Documents []documentJSON `json:"documents"` // in the order in which the agent meets them
}

type budgetJSON struct {
	Key   string     `json:"key"`
	Limit int64      `json:"limit"`
	Set   bool       `json:"set"` // false: the agent's default
	At    *placeJSON `json:"at"`
	Used  int64      `json:"used"`
	Lost  int64      `json:"lost"`
	Need  int64      `json:"need"` // the limit at which nothing would be lost
}

type documentJSON struct {
	Path       string       `json:"path"`
	Real       string       `json:"real,omitempty"`
	Folder     string       `json:"folder"`
	Scope      string       `json:"scope"`
	Role       string       `json:"role"`
	State      string       `json:"state"` // "loaded", "cut", "later" or "omitted"
	Exists     bool         `json:"exists"`
	Bytes      int64        `json:"bytes"`
	Sent       int64        `json:"sent"`
	Counted    bool         `json:"counted"`
	SHA256     string       `json:"sha256,omitempty"`
	From       *placeJSON   `json:"from"`
	Shadows    []string     `json:"shadows,omitempty"`
	ShadowedBy string       `json:"shadowedBy,omitempty"`
	Lost       *lostJSON    `json:"lost"`
	Omitted    *omittedJSON `json:"omitted"`
	Later      *laterJSON   `json:"later"`
}

type lostJSON struct {
	Bytes    int64         `json:"bytes"`
	At       *placeJSON    `json:"at"`     // the first lost byte
	Inside   *headingJSON  `json:"inside"` // the section that is cut in two
	Headings []headingJSON `json:"headings"`
	Unread   int64         `json:"unread"` // bytes not searched for headings
}

type headingJSON struct {
	Level int        `json:"level"`
	Text  string     `json:"text"`
	At    *placeJSON `json:"at"`
	Bytes int64      `json:"bytes"`
}

type omittedJSON struct {
	Code string     `json:"code"`
	Text string     `json:"text"`
	By   *placeJSON `json:"by"`
	Fix  string     `json:"fix,omitempty"`
}

type laterJSON struct {
	When     string   `json:"when"`
	Folder   string   `json:"folder,omitempty"`
	Patterns []string `json:"patterns,omitempty"`
}

// InstructionsJSON writes the answer about instruction documents.
func (s Screen) InstructionsJSON(w io.Writer, version string) error {
	r := s.Result
	out := instructionsJSON{
		envelope: s.envelope("Instructions", version), instructionPart: instructionsOf(r),
		Text: r.Instructions, For: r.InstructionsFor, Sources: append([]string{}, r.DocumentSources...), Problems: problemsJSON(r),
	}
	if r.Restarted != nil {
		out.Session = &sessionDocs{r.Restarted.Text, append([]string{}, r.Restarted.Sources...)}
	}
	return write(w, out)
}

func instructionsOf(r *resolve.Result) instructionPart {
	g := r.DocumentBudget
	out := instructionPart{
		Budget:    budgetJSON{Key: g.Key, Limit: g.Limit, Set: g.Set, At: place(g.At), Used: g.Used, Lost: g.Lost, Need: g.Need},
		Documents: []documentJSON{},
	}
	for _, d := range r.Documents {
		out.Documents = append(out.Documents, documentOf(d))
	}
	return out
}

func documentOf(d agentsmd.Document) documentJSON {
	out := documentJSON{
		Path: d.Path, Real: d.Real, Folder: d.Dir, Scope: string(d.Scope), Role: string(d.Role), State: "loaded",
		Exists: d.Exists, Bytes: d.Bytes, Sent: d.Sent, Counted: d.Counted, SHA256: d.Digest, From: place(d.From),
		Shadows: d.Shadows, ShadowedBy: d.ShadowedBy,
	}
	if d.Lost != nil {
		out.State = "cut"
		out.Lost = &lostJSON{Bytes: d.Lost.Bytes, At: place(d.Lost.At), Headings: []headingJSON{}, Unread: d.Lost.Unread}
		if h := d.Lost.Inside; h != nil {
			j := headingOf(*h)
			out.Lost.Inside = &j
		}
		for _, h := range d.Lost.Headings {
			out.Lost.Headings = append(out.Lost.Headings, headingOf(h))
		}
	}
	if l := d.Later; l != nil {
		out.State, out.Later = "later", &laterJSON{l.When, l.Folder, l.Patterns}
	}
	if o := d.Omitted; o != nil {
		out.State, out.Omitted = "omitted", &omittedJSON{string(o.Code), o.Text, place(o.By), o.Fix}
	}
	return out
}

func headingOf(h agentsmd.Heading) headingJSON {
	return headingJSON{Level: h.Level, Text: h.Text, At: place(h.At), Bytes: h.Bytes}
}
