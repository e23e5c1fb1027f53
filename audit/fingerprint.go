package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/agentlayers/layers/audit/gather"
)

// fingerprint gives every finding an identity that survives moved lines and changes with what it is about: its
// rule, file, key, the text of its lines without the blanks around it, and the content of the scripts it names.
// Findings that are equal in all of these are numbered in order.
func fingerprint(set *gather.Set, all []Finding) {
	seen := map[string]int{}
	for i := range all {
		f := &all[i]
		h := sha256.New()
		for _, part := range append([]string{f.Rule, f.Path, subject(*f)}, f.Key...) {
			field(h, part)
		}
		for _, rel := range f.Covers {
			field(h, rel)
			if covered := set.File(rel); covered != nil {
				field(h, covered.Digest)
			}
		}
		f.Fingerprint = hex.EncodeToString(h.Sum(nil)[:16])
		n := seen[f.Fingerprint]
		seen[f.Fingerprint]++
		if n > 0 {
			f.Fingerprint += ":" + strconv.Itoa(n+1)
		}
	}
}

// field writes a part with its length, so that no two lists of parts give the same bytes.
func field(w io.Writer, part string) { fmt.Fprintf(w, "%d:%s", len(part), part) }

// maxSubject bounds the lines that a fingerprint covers.
const maxSubject = 50

// subject is the text that a finding is about: its lines, or where a link leads.
func subject(f Finding) string {
	if f.File.Link != nil {
		return f.File.Link.Text
	}
	if f.File.Text == nil || f.Span.Path != f.File.Path || f.Span.Start == f.Span.End {
		return ""
	}
	var b strings.Builder
	last := min(f.Span.End.Line, f.Span.Start.Line+maxSubject)
	for n := f.Span.Start.Line; n <= last; n++ {
		b.WriteString(strings.TrimSpace(f.File.Text.Line(n)))
		b.WriteByte('\n')
	}
	return b.String()
}
