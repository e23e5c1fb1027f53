package audit

import "strings"

// pair is two findings that together are worse than each by itself.
type pair struct {
	with  string // the rule that must have found something of severity high
	raise string // the rule whose findings become worse
	least Severity
	to    Severity
	same  bool // both must be about the same lines
	why   string
}

var pairs = []pair{
	{"codex-approval-never", "codex-sandbox-off", High, Critical, false, "together with approval off, nothing asks and nothing holds back"},
	{"plugin-enabled-by-repo", "plugin-marketplace-registered", Medium, Critical, false, "together with a plugin enabled from it, the repository chooses code that runs"},
	{"command-download-exec", "codex-hook-command", Medium, High, true, "it runs what it downloads"},
	{"command-reads-secrets", "codex-hook-command", Medium, High, true, "it reads credentials"},
	{"command-edits-trust", "codex-hook-command", Medium, High, true, "it edits files that decide about trust"},
	{"command-persistence", "codex-hook-command", Medium, High, true, "it stays on the machine"},
}

// compose raises findings whose other half is there too: from files of the repository that one session loads, by
// the same agent.
func compose(all []Finding) {
	for _, p := range pairs {
		for i := range all {
			f := &all[i]
			if f.Rule != p.raise || f.Severity < p.least || f.File.User {
				continue
			}
			for _, g := range all {
				if g.Rule == p.with && g.Severity >= High && !g.File.User && oneSession(*f, g) && (!p.same || sameLines(*f, g)) {
					f.Severity = max(f.Severity, p.to)
					f.Message += "; " + p.why
					break
				}
			}
		}
	}
}

// oneSession reports whether a session can load both: the agent is the same, and one start folder holds the other.
func oneSession(a, b Finding) bool {
	same := false
	for _, x := range a.Agents() {
		for _, y := range b.Agents() {
			same = same || x == y
		}
	}
	return same && (above(a.Start, b.Start) || above(b.Start, a.Start))
}

func sameLines(a, b Finding) bool {
	return a.Path == b.Path && a.Span.Start.Line <= b.Span.End.Line && b.Span.Start.Line <= a.Span.End.Line
}

func above(dir, below string) bool {
	return dir == "." || dir == below || strings.HasPrefix(below, dir+"/")
}
