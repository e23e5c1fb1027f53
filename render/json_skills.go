package render

import (
	"io"

	"github.com/agentlayers/layers/skills"
)

// skillsJSON is the answer about skills.
type skillsJSON struct {
	envelope
	skillPart
	Roots    []skills.Root   `json:"roots"` // in scan order
	Failed   []failureJSON   `json:"failed"`
	NotTaken []skills.Passed `json:"notTaken"`
	Rules    []skillRuleJSON `json:"rules"`
	Ranking  *skills.Ranking `json:"ranking,omitempty"`
	Problems []problemJSON   `json:"problems"`
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
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Short       string          `json:"shortDescription,omitempty"`
	Path        string          `json:"path"`
	Scope       string          `json:"scope"`
	Enabled     bool            `json:"enabled"`
	By          *placeJSON      `json:"by"` // the rule that decided
	State       skillState      `json:"state"`
	Command     *skills.Command `json:"command,omitempty"` // of an agent whose skills are commands
	Written     int             `json:"written"`
	Kept        int             `json:"kept"`
	Lost        string          `json:"lost,omitempty"`
	Repaired    []*placeJSON    `json:"repaired"`
	Standard    []breachJSON    `json:"standard"` // where the public standard is not met
}

// failureJSON is a file that the agent reports as no skill.
type failureJSON struct {
	Path  string     `json:"path"`
	Class string     `json:"class"`
	Field string     `json:"field,omitempty"`
	Limit int        `json:"limit,omitempty"` // characters
	At    *placeJSON `json:"at"`
	Root  int        `json:"root"`            // index into the roots
	Quiet bool       `json:"quiet,omitempty"` // the agent itself says nothing about it
	Text  string     `json:"text"`
	Fix   string     `json:"fix,omitempty"`
}

func failureOf(f skills.Failure) failureJSON {
	return failureJSON{f.Path, f.Class, f.Field, f.Limit, place(f.At), f.Root, f.Quiet, f.Text, f.Fix}
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
		Roots: append([]skills.Root{}, set.Roots...), Failed: []failureJSON{},
		NotTaken: append([]skills.Passed{}, set.Passed...), Rules: []skillRuleJSON{}, Ranking: ranking, Problems: problemsJSON(s.Result),
	}
	for _, f := range set.Failed {
		out.Failed = append(out.Failed, failureOf(f))
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
	entries := make([]*skills.Entry, len(s.Result.Skills.Skills))
	for i := range c.Entries {
		entries[c.Entries[i].Skill] = &c.Entries[i]
	}
	for i, sk := range s.Result.Skills.Skills {
		out.Skills = append(out.Skills, skillOf(sk, entries[i]))
	}
	return out
}

// skillOf is a skill with its line of the catalog, nil when it has none.
func skillOf(sk *skills.Skill, e *skills.Entry) skillJSON {
	out := skillJSON{
		Name: sk.Name, Description: sk.Description, Short: sk.Short, Path: sk.Path, Scope: sk.Scope, Enabled: sk.Enabled,
		State: stateOf(sk, e), Repaired: []*placeJSON{}, Standard: []breachJSON{},
	}
	if sk.Command.Kind != "" {
		out.Command = sk.Command
	}
	if sk.Rule != nil {
		out.By = place(sk.Rule.At)
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
