// Package tomlsrc reads TOML into a tree that knows where every key and value stands.
//
// A file is read in one linear pass over go-toml's parser; keys defined twice are found by hashing, so ten
// thousand sibling tables cost ten thousand look-ups. What is accepted is TOML 1.1 with the limits of
// Options. Only when something is wrong a second, slower reader (locate.go) runs: it finds the place that
// the reference agent reports, which no parser library of ours gives.
//
// Behaviour: testdata/places.tsv, recorded with two versions of the reference agent.
package tomlsrc

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

// The codes of the problems that this package reports.
const (
	CodeSyntax     diag.Code = "toml-syntax"          // not TOML
	CodeDuplicate  diag.Code = "toml-duplicate-key"   // a key set twice
	CodeRedefined  diag.Code = "toml-redefined-table" // a table defined twice, or a value used as a table
	CodeTooDeep    diag.Code = "toml-too-deep"        // arrays and inline tables nested beyond Options.Depth
	CodeKeyTooLong diag.Code = "toml-key-too-long"    // more dotted parts than Options.KeyParts
	CodeNotUTF8    diag.Code = "invalid-utf8"         // the agent calls such a file unreadable, not broken TOML
)

// Options are the agent's limits and habits.
type Options struct {
	Depth      int    // nested arrays and inline tables that still parse; 0 means 10,000
	KeyParts   int    // parts of one dotted key that still parse; 0 means 10,000
	LeapSecond bool   // second 60 is accepted
	Reader     Reader // which generation of the agent's TOML reader decides the doubtful cases
}

// Reader is a generation of the reference agent's TOML reader. They differ in what follows; all else is equal.
type Reader int

const (
	// Reader2026 is the newer one. The end of the file inside an open bracket is reported after the last
	// key, value or bracket. An inline table key without value is an error at the closing brace.
	Reader2026 Reader = iota
	// Reader2025 is the older one. The end of the file inside an open bracket is reported one past the last
	// byte. An inline table key without value is silently dropped ({a} reads as {}), and an underscore right
	// after a number's sign is ignored (+_1 reads as 1). It places some misplaced underscores elsewhere.
	Reader2025
)

var byteOrderMark = []byte("\xEF\xBB\xBF")

// Parse reads a whole file. The value is never nil: its root is a Table, with what was understood before the
// first error when there is one. The list is empty or holds one Error whose Subject starts where the
// reference agent places it.
//
// A leading byte order mark is skipped but counts for columns, as it does for the agent.
func Parse(src *diag.Source, opts Options) (*doc.Value, diag.List) {
	return new(Parser).Parse(src, opts)
}

// Parser reads one file after the other into the same memory. The zero value is ready; it serves one reader at a time.
type Parser struct{ pool pool }

// Parse is the function Parse, whose tree stands only until the Parser is used again.
func (p *Parser) Parse(src *diag.Source, opts Options) (*doc.Value, diag.List) {
	text, base := src.Bytes, 0
	if bytes.HasPrefix(text, byteOrderMark) {
		text, base = text[len(byteOrderMark):], len(byteOrderMark)
	}
	r := &reader{src: src, text: text, base: base, opts: opts, pool: &p.pool}
	root, bad := r.read()
	if bad == nil {
		return root, nil
	}
	return root, diag.List{r.diagnostic(bad)}
}

// valuePrefix makes a lone value a document, in the way the reference agent does it.
const valuePrefix = "_x_ = "

// ParseValue reads the text of src as one TOML value, such as the VALUE of a -c key=VALUE flag. Spans are
// places in that text. The agent puts the text behind a key and reads the result as a document, so a value
// may be followed by a comment or by further lines, which are checked and ignored.
func ParseValue(src *diag.Source, opts Options) (*doc.Value, error) {
	text := append([]byte(valuePrefix), src.Bytes...)
	r := &reader{src: src, text: text, base: -len(valuePrefix), opts: opts, pool: &pool{}}
	root, bad := r.read()
	if bad != nil {
		return nil, fmt.Errorf("not a TOML value: %s", bad.summary)
	}
	if len(root.Members) == 0 {
		return nil, errors.New("not a TOML value")
	}
	return root.Members[0].Value, nil
}

// reader is one reading of one text.
type reader struct {
	src  *diag.Source
	text []byte // what is parsed: the source without its mark, or with a key in front
	base int    // offset in the source of text[0]
	opts Options
	pool *pool
}

// read builds the tree. The problem, if any, is the one that the reference agent reports.
func (r *reader) read() (*doc.Value, *problem) {
	if at := firstInvalidUTF8(r.text); at >= 0 {
		root := &doc.Value{Kind: doc.Table, Text: r.src, Place: r.extent(0, len(r.text))}
		return root, &problem{
			code: CodeNotUTF8, start: at, end: at + 1, summary: "the file is not valid UTF-8",
			fix: "save the file as UTF-8",
		}
	}
	r.pool.reset()
	b := newBuilder(r, r.text, r.pool)
	refused := b.build()
	if refused == nil {
		return b.root, nil
	}
	bad, repairs := locate(r.text, r.base, r.opts)
	if bad != nil {
		return b.root, bad
	}
	// The agent reads what our parser refuses: blank out what it overlooks and read again.
	repaired := blank(r.text, repairs)
	again := newBuilder(r, repaired, &pool{})
	if stillRefused := again.build(); stillRefused != nil {
		return b.root, refused
	}
	return again.root, nil
}

// blank returns text with each stretch overwritten, length and offsets unchanged.
func blank(text []byte, repairs []repair) []byte {
	out := bytes.Clone(text)
	for _, fix := range repairs {
		for i := fix.start; i < fix.end; i++ {
			out[i] = ' '
		}
		copy(out[fix.start:fix.end], fix.with)
	}
	return out
}

func firstInvalidUTF8(b []byte) int {
	if utf8.Valid(b) {
		return -1
	}
	for i := 0; i < len(b); {
		c, n := utf8.DecodeRune(b[i:])
		if c == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// span gives the stretch text[start:end] as a place in the source.
func (r *reader) span(start, end int) diag.Span {
	return r.src.Span(r.base+start, r.base+end)
}

// extent is span as offsets of the source.
func (r *reader) extent(start, end int) diag.Extent {
	return diag.NewExtent(r.base+start, r.base+end)
}
