package agentsmd

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/agentlayers/layers/diag"
)

// diagnose adds to each document what is wrong with it, and to the whole what the settings get wrong.
func (l *Loaded) diagnose(o Options) {
	l.Diags = append(l.Diags, o.refusedNames()...)
	for i := range l.Documents {
		d := &l.Documents[i]
		d.Diags = append(d.Diags, l.Budget.judge(*d)...)
		d.Diags = append(d.Diags, encoding(*d)...)
		l.Diags = append(l.Diags, d.Diags...)
	}
}

// refusedNames reports configured names that are paths where the agent takes plain names only.
func (o Options) refusedNames() diag.List {
	var out diag.List
	for _, n := range o.Fallbacks {
		if o.Dialect.Fallback.PlainOnly && !isPlain(strings.TrimSpace(n.Text)) {
			out = append(out, diag.Diagnostic{
				Code: "doc-name-not-plain", Severity: diag.Warning, Subject: n.At,
				Summary: strconv.Quote(n.Text) + " is not a plain file name",
				Effect:  "the entry has no effect; the other names of the list still count",
				Fix:     "name a file that stands in the folder itself",
			})
		}
	}
	return out
}

// judge says what keeps a document, or a part of it, from the model where that is likely a mistake.
func (b Budget) judge(d Document) diag.List {
	if d.Loaded() {
		return b.judgeLoaded(d)
	}
	at := diag.File(d.Path)
	switch o := d.Omitted; o.Code {
	case OverBudget:
		p := diag.Diagnostic{
			Code: "doc-starved", Severity: diag.Warning, Subject: d.Lost.At,
			Summary: fmt.Sprintf("none of %s reach the model", plural(int(d.Bytes), "byte")), Detail: o.Text,
			Effect: lostText(d.Lost), Fix: b.fix(), Related: b.related(),
		}
		if p.Subject.Path == "" {
			p.Subject = at
		}
		return diag.List{p}
	case Unreadable:
		p := diag.Diagnostic{
			Code: "doc-unreadable", Severity: diag.Warning, Subject: at, Summary: "the file " + o.Text,
			Effect: "it contributes nothing; the next name of the folder is tried",
		}
		if d.Counted {
			p.Severity, p.Effect = diag.Error, "the agent drops every document of the project, and says nothing"
		}
		return diag.List{p}
	case NotAFile:
		return diag.List{{
			Code: "doc-not-a-file", Severity: diag.Warning, Subject: at, Summary: o.Text, Effect: "it is passed over",
		}}
	case Empty:
		p := diag.Diagnostic{Code: "doc-empty", Severity: diag.Note, Subject: at, Summary: "the file " + o.Text, Effect: "it contributes nothing"}
		if o.Text == "empty" {
			p.Summary = "the file is empty"
		}
		if len(d.Shadows) > 0 {
			p.Severity, p.Effect = diag.Warning, "it contributes nothing and still hides "+rel(d.Dir, d.Shadows[0])
		}
		return diag.List{p}
	case WrongCase:
		return diag.List{{
			Code: "doc-wrong-letter-case", Severity: diag.Warning, Subject: at, Summary: o.Text,
			Effect: "the file is not read on a file system that tells upper from lower case", Fix: o.Fix,
		}}
	case Untrusted:
		return diag.List{{
			Code: "doc-untrusted", Severity: diag.Warning, Subject: at, Summary: "the document is not read: " + o.Text,
			Related: relatedTo(o.By, "the entry that decides"),
		}}
	}
	return nil
}

// judgeLoaded reports a cut, by the agent's limit or by ours.
func (b Budget) judgeLoaded(d Document) diag.List {
	switch {
	case d.Lost != nil:
		return diag.List{{
			Code: "doc-cut", Severity: diag.Warning, Subject: d.Lost.At,
			Summary: fmt.Sprintf("cut after %d of %s", d.Sent, plural(int(d.Bytes), "byte")),
			Effect:  lostText(d.Lost), Fix: b.fix(), Related: b.related(),
		}}
	case int64(len(d.Source.Bytes)) < d.Sent:
		return diag.List{{
			Code: "doc-too-large", Severity: diag.Error, Subject: diag.File(d.Path),
			Summary: fmt.Sprintf("only the first %d of %s are read here", len(d.Source.Bytes), plural(int(d.Bytes), "byte")),
			Effect:  "the agent reads more than is shown",
		}}
	}
	return nil
}

// Enough is a limit under which nothing would be lost, in steps that leave some room.
func (b Budget) Enough() int64 {
	const step = 4096
	return (b.Need + step - 1) / step * step
}

func (b Budget) fix() string { return fmt.Sprintf("%s = %d", b.Key, b.Enough()) }

func (b Budget) related() []diag.Related { return relatedTo(b.At, "the limit") }

func relatedTo(at diag.Span, text string) []diag.Related {
	if at.IsZero() {
		return nil
	}
	return []diag.Related{{Span: at, Text: text}}
}

// lostText says in words what is lost.
func lostText(l *Lost) string {
	text := plural(int(l.Bytes), "byte") + " lost"
	if h := l.First(); h != nil {
		what := "first lost heading "
		if h == l.Inside {
			what = "cut inside "
		}
		text += ", " + what + fmt.Sprintf("%q", hashes(h.Level)+" "+h.Text)
	}
	return text
}

func hashes(level int) string { return "######"[:min(max(level, 1), 6)] }

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return strconv.Itoa(n) + " " + word + "s"
}

func unreadNote(d *Document, err error) diag.Diagnostic {
	return diag.Diagnostic{
		Code: "doc-unreadable", Severity: diag.Note, Subject: diag.File(d.Path), Summary: "the file cannot be read: " + cause(err),
		Effect: "none now: the budget is used up before it, so the agent does not open it",
	}
}

// encoding reports bytes that people do not expect in a text, with place and effect.
func encoding(d Document) diag.List {
	if !d.Loaded() || d.Source == nil {
		return nil
	}
	data := d.Source.Bytes
	problem := func(code diag.Code, at, length int, summary, effect string) diag.Diagnostic {
		return diag.Diagnostic{
			Code: code, Severity: diag.Warning, Subject: d.Source.Span(at, at+length), Summary: summary, Effect: effect, Fix: "save the file as UTF-8",
		}
	}
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return diag.List{problem("doc-utf16", 0, 2, "the file looks like UTF-16, by its first two bytes",
			"it is read as UTF-8: the model sees replacement and NUL characters between the letters")}
	}
	var out diag.List
	if bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
		p := problem("doc-bom", 0, 3, "the file starts with a byte order mark", "it reaches the model as U+FEFF and costs 3 bytes")
		p.Severity, p.Fix = diag.Note, "save the file as UTF-8 without a byte order mark"
		out = append(out, p)
	}
	if at, n := firstInvalid(data); at >= 0 && (d.Lost == nil || int64(at) < d.Sent) {
		summary := fmt.Sprintf("not valid UTF-8 at byte %d (0x%02x)", at, data[at])
		if n > 1 {
			summary += fmt.Sprintf(", and at %s more", plural(n-1, "place"))
		}
		out = append(out, problem("doc-invalid-utf8", at, 1, summary, "each such place reaches the model as U+FFFD"))
	}
	if at := bytes.IndexByte(data, 0); at >= 0 && (d.Lost == nil || int64(at) < d.Sent) {
		out = append(out, problem("doc-nul", at, 1, fmt.Sprintf("NUL character at byte %d", at), "it reaches the model as it is"))
	}
	return out
}
