package render

import (
	"io"

	"github.com/agentlayers/layers/skills"
)

// skillsJSON is the answer about skills.
type skillsJSON struct {
	envelope
	skillPart
	Roots    []skills.Root    `json:"roots"` // in scan order
	Failed   []skills.Failure `json:"failed"`
	NotTaken []skills.Passed  `json:"notTaken"`
	Rules    []skillRuleJSON  `json:"rules"`
	Ranking  *skills.Ranking  `json:"ranking,omitempty"`
	Problems []problemJSON    `json:"problems"`
}

// skillPart is the skills and their catalog, also in the overview.
type skillPart struct {
	Catalog catalogJSON `json:"catalog"`
	Skills  []skillJSON `json:"skills"` // in the agent's listing order
}

type catalogJSON struct {
	Lines   []string       `json:"lines"`
	Aliases []skills.Alias `json:"aliases"`
	Limit   int            `json:"limit"`
	Unit    string         `json:"unit"`
	Window  int64          `json:"window"`
	At      *placeJSON     `json:"at"`
	Used    int            `json:"used"`
	Cut     int            `json:"cut"`
	Omitted int            `json:"omitted"`
	Off     bool           `json:"off"`
	Unknown bool           `json:"unknown"` // the agent adds skills of its own that are not there yet
}

type skillJSON struct {
	Name        string       `json:"name"`
	Description string       `json:"description"`
	Short       string       `json:"shortDescription,omitempty"`
	Path        string       `json:"path"`
	Scope       string       `json:"scope"`
	Enabled     bool         `json:"enabled"`
	By          *placeJSON   `json:"by"`    // the rule that decided
	State       string       `json:"state"` // "listed", "shortened", "omitted", "on-mention", "off" or "catalog-off"
	Written     int          `json:"written"`
	Kept        int          `json:"kept"`
	Lost        string       `json:"lost,omitempty"`
	Repaired    []*placeJSON `json:"repaired"`
	Standard    []breachJSON `json:"standard"` // where the public standard is not met
}

type breachJSON struct {
	Rule   string     `json:"rule"`
	Text   string     `json:"text"`
	At     *placeJSON `json:"at"`
	Advice bool       `json:"advice,omitempty"`
}

type skillRuleJSON struct {
	Path    string     `json:"path,omitempty"`
	Name    string     `json:"name,omitempty"`
	Enabled bool       `json:"enabled"`
	Layer   string     `json:"layer"`
	At      *placeJSON `json:"at"`
	Hits    int        `json:"hits"`
	Ignored string     `json:"ignored,omitempty"`
}

// SkillsJSON writes the answer about skills; ranking may be nil.
func (s Screen) SkillsJSON(w io.Writer, version string, ranking *skills.Ranking) error {
	set := s.Result.Skills
	out := skillsJSON{
		envelope: s.envelope("Skills", version), skillPart: s.skillPart(),
		Roots: append([]skills.Root{}, set.Roots...), Failed: append([]skills.Failure{}, set.Failed...),
		NotTaken: append([]skills.Passed{}, set.Passed...), Rules: []skillRuleJSON{}, Ranking: ranking, Problems: problemsJSON(s.Result),
	}
	for _, r := range set.Rules {
		out.Rules = append(out.Rules, skillRuleJSON{r.Path, r.Name, r.Enabled, r.Layer, place(r.At), r.Hits, r.Ignored})
	}
	return write(w, out)
}

func (s Screen) skillPart() skillPart {
	c := s.Result.Catalog
	out := skillPart{
		Catalog: catalogJSON{
			Lines: append([]string{}, c.Lines...), Aliases: append([]skills.Alias{}, c.Aliases...), Limit: c.Budget.Limit,
			Unit: c.Budget.Unit, Window: c.Budget.Window, At: place(c.Budget.At), Used: c.Used, Cut: c.Cut,
			Omitted: c.Omitted, Off: c.Off, Unknown: c.Unknown,
		},
		Skills: []skillJSON{},
	}
	for i := range s.Result.Skills.Skills {
		out.Skills = append(out.Skills, s.skillJSON(i))
	}
	return out
}

func (s Screen) skillJSON(i int) skillJSON {
	sk := &s.Result.Skills.Skills[i]
	out := skillJSON{
		Name: sk.Name, Description: sk.Description, Short: sk.Short, Path: sk.Path, Scope: sk.Scope, Enabled: sk.Enabled,
		State: "listed", Repaired: []*placeJSON{}, Standard: []breachJSON{},
	}
	if sk.Rule != nil {
		out.By = place(sk.Rule.At)
	}
	e := s.entryOf(i)
	switch {
	case !sk.Enabled:
		out.State = "off"
	case sk.Meta.Explicit:
		out.State = "on-mention"
	case e == nil:
		out.State = "catalog-off"
	case e.Line == "":
		out.State = "omitted"
	case e.Shortened():
		out.State = "shortened"
	}
	if e != nil {
		out.Written, out.Kept, out.Lost = e.Written, e.Kept, e.Lost
	}
	for _, r := range sk.Repaired {
		out.Repaired = append(out.Repaired, place(r.Value))
	}
	for _, x := range sk.Standard {
		out.Standard = append(out.Standard, breachJSON{x.Rule, x.Text, place(x.At), x.Advice})
	}
	return out
}
