package audit

import "github.com/agentlayers/layers/dialect"

// Dialects are the agent versions that an audit resolves when none are chosen: every described one.
func Dialects() ([]dialect.Dialect, error) {
	var out []dialect.Dialect
	for _, v := range dialect.CodexVersions {
		d, err := dialect.Codex(v)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	for _, v := range dialect.ClaudeVersions {
		d, err := dialect.Claude(v)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}
