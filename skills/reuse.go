package skills

import (
	"io/fs"
	"time"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/frontmatter"
	"github.com/agentlayers/layers/tree"
)

// kept is what one file gave, for the next answer to the same question.
type kept struct {
	id      fileID
	src     *diag.Source
	doc     frontmatter.Doc
	problem *frontmatter.Problem
	meta    Metadata // of the metadata file, under its own path
}

// fileID tells whether a file is still the same without reading it.
type fileID struct {
	size    int64
	modTime time.Time
	mode    fs.FileMode
}

func idOf(i tree.Identity) fileID { return fileID{i.Size, i.ModTime, i.Mode} }

// unchanged gives the text of a file that the earlier answer has read, when size, time and mode are the same.
// A file without a time is always read.
func (l *loader) unchanged(p string) (fileID, *diag.Source, bool) {
	if l.o.Previous == nil {
		return fileID{}, nil, false
	}
	old, ok := l.o.Previous.reuse[p]
	if !ok || old.src == nil || old.id.modTime.IsZero() {
		return fileID{}, nil, false
	}
	info, err := l.fsys.Lstat(p)
	if err != nil || info.Size() != old.id.size || !info.ModTime().Equal(old.id.modTime) || info.Mode() != old.id.mode {
		return fileID{}, nil, false
	}
	return old.id, old.src, true
}

// earlier gives what the earlier answer made of a file that has not changed.
func (l *loader) earlier(p string, id fileID) (kept, bool) {
	if l.o.Previous != nil {
		if old, ok := l.o.Previous.reuse[p]; ok && old.id == id && !id.modTime.IsZero() {
			return old, true
		}
	}
	return kept{id: id}, false
}

func (l *loader) keep(p string, k kept) { l.set.reuse[p] = k }
