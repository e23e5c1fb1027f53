package render

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agentlayers/layers/audit"
)

// GitHub writes one workflow command a finding, which becomes an annotation of the file, and one for every reason
// why the audit is incomplete.
func (a Audit) GitHub(w io.Writer) error {
	var b strings.Builder
	for _, f := range a.Result.Findings {
		text := f.Message
		for _, line := range effectLines(f.Effects) {
			text += "\n" + line
		}
		if f.Fix != "" {
			text += "\nfix: " + f.Fix
		}
		at := a.at(f.Span)
		place := fmt.Sprintf("file=%s,line=%d,endLine=%d", property(at.Path), max(1, at.Line), max(1, at.Line, at.EndLine))
		if at.Line == at.EndLine {
			place += fmt.Sprintf(",col=%d,endColumn=%d", max(1, at.Column), max(1, at.EndColumn))
		}
		fmt.Fprintf(&b, "::%s %s,title=%s::%s\n", command(f.Severity), place, property(f.Rule), data(text))
	}
	for _, why := range a.Result.Incomplete {
		fmt.Fprintf(&b, "::error title=%s::%s\n", property("audit incomplete"), data(why))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// command is the workflow command of a severity.
func command(s audit.Severity) string {
	if l := level(s); l != "note" {
		return l
	}
	return "notice"
}

// data escapes the text of a workflow command.
func data(text string) string { return percent(text, "%") }

// property escapes the value of a property of a workflow command.
func property(text string) string { return percent(text, "%:,") }

// percent writes the bytes of the given characters, and of all that a terminal may act on or nobody sees, as %XX.
func percent(text, escaped string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		hidden := r == utf8.RuneError && n == 1 || !unicode.IsGraphic(r) ||
			unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
		if !hidden && !strings.ContainsRune(escaped, r) {
			b.WriteString(text[i : i+n])
		} else {
			for _, c := range []byte(text[i : i+n]) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
		}
		i += n
	}
	return b.String()
}
