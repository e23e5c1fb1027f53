package edit

import (
	"bytes"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/internal/doc"
	"github.com/agentlayers/layers/internal/jsonsrc"
	"github.com/agentlayers/layers/internal/tomlsrc"
	"github.com/agentlayers/layers/layers"
)

var byteOrderMark = []byte("\xEF\xBB\xBF")

// draft is a document while it is being changed.
type draft struct {
	doc    Document
	text   []byte     // as it is now
	root   *doc.Value // of text
	pieces []piece    // what text is made of
}

// piece is a stretch of the document as it was, or new text.
type piece struct {
	start, end int // of the original; both 0 for new text
	text       []byte
	isNew      bool
}

func begin(d Document) (*draft, error) {
	w := &draft{doc: d, text: d.Bytes, pieces: []piece{{end: len(d.Bytes), text: d.Bytes}}}
	if d.isJSON() && (bytes.HasPrefix(d.Bytes, []byte{0xFF, 0xFE}) || bytes.HasPrefix(d.Bytes, []byte{0xFE, 0xFF})) {
		return nil, refuse(diag.File(d.Name), "the file is UTF-16; save it as UTF-8 first")
	}
	return w, w.parse()
}

func (d Document) isJSON() bool { return d.Config.Format == dialect.FormatJSON }

// parse reads the text as it is now.
func (w *draft) parse() error {
	src := diag.NewSource(w.doc.Name, w.text)
	if w.doc.isJSON() {
		return w.parseJSON(src)
	}
	root, diags := tomlsrc.Parse(src, tomlOptions(w.doc.Config.Limits))
	if diags.HasErrors() {
		return &BrokenError{diags}
	}
	w.root = root
	return nil
}

func (w *draft) parseJSON(src *diag.Source) error {
	if len(bytes.TrimSpace(bytes.TrimPrefix(w.text, byteOrderMark))) == 0 {
		w.root = &doc.Value{Kind: doc.Table, Text: src, Place: diag.NewExtent(w.mark(), len(w.text))}
		return nil
	}
	root, diags := jsonsrc.Parse(src, jsonsrc.Options{Depth: w.doc.Config.Limits.Depth})
	switch {
	case root == nil:
		return &BrokenError{diags}
	case root.Kind != doc.Table:
		return refuse(root.Span(), "the file holds no object")
	}
	w.root = root
	return nil
}

func tomlOptions(lim dialect.Limits) tomlsrc.Options {
	o := tomlsrc.Options{Depth: lim.Depth, KeyParts: lim.KeyParts, LeapSecond: lim.LeapSecond, Reader: tomlsrc.Reader2026}
	if lim.Reader == "2025" {
		o.Reader = tomlsrc.Reader2025
	}
	return o
}

// mark is the length of the byte order mark.
func (w *draft) mark() int {
	if bytes.HasPrefix(w.text, byteOrderMark) {
		return len(byteOrderMark)
	}
	return 0
}

// replace puts text in the place of a stretch. Offsets are those of the text as it is now.
func (w *draft) replace(start, end int, text string) {
	var out []piece
	offset, done := 0, false
	add := func(p piece) {
		if len(p.text) > 0 {
			out = append(out, p)
		}
	}
	for _, p := range w.pieces {
		before := min(max(start-offset, 0), len(p.text))
		after := min(max(end-offset, 0), len(p.text))
		add(p.cut(0, before))
		if offset += len(p.text); !done && offset >= start {
			add(piece{text: []byte(text), isNew: true})
			done = true
		}
		add(p.cut(after, len(p.text)))
	}
	if !done {
		add(piece{text: []byte(text), isNew: true})
	}
	w.pieces = out
	var b bytes.Buffer
	for _, p := range out {
		b.Write(p.text)
	}
	w.text = b.Bytes()
}

func (p piece) cut(from, to int) piece {
	out := piece{text: p.text[from:to], isNew: p.isNew}
	if !p.isNew {
		out.start, out.end = p.start+from, p.start+to
	}
	return out
}

// edit describes all changes so far.
func (w *draft) edit(key layers.Key) Edit {
	e := Edit{Key: key, Before: w.doc.Bytes, After: w.text}
	at, fresh := 0, []byte(nil)
	flush := func(next int) {
		if next > at || len(fresh) > 0 {
			e.Splices = append(e.Splices, Splice{Start: at, End: next, Text: fresh})
		}
		fresh = nil
	}
	for _, p := range w.pieces {
		if p.isNew {
			fresh = append(fresh, p.text...)
			continue
		}
		flush(p.start)
		at = p.end
	}
	flush(len(w.doc.Bytes))
	return e
}

// obstacle refuses keys that lead through what is no table, or to a single element of an array.
func (w *draft) obstacle(key layers.Key) error {
	v := w.root
	for i, part := range key {
		switch {
		case v.Kind == doc.Array && i == len(key)-1:
			return refuse(v.Span(), "%s is an array, which is replaced whole: set %s", key[:i], key[:i])
		case v.Kind == doc.Array && child(v, part) == nil:
			return refuse(v.Span(), "%s is an array without an element %s", key[:i], part)
		case v.Kind == doc.Scalar:
			return refuse(v.Span(), "%s holds a value, so nothing can be put below it", key[:i])
		}
		if v = child(v, part); v == nil {
			return nil
		}
	}
	return nil
}

func (w *draft) set(key layers.Key, v Value) error {
	if w.doc.isJSON() {
		w.setJSON(key, v)
		return w.reparse(key)
	}
	if old := at(w.root, key); old != nil && !w.isLiteral(old) {
		if old.Kind == doc.Table && len(v.tree.Members) > 0 {
			return w.setMembers(key, old, v)
		}
		if err := w.unset(key); err != nil {
			return err
		}
	}
	w.setTOML(key, v)
	return w.reparse(key)
}

// setMembers makes a table that has headers or dotted keys equal to v, key by key, so that what stays the same keeps
// its place and its comments.
func (w *draft) setMembers(key layers.Key, old *doc.Value, v Value) error {
	for _, m := range v.tree.Members {
		if was := old.Get(m.Name); was != nil && same(was, m.Value) {
			continue
		}
		if err := w.set(key.Child(m.Name), v.member(m.Value)); err != nil {
			return err
		}
	}
	for _, m := range old.Members {
		if v.tree.Get(m.Name) != nil {
			continue
		}
		if err := w.unset(key.Child(m.Name)); err != nil {
			return err
		}
	}
	return nil
}

func (w *draft) unset(key layers.Key) error {
	if w.doc.isJSON() {
		w.unsetJSON(key)
		return w.reparse(key)
	}
	for at(w.root, key) != nil {
		left := len(w.text)
		w.unsetTOML(key)
		if len(w.text) == left {
			return unsafe(key)
		}
		if err := w.reparse(key); err != nil {
			return err
		}
	}
	return nil
}

// reparse reads the changed text. What does not parse is not given out.
func (w *draft) reparse(key layers.Key) error {
	if w.parse() != nil {
		return unsafe(key)
	}
	return nil
}
