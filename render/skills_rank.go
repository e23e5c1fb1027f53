package render

import (
	"strconv"
	"strings"

	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/skills"
)

// SkillRanking writes how well skills answer a query.
func (s Screen) SkillRanking(r skills.Ranking) *term.Builder {
	b := s.Style.Builder()
	if len(r.Hits) == 0 {
		b.Line(" no skill answers this query")
	}
	t := term.Table{Indent: 1, Columns: []term.Column{{Right: true}, {Shrink: term.ShrinkText, Min: 16}, {}, {}, {Right: true}}}
	for i, h := range r.Hits {
		sk := s.Result.Skills.Skills[h.ID]
		t.Rows = append(t.Rows, []term.Cell{
			{Text: strconv.Itoa(i + 1)},
			{Text: s.Style.Escape(sk.Name)},
			{Text: sk.Scope},
			{Text: strings.Join(h.Fields, "+")},
			{Text: r.Method + " " + strconv.FormatFloat(h.Score, 'f', 2, 64)},
		})
	}
	b.Table(t)
	b.Hang("", 0, "ranking is advice for authors: "+s.Result.Dialect.Name+" "+s.Result.Dialect.Version+" does not use it to pick a skill")
	return b
}
