package skills

import (
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/tree"
)

// Used finds the skill that a command line uses without naming it: it runs a script below a skill's scripts
// folder, or reads a skill's file. cwd is where the command runs. Only skills that may be offered count. The
// result is an index into Set.Skills, or -1.
func (s *Set) Used(command, cwd string) int {
	words, ok := splitShell(command)
	if !ok {
		words = strings.Fields(command)
	}
	if len(words) == 0 {
		return -1
	}
	cwd = tree.Canonical(s.fsys, cwd)
	program := strings.ToLower(path.Base(words[0]))
	if i := s.scriptRun(program, words[1:], cwd); i >= 0 {
		return i
	}
	return s.documentRead(program, words[1:], cwd)
}

// scriptRun looks at the first word that is no option: it must be a script, and lie in a skill's folder of them.
func (s *Set) scriptRun(program string, words []string, cwd string) int {
	d := s.Dialect.Implicit
	if !slices.Contains(d.Runners, strings.TrimSuffix(program, ".exe")) {
		return -1
	}
	i := slices.IndexFunc(words, func(w string) bool { return !strings.HasPrefix(w, "-") })
	if i < 0 || !slices.ContainsFunc(d.Extensions, func(x string) bool { return strings.HasSuffix(strings.ToLower(words[i]), x) }) {
		return -1
	}
	script := tree.Canonical(s.fsys, tree.Join(cwd, words[i]))
	for _, dir := range tree.Ancestors(script) {
		for k := range slices.Backward(s.Skills) {
			sk := s.Skills[k]
			if sk.Offered() && tree.Canonical(s.fsys, path.Join(path.Dir(sk.Path), d.Scripts)) == dir {
				return k
			}
		}
	}
	return -1
}

// documentRead looks for a word that is a skill's file.
func (s *Set) documentRead(program string, words []string, cwd string) int {
	if !slices.Contains(s.Dialect.Implicit.Readers, program) {
		return -1
	}
	for _, w := range words {
		if strings.HasPrefix(w, "-") {
			continue
		}
		p := tree.Canonical(s.fsys, tree.Join(cwd, w))
		if i := slices.IndexFunc(s.Skills, func(sk *Skill) bool { return sk.Offered() && sk.Path == p }); i >= 0 {
			return i
		}
	}
	return -1
}

// splitShell splits a command line into words as a POSIX shell does before it expands anything. ok is false when
// a quote is not closed or a backslash ends the line.
func splitShell(command string) (words []string, ok bool) {
	var word strings.Builder
	open := false // a word has begun, if only with an empty quote
	for i := 0; i < len(command); i++ {
		c := command[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n':
			if open {
				words = append(words, word.String())
				word.Reset()
				open = false
			}
		case c == '#' && !open:
			end := strings.IndexByte(command[i:], '\n')
			if end < 0 {
				return words, true
			}
			i += end
		case c == '\\':
			if i++; i == len(command) {
				return nil, false
			}
			if command[i] != '\n' {
				word.WriteByte(command[i])
				open = true
			}
		case c == '\'' || c == '"':
			n, closed := quoted(command[i:], &word)
			if !closed {
				return nil, false
			}
			i += n
			open = true
		default:
			word.WriteByte(c)
			open = true
		}
	}
	if open {
		words = append(words, word.String())
	}
	return words, true
}

// quoted reads the quoted text at the start of s into word and gives the place of the closing quote.
func quoted(s string, word *strings.Builder) (end int, closed bool) {
	quote := s[0]
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == quote:
			return i, true
		case quote == '"' && s[i] == '\\' && i+1 < len(s) && strings.IndexByte("$`\"\\\n", s[i+1]) >= 0:
			i++
			if s[i] != '\n' {
				word.WriteByte(s[i])
			}
		default:
			word.WriteByte(s[i])
		}
	}
	return 0, false
}
