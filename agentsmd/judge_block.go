package agentsmd

import (
	"path"
	"strconv"
	"strings"

	"github.com/agentlayers/layers/diag"
)

// judgements are what to tell of a document that contributes nothing, where that is likely a mistake.
var judgements = [...]struct {
	code     Reason
	id       diag.Code
	severity diag.Severity
	effect   string
}{
	{External, "import-external", diag.Warning, "it does not load, and the agent says nothing"},
	{TooDeep, "import-too-deep", diag.Warning, "it does not load, and the agent says nothing"},
	{WrongSuffix, "doc-wrong-suffix", diag.Note, "it does not load, and the agent says nothing"},
	{TooLarge, "doc-too-large", diag.Warning, "it does not load, and the agent says nothing"},
	{Unreadable, "doc-unreadable", diag.Warning, "it does not load, and the agent says nothing"},
	{NotAFile, "doc-not-a-file", diag.Warning, "it does not load"},
	{Excluded, "doc-excluded", diag.Note, "it does not load"},
	{NotReached, "doc-not-read", diag.Error, "the agent reads it"},
}

// judgeBlock gives the problems of one document of an agent with blocks.
func judgeBlock(d Document) diag.List {
	at := diag.File(d.Path)
	if d.Role == Import {
		at = d.From
	}
	if d.Omitted == nil {
		return append(cutProblem(d), blockEncoding(d)...)
	}
	if d.Omitted.Code == Absent && d.Role == Import {
		return missingImport(d)
	}
	for _, j := range judgements {
		if j.code == d.Omitted.Code {
			return diag.List{{
				Code: j.id, Severity: j.severity, Subject: at, Summary: path.Base(d.Path) + ": " + d.Omitted.Text,
				Effect: j.effect, Fix: d.Omitted.Fix, Related: relatedTo(d.Omitted.By, "the rule that decides"),
			}}
		}
	}
	return nil
}

// missingImport reports an import without a file, where the text looks like the name of one.
func missingImport(d Document) diag.List {
	p := diag.Diagnostic{
		Code: "import-missing", Severity: diag.Note, Subject: d.From, Summary: "no file " + d.Path,
		Effect: "nothing is imported, and the agent says nothing",
	}
	switch trimmed := strings.TrimRight(d.Path, `.,;:!?)]}"'`); {
	case trimmed != d.Path && strings.Contains(path.Base(trimmed), "."):
		p.Severity = diag.Warning
		p.Detail = "the character after the name counts as a part of it"
		p.Fix = "put a space after the name"
	case path.Ext(d.Path) == ".md":
		p.Severity = diag.Warning
	default:
		return nil
	}
	return diag.List{p}
}

func cutProblem(d Document) diag.List {
	if d.Cut == nil {
		return nil
	}
	return diag.List{{
		Code: "doc-cut", Severity: diag.Warning, Subject: d.Lost.At,
		Summary: "cut from line " + strconv.Itoa(d.Cut.FirstLost) + " on",
		Effect:  lostText(d.Lost),
	}}
}

// blockEncoding is encoding, for an agent that removes a byte order mark.
func blockEncoding(d Document) diag.List {
	out := encoding(d)
	for i := range out {
		if out[i].Code == "doc-bom" {
			out[i].Effect = "the agent removes it"
		}
	}
	return out
}
