package watch

import (
	"io/fs"
	"maps"
	"sync"

	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

// lastGood is an FS that gives some files as they were when they were last valid.
type lastGood struct {
	tree.FS
	mu    sync.Mutex
	texts map[string]goodText // by path, links resolved
}

// goodText is a file that was valid.
type goodText struct {
	named string // as the layer names it
	data  []byte
}

func newLastGood(fsys tree.FS) *lastGood { return &lastGood{FS: fsys, texts: map[string]goodText{}} }

func (l *lastGood) text(p string) (goodText, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	text, ok := l.texts[p]
	return text, ok
}

// keep gives files as they were from now on.
func (l *lastGood) keep(texts map[string]goodText) {
	l.mu.Lock()
	defer l.mu.Unlock()
	maps.Copy(l.texts, texts)
}

// keeps reports whether the file of a layer is given as it was.
func (l *lastGood) keeps(named string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, text := range l.texts {
		if text.named == named {
			return true
		}
	}
	return false
}

// release gives the file at p as it is, and how its layer names it; "" when it was not kept.
func (l *lastGood) release(p string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	named := l.texts[p].named
	delete(l.texts, p)
	return named
}

// ReadFile implements tree.FS.
func (l *lastGood) ReadFile(p string, limit int64) (tree.File, error) {
	text, ok := l.text(p)
	if !ok || int64(len(text.data)) > limit {
		return l.FS.ReadFile(p, limit)
	}
	info, err := l.FS.Lstat(p)
	if err != nil {
		return tree.File{}, err
	}
	return tree.File{Data: text.data, Identity: l.Identity(p, info)}, nil
}

// Identity implements tree.Identifier.
func (l *lastGood) Identity(p string, info fs.FileInfo) tree.Identity {
	return tree.Identify(l.FS, p, info)
}

// broken lists the files of layers and requirements that were valid in before and cannot be used in after, with
// their text from before.
func broken(fsys tree.FS, before, after *resolve.Result) map[string]goodText {
	good := map[string][]byte{}
	for _, e := range sources(before) {
		if e.Text != nil && !e.Failed {
			good[e.Source.Path] = e.Text.Bytes
		}
	}
	out := map[string]goodText{}
	for _, e := range sources(after) {
		text, was := good[e.Source.Path]
		if !e.Failed || !was {
			continue
		}
		if r, err := tree.EvalSymlinks(fsys, e.Source.Path); err == nil {
			out[r.Path] = goodText{e.Source.Path, text}
		}
	}
	return out
}
