// Package acts says what a line of shell does that no command of a repository should do unseen: run what it
// downloads, read credentials, change what decides about trust, or stay on the machine. It looks at parsed calls
// and their words; nothing is expanded or run.
//
//	shell.Parse ─> Pipelines ─> Find ─┐
//	                                  ├─> Act: what it does, and which word shows it ─> rules
//	bytes of a script ─> File ────────┘
package acts

import (
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/agentlayers/layers/audit/shell"
)

// Kind is what a line does; it is the id of the rule about commands that do so.
type Kind string

// The kinds.
const (
	DownloadExec Kind = "command-download-exec"
	ReadsSecrets Kind = "command-reads-secrets"
	EditsTrust   Kind = "command-edits-trust"
	Persistence  Kind = "command-persistence"
)

// Act is one such deed.
type Act struct {
	Kind  Kind
	What  string // in words, for a message: "pipes what curl fetches into sh"
	Start int    // byte offsets of the call in the text
	End   int
	Word  int // the word of the call that shows it, counted from the program; -1 for the call as such
}

// Find lists what lines do, in order of place, each deed of a place once.
func Find(lines []shell.Pipeline) []Act {
	f := finder{files: map[string]string{}, vars: map[string]string{}, sums: map[string]bool{}, dumps: map[string]bool{}}
	for _, p := range shell.Deep(lines) {
		f.downloads(p)
		f.secrets(p)
		for _, c := range p.Calls {
			f.trust(c)
			f.persistence(c)
		}
	}
	sort.SliceStable(f.out, func(i, j int) bool { return f.out[i].Start < f.out[j].Start })
	return slices.CompactFunc(f.out, func(a, b Act) bool { return a.Kind == b.Kind && a.Start == b.Start })
}

// finder goes through pipelines in order and remembers what came from outside.
type finder struct {
	out   []Act
	files map[string]string // file that a download wrote, and the program that did
	vars  map[string]string // variable that holds a download
	sums  map[string]bool   // variable that holds a checksum
	dumps map[string]bool   // file that holds the environment or credentials
}

func (f *finder) add(kind Kind, c shell.Call, word int, what ...string) {
	f.out = append(f.out, Act{Kind: kind, What: strings.Join(what, ""), Start: c.Start, End: c.End, Word: word})
}

// call is a shell.Call without wrappers, with the number of words that were dropped.
type call struct {
	shell.Call
	name    string
	args    []string
	dropped int
}

func unwrap(c shell.Call) call {
	u := c.Unwrapped()
	return call{Call: u, name: u.Name(), args: u.Args(), dropped: len(c.Words) - len(u.Words)}
}

// has reports whether one of the arguments is one of the words.
func (c call) has(words ...string) bool {
	for _, a := range c.args {
		if slices.Contains(words, a) {
			return true
		}
	}
	return false
}

// starts reports whether the arguments that are no options begin with the words.
func (c call) starts(words ...string) bool {
	plain := c.plain()
	if len(plain) < len(words) {
		return false
	}
	for i, w := range words {
		if plain[i] != w {
			return false
		}
	}
	return true
}

// plain are the arguments that are no options.
func (c call) plain() []string {
	var out []string
	for _, a := range c.args {
		if a != "" && a[0] != '-' {
			out = append(out, a)
		}
	}
	return out
}

// value is the word after an option, or what follows "=" in the same word; for an option of one letter also in a
// group ("-qO FILE", "-fsSLoFILE"). "" when it is not there.
func (c call) value(options ...string) string {
	for i, a := range c.args {
		for _, o := range options {
			rest, ok := strings.CutPrefix(a, o)
			if !ok && len(o) == 2 && isGroup(a, o[1]) {
				rest, ok = a[strings.IndexByte(a[1:], o[1])+2:], true
			}
			switch {
			case !ok:
			case rest == "" && i+1 < len(c.args):
				return c.args[i+1]
			case strings.HasPrefix(rest, "="):
				return rest[1:]
			case len(o) == 2 && rest != "":
				return rest
			}
		}
	}
	return ""
}

// code is the text of another language that the call is given, or "".
func (c call) code() (text string, word int) {
	if len(c.Words) == 0 {
		return "", 0
	}
	at, isShell, ok := shell.Inline(c.Words[0].Text, c.args)
	if !ok || isShell && c.name != "pwsh" && c.name != "powershell" {
		return "", 0
	}
	return strings.Join(c.args[at:], " "), at + 1
}

// oneOf reports whether word is one of the words of a list with a blank between them.
func oneOf(word, list string) bool {
	if word == "" {
		return false
	}
	for at := 0; ; {
		i := strings.Index(list[at:], word)
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(word)
		if (start == 0 || list[start-1] == ' ') && (end == len(list) || list[end] == ' ') {
			return !strings.Contains(word, " ")
		}
		at = start + 1
	}
}

// fileKey is a path as it is compared: without quotes of the shell and "./".
func fileKey(p string) string {
	if p == "" || strings.HasPrefix(p, "$") && !strings.Contains(p, "/") {
		return p
	}
	return path.Clean(p)
}
