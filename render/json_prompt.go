package render

import (
	"io"

	"github.com/agentlayers/layers/resolve"
)

// promptJSON is the answer about everything that the model reads first.
type promptJSON struct {
	envelope
	Parts    []partJSON    `json:"parts"` // in the order of the request
	Bytes    int           `json:"bytes"` // of all parts that are reproduced
	Tokens   int           `json:"tokensEstimate"`
	Problems []problemJSON `json:"problems"`
}

type partJSON struct {
	Name       string  `json:"name"`
	Role       string  `json:"role"` // "" when the part is no message
	Reproduced bool    `json:"reproduced"`
	About      string  `json:"about"`          // of a part that is the agent's own text
	Bytes      *int    `json:"bytes"`          // null when the part is not reproduced
	Tokens     *int    `json:"tokensEstimate"` // bytes / 4, rounded up
	Text       *string `json:"text"`
}

// PromptJSON writes the parts with their text.
func (s Screen) PromptJSON(w io.Writer, version string) error {
	parts := s.Result.Prompt()
	total := promptBytes(parts)
	out := promptJSON{
		envelope: s.envelope("Prompt", version), Parts: []partJSON{}, Bytes: total, Tokens: resolve.Tokens(total),
		Problems: problemsJSON(s.Result),
	}
	for _, p := range parts {
		j := partJSON{Name: p.Name, Role: p.Role, Reproduced: p.Reproduced(), About: p.About}
		if p.Reproduced() {
			bytes := len(p.Text)
			tokens := resolve.Tokens(bytes)
			j.Bytes, j.Tokens, j.Text = &bytes, &tokens, &p.Text
		}
		out.Parts = append(out.Parts, j)
	}
	return write(w, out)
}
