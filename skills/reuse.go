package skills

import (
	"bytes"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/frontmatter"
)

// kept is what the bytes of one file gave, for the next answer to the same question.
type kept struct {
	src     *diag.Source
	doc     frontmatter.Doc
	problem *frontmatter.Problem
	meta    Metadata // of the metadata file, under its own path
}

// earlier gives what the earlier answer made of the same bytes.
func (l *loader) earlier(p string, data []byte) (kept, bool) {
	if l.o.Previous != nil {
		if old, ok := l.o.Previous.reuse[p]; ok && old.src != nil && bytes.Equal(old.src.Bytes, data) {
			return old, true
		}
	}
	return kept{src: diag.NewSource(p, data)}, false
}

func (l *loader) keep(p string, k kept) { l.set.reuse[p] = k }
