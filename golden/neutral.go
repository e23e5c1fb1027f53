package golden

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Neutral writes the real paths in s as the recorder does: Root as "$ROOT" and the agents' system folders
// such as /etc/codex as "$ROOT/etc/codex",
// where they stand alone and not inside a longer path.
func Neutral(s string) string {
	if !strings.Contains(s, Root) && !strings.Contains(s, "/etc/c") {
		return s
	}
	s = replacePath(s, Root, "$ROOT")
	for _, system := range [...]string{"/etc/codex", "/etc/claude-code"} {
		s = replacePath(s, system, "$ROOT"+system)
	}
	s = strings.ReplaceAll(s, "projects."+Root+"/", "projects.$ROOT/")
	return strings.ReplaceAll(s, "skill://"+Root+"/", "skill://$ROOT/")
}

// replacePath replaces old where it begins a path and ends a path part.
func replacePath(s, old, with string) string {
	var b strings.Builder
	for rest := s; ; {
		at := strings.Index(rest, old)
		if at < 0 {
			b.WriteString(rest)
			return b.String()
		}
		before := s[:len(s)-len(rest)+at]
		after := rest[at+len(old):]
		b.WriteString(rest[:at])
		if beginsPath(before) && endsPart(after) {
			b.WriteString(with)
		} else {
			b.WriteString(old)
		}
		rest = after
	}
}

func beginsPath(before string) bool {
	r, n := utf8.DecodeLastRuneInString(before)
	return n == 0 || !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("_.$/-", r)
}

func endsPart(after string) bool {
	r, n := utf8.DecodeRuneInString(after)
	return n == 0 || unicode.IsSpace(r) || strings.ContainsRune("/\"'`:,;)]>}.=", r)
}
