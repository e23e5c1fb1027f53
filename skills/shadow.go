package skills

import (
	"slices"
	"time"
)

// Shadow is what one ranker would have said while the agent went its own way.
type Shadow struct {
	Method     string        `json:"method"`
	Candidates []string      `json:"candidates"` // names, best first
	Used       string        `json:"used"`       // the skill that was used; "" for none
	Place      int           `json:"place"`      // of Used among Candidates, from 1; 0 when it is not there
	Took       time.Duration `json:"took"`
}

// Compare asks every ranker and records where the skill that was really used stands. now gives the time, for how
// long each took; nil leaves that out.
func (s *Set) Compare(query, used string, now func() time.Time) []Shadow {
	docs := s.Documents()
	var out []Shadow
	for _, method := range Rankers() {
		rank, _ := rankerFor(method)
		record := Shadow{Method: method, Used: used}
		var start time.Time
		if now != nil {
			start = now()
		}
		hits := rank(query, docs).Hits
		if now != nil {
			record.Took = now().Sub(start)
		}
		for _, h := range hits {
			record.Candidates = append(record.Candidates, h.Name)
		}
		record.Place = slices.Index(record.Candidates, used) + 1
		out = append(out, record)
	}
	return out
}
