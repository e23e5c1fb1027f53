package audit

import (
	"bytes"

	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/diag"
)

// ignoreMark is how a comment would ask to leave a finding out.
const ignoreMark = "layers:ignore"

// maxIgnores bounds the list.
const maxIgnores = 100

// ignores lists the places where files of the repository ask to leave a finding out. They suppress nothing: a
// repository cannot silence its own audit.
func ignores(set *gather.Set) []diag.Span {
	var out []diag.Span
	for _, f := range set.Files {
		if !f.IsText() || f.User {
			continue
		}
		for at := 0; len(out) < maxIgnores; {
			i := bytes.Index(f.Text.Bytes[at:], []byte(ignoreMark))
			if i < 0 {
				break
			}
			out = append(out, f.Span(at+i, at+i+len(ignoreMark)))
			at += i + len(ignoreMark)
		}
	}
	return out
}
