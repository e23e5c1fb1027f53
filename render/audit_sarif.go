package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/diag"
)

// SARIF writes the audit as SARIF 2.1.0 in the form that GitHub code scanning takes: every rule is listed, whether
// it found something or not; no text is empty; paths are relative to the root.
func (a Audit) SARIF(w io.Writer, version string) error {
	r := a.Result
	run := sarifRun{
		Tool:              sarifTool{sarifDriver{Name: "layers", SemanticVersion: semantic(version), Rules: []sarifRule{}}},
		ColumnKind:        "unicodeCodePoints",
		AutomationDetails: sarifID{"layers-audit/"},
		BaseIDs:           map[string]sarifBase{srcRoot: {sarifText{"the audited folder"}}},
		Results:           []sarifResult{},
	}
	index := map[string]int{}
	for i, rule := range r.Rules {
		index[rule.ID] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRuleOf(rule))
	}
	incomplete := r.Incomplete
	for _, f := range r.Findings {
		run.Results = append(run.Results, a.sarifResult(f, index[f.Rule]))
	}
	for _, f := range r.Suppressed {
		res := a.sarifResult(f, index[f.Rule])
		res.Suppressions = []sarifSuppression{{Kind: "external", Justification: f.Suppressed}}
		run.Results = append(run.Results, res)
	}
	if len(run.Results) > maxSarifResults {
		run.Results = run.Results[:maxSarifResults]
		incomplete = append(incomplete[:len(incomplete):len(incomplete)], "there are more findings than code scanning takes")
	}
	inv := sarifInvocation{ExecutionSuccessful: len(incomplete) == 0}
	for _, why := range incomplete {
		inv.Notifications = append(inv.Notifications, sarifNotification{Level: "error", Message: sarifText{why}})
	}
	run.Invocations = []sarifInvocation{inv}
	return write(w, sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
}

// The limits of GitHub code scanning.
const (
	maxSarifResults     = 25_000
	maxSarifDescription = 1024 // characters
)

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	srcRoot     = "%SRCROOT%"
)

// semantic is a version as SARIF takes it; "" for a build without one.
func semantic(version string) string {
	v := strings.TrimPrefix(version, "v")
	if v == "" || v[0] < '0' || v[0] > '9' {
		return ""
	}
	return v
}

func sarifRuleOf(r audit.Rule) sarifRule {
	help := "What fires: " + r.Doc.Fires
	if r.Doc.Quiet != "" {
		help += "\n\nWhat does not: " + r.Doc.Quiet
	}
	if r.Doc.Fix != "" {
		help += "\n\nFix: " + r.Doc.Fix
	}
	out := sarifRule{
		ID: r.ID, Name: r.ID, Short: sarifText{cut(r.Title, maxSarifDescription)}, Full: sarifText{cut(orTitle(r.Doc.Why, r), maxSarifDescription)},
		Help: sarifHelp{Text: help, Markdown: help}, Default: sarifLevel{level(r.Severity)},
		Properties: sarifRuleProperties{
			SecuritySeverity: securitySeverity[r.Severity], Precision: precision[r.Confidence], Tags: []string{"security"},
		},
	}
	out.Properties.Tags = append(out.Properties.Tags, r.Agents...)
	return out
}

func orTitle(text string, r audit.Rule) string {
	if text == "" {
		return r.Title
	}
	return text
}

// cut keeps the first n characters.
func cut(text string, n int) string {
	if r := []rune(text); len(r) > n {
		return string(r[:n])
	}
	return text
}

var securitySeverity = map[audit.Severity]string{audit.Critical: "9.5", audit.High: "8.0", audit.Medium: "5.5", audit.Low: "2.5"}

var precision = map[audit.Confidence]string{audit.Certain: "very-high", audit.Firm: "high", audit.Tentative: "medium"}

// level is the SARIF level of a severity.
func level(s audit.Severity) string {
	switch {
	case s >= audit.High:
		return "error"
	case s == audit.Medium:
		return "warning"
	}
	return "note"
}

func (a Audit) sarifResult(f audit.Finding, rule int) sarifResult {
	text := f.Message
	for _, line := range effectLines(f.Effects) {
		text += "\n" + line
	}
	if f.Fix != "" {
		text += "\nfix: " + f.Fix
	}
	res := sarifResult{
		RuleID: f.Rule, RuleIndex: rule, Level: level(f.Severity), Message: sarifText{text},
		Locations:    []sarifLocation{a.sarifLocation(f.Span, "")},
		Fingerprints: map[string]string{"primaryLocationLineHash": f.Fingerprint},
		Properties: sarifResultProperties{
			Severity: f.Severity.String(), Confidence: string(f.Confidence), SecuritySeverity: securitySeverity[f.Severity],
			Key: f.Key, Effects: f.Effects,
		},
	}
	for i, rel := range f.Related {
		if rel.Span.IsZero() {
			continue
		}
		loc := a.sarifLocation(rel.Span, rel.Text)
		loc.ID = i + 1
		res.Related = append(res.Related, loc)
	}
	return res
}

// sarifLocation is a place. A whole file is its line 1, column 1 to 1.
func (a Audit) sarifLocation(span diag.Span, text string) sarifLocation {
	var loc sarifLocation
	uri := span.Path
	if rel, inside := a.Result.Set.Rel(span.Path); inside {
		uri, loc.Physical.Artifact.Base = rel, srcRoot
	} else {
		uri = "file://" + uri
	}
	loc.Physical.Artifact.URI = escapedPath(uri)
	loc.Physical.Region = sarifRegion{
		StartLine: max(1, span.Start.Line), StartColumn: max(1, span.Start.Column),
		EndLine: max(1, span.Start.Line, span.End.Line), EndColumn: max(1, span.End.Column),
	}
	if text != "" {
		loc.Message = &sarifText{text}
	}
	return loc
}

// escapedPath writes a path as a URI reference: everything but letters, digits and -._~ is escaped, so that a first
// part with a colon is no scheme.
func escapedPath(p string) string {
	scheme := ""
	if rest, ok := strings.CutPrefix(p, "file://"); ok {
		scheme, p = "file://", rest
	}
	var b strings.Builder
	b.WriteString(scheme)
	for _, c := range []byte(p) {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("-._~/", c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
