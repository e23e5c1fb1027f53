package audit

import (
	"slices"
	"strconv"
	"strings"
)

// pair is two findings that together are worse than each by itself.
type pair struct {
	with  string // the rule that must have found something of severity high
	raise string // the rule whose findings become worse
	least Severity
	to    Severity
	same  bool // both must start on one line
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
		partners := map[string][]Finding{} // by line where both must be about one, else by start folder
		place := func(f Finding) string {
			if p.same {
				return f.Path + ":" + strconv.Itoa(f.Span.Start.Line)
			}
			return f.Start
		}
		for _, g := range all {
			if g.Rule == p.with && g.Severity >= High && !g.File.User {
				partners[place(g)] = append(partners[place(g)], g)
			}
		}
		if len(partners) == 0 {
			continue
		}
		for i := range all {
			f := &all[i]
			if f.Rule == p.raise && f.Severity >= p.least && !f.File.User && p.meets(*f, partners, place(*f)) {
				f.Severity = max(f.Severity, p.to)
				f.Message += "; " + p.why
			}
		}
	}
}

// maxPartners bounds how many partners of one place are compared; more of them say nothing new.
const maxPartners = 100

// meets reports whether one of the partners belongs to f.
func (p pair) meets(f Finding, partners map[string][]Finding, place string) bool {
	if p.same {
		return len(partners[place]) > 0
	}
	for start, list := range partners {
		if !above(place, start) && !above(start, place) {
			continue
		}
		for _, g := range list[:min(len(list), maxPartners)] {
			if sharesAgent(f, g) {
				return true
			}
		}
	}
	return false
}

func sharesAgent(a, b Finding) bool {
	return slices.ContainsFunc(a.Agents(), func(x string) bool { return slices.Contains(b.Agents(), x) })
}

func above(dir, below string) bool {
	return dir == "." || dir == below || strings.HasPrefix(below, dir+"/")
}
