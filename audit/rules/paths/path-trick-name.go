package paths

import (
	"strings"
	"sync"
	"unicode"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/chars"
	"github.com/agentlayers/layers/audit/source"
)

func pathTrickName() audit.Rule {
	return audit.Rule{
		ID:         "path-trick-name",
		Title:      "a name is another one on some file systems",
		Severity:   audit.Medium,
		Confidence: audit.Firm,
		Intent:     true,
		Doc: audit.Doc{
			Why:   "Windows drops dots and blanks at the end of a name and knows short names such as git~1; macOS passes over characters without shape. A checkout there writes into .git, or gives an agent files that no review has seen.",
			Fires: "a part of a path that some file system takes for .git or for an agent's folder or file, and one with a backslash or NUL.",
			Quiet: "names that differ from an agent's in letter case only: path-case-collision.",
			File:  ".claude./settings.json",
			Bad:   ".claude./settings.json",
			Good:  ".claude/settings.json",
			Fix:   "rename it",
			Refs:  []string{"CVE-2014-9390", "CVE-2019-1352", "CVE-2019-1353"},
		},
		Check: func(p *audit.Pass) {
			tricks := map[string]string{} // folder to what is wrong with its name
			left := maxTricks
			for _, e := range p.Set.Entries {
				cut := strings.LastIndexByte(e.Rel, '/')
				message := trick(e.Rel[cut+1:])
				if message == "" && len(tricks) > 0 && cut > 0 {
					message = tricks[e.Rel[:cut]]
				}
				switch {
				case message == "":
				case e.Type.IsDir():
					tricks[e.Rel] = message
				case left > 0:
					left--
					p.Report(audit.Finding{
						File: fileAt(p, e.Rel, source.Place{Kind: source.Other, Agents: []string{"git"}, Inner: e.Rel, Start: "."}), Message: message,
					})
				}
			}
		},
	}
}

// maxTricks bounds the findings; more of them say nothing new.
const maxTricks = 100

// trick says what one part of a path is on some file system, or "".
func trick(name string) string {
	switch {
	case isPlainName(name):
		return ""
	case strings.ContainsRune(name, 0):
		return "a name with a NUL"
	case strings.ContainsRune(name, '\\') && !isUnitName(name):
		return audit.What("on Windows the backslash in ", name, " parts folders")
	}
	if long := longName(name); long != "" {
		return audit.What("on Windows ", name, " can be the short name of ", long)
	}
	if real := trimmed(name); real != name && isGuarded(real) && !strings.HasSuffix(name, ":Zone.Identifier") {
		return audit.What("on Windows ", name, " is ", real)
	}
	real := chars.Fold(chars.Bare(trimmed(name)))
	if isGuarded(real) && isASCII(real) && (!isASCII(name) || real == ".git") {
		return audit.What("some file systems take ", name, " for ", real)
	}
	return ""
}

// isUnitName reports whether every backslash of a name starts an escape of a systemd unit: "dev-a\\x2db.swap".
func isUnitName(name string) bool {
	for rest := name; ; {
		_, after, found := strings.Cut(rest, `\`)
		if !found {
			return true
		}
		if len(after) < 3 || after[0] != 'x' || strings.Trim(after[1:3], "0123456789abcdef") != "" {
			return false
		}
		rest = after
	}
}

func isASCII(name string) bool {
	for i := range len(name) {
		if name[i] > unicode.MaxASCII {
			return false
		}
	}
	return true
}

// isPlainName is a quick test: a name in lower-case ASCII that no file system takes for another.
func isPlainName(name string) bool {
	for i := range len(name) {
		if c := name[i]; c >= 0x80 || c >= 'A' && c <= 'Z' || c == '~' || c == ':' || c == '\\' || c == 0 {
			return false
		}
	}
	last := name[len(name)-1]
	return last != '.' && last != ' '
}

// trimmed is a name without what Windows leaves out: dots and blanks at its end, and the name of a stream.
func trimmed(name string) string {
	name, _, _ = strings.Cut(name, ":")
	return strings.TrimRight(name, ". ")
}

// isGuarded reports whether a name, letter case ignored, is .git or starts the path of an agent's file.
func isGuarded(name string) bool {
	folded := strings.ToLower(name)
	return folded == ".git" || source.MayStart(folded)
}

// shortNames are the names that Windows gives to long ones, without their number.
var shortNames = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"git": ".git", "codex": ".codex", "claude": ".claude", "agents": ".agents", "cursor": ".cursor", "vscode": ".vscode", "gemini": ".gemini",
		"github": ".github", "windsu": ".windsurf", "devcon": ".devcontainer", "openco": ".opencode", "cliner": ".clinerules", "amazon": ".amazonq",
		"gitmod": ".gitmodules", "gi7eba": ".gitmodules", "gitatt": ".gitattributes", "gi7d29": ".gitattributes", "mcp": ".mcp.json",
	}
})

// longName is the name that a short one stands for, or "".
func longName(name string) string {
	stem, number, ok := strings.Cut(strings.ToLower(trimmed(name)), "~")
	number, _, _ = strings.Cut(number, ".")
	if !ok || number == "" || strings.Trim(number, "0123456789") != "" {
		return ""
	}
	return shortNames()[stem]
}
