package render

import (
	"errors"
	"io"

	"github.com/agentlayers/layers/skills"
)

// skillAnswerJSON is the answer about one name, or about one file.
type skillAnswerJSON struct {
	envelope
	Name     string         `json:"name"`     // as asked; "" when a file was asked
	Path     string         `json:"path"`     // as asked; "" when a name was asked
	Mention  string         `json:"mention"`  // what a mention of the name does: "loads", "ambiguous" or "off"; "" where there is none
	Skills   []skillJSON    `json:"skills"`   // every skill of the name, or the one of the file
	Near     []string       `json:"near"`     // names that are like the one asked, where no skill has it
	Failed   *failureJSON   `json:"failed"`   // the file is an error for the agent
	NotTaken *skills.Passed `json:"notTaken"` // the agent passes the file over in silence
	Roots    []skills.Root  `json:"roots"`    // where skills are looked for, in scan order
	Problems []problemJSON  `json:"problems"` // of these skills' files
}

// SkillNamedJSON writes every skill that has the name; known is false when there is none.
func (s Screen) SkillNamedJSON(w io.Writer, version, name string) (known bool, err error) {
	hits, enabled := s.skillsNamed(name)
	out := s.skillAnswer(version, hits)
	out.Name = name
	switch {
	case len(hits) == 0:
		out.Near = append(out.Near, s.near(name)...)
	case enabled == 0:
		out.Mention = "off"
	case enabled == 1:
		out.Mention = "loads"
	default:
		out.Mention = "ambiguous"
	}
	return len(hits) > 0, write(w, out)
}

func (s Screen) near(name string) []string {
	_, err := s.Result.Skills.Load(name)
	var missing *skills.NotFoundError
	if errors.As(err, &missing) {
		return missing.Near
	}
	return nil
}

// SkillFileJSON writes what becomes of one file; known is false when the path is no skill file that was met.
func (s Screen) SkillFileJSON(w io.Writer, version, absPath string) (known bool, err error) {
	m := s.met(absPath)
	out := s.skillAnswer(version, m.skills)
	out.Path, out.NotTaken = absPath, m.passed
	if m.failed != nil {
		failed := failureOf(*m.failed)
		out.Failed = &failed
		out.Problems = problemList(s.problemsIn(absPath))
	}
	return m.known(), write(w, out)
}

func (s Screen) skillAnswer(version string, hits []int) skillAnswerJSON {
	out := skillAnswerJSON{
		envelope: s.envelope("Skill", version), Skills: []skillJSON{}, Near: []string{}, Problems: []problemJSON{},
		Roots: append([]skills.Root{}, s.Result.Skills.Roots...),
	}
	for _, i := range hits {
		out.Skills = append(out.Skills, skillOf(s.Result.Skills.Skills[i], s.entryOf(i)))
		out.Problems = append(out.Problems, problemList(s.problemsIn(s.Result.Skills.Skills[i].Path))...)
	}
	return out
}
