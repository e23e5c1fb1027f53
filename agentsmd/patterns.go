package agentsmd

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
)

// pathRules are the "paths" of a rule. They work like the lines of a .gitignore file in the rule's folder, with
// these differences: letter case does not count, and nothing negates a class.
//
// Cases: rules-paths, rules-paths-spelling.
type pathRules []pathRule

type pathRule struct {
	glob     string
	include  bool // takes files back that an earlier pattern took
	dirOnly  bool
	anchored bool // matches the whole path, not one name of it
}

func newPathRules(patterns []string) pathRules {
	var out pathRules
	for _, p := range patterns {
		p = strings.TrimRight(p, " ")
		if p == "" || strings.HasPrefix(p, "#") {
			continue
		}
		var r pathRule
		p, r.include = strings.CutPrefix(foldCase(p), "!")
		p, r.dirOnly = strings.CutSuffix(p, "/")
		r.anchored = strings.Contains(p, "/")
		r.glob = plainGlob(strings.TrimPrefix(p, "/"))
		out = append(out, r)
	}
	return out
}

// plainGlob keeps what a .gitignore line knows: braces and negated classes lose their meaning, and more than one
// star counts only as a whole name.
func plainGlob(p string) string {
	p = strings.NewReplacer(`\\`, `\\`, `\{`, `\{`, `\}`, `\}`, "{", `\{`, "}", `\}`, "[^", `[\^`, "[!", `[\!`).Replace(p)
	parts := strings.Split(p, "/")
	for i, part := range parts {
		if part == "**" {
			continue
		}
		for strings.Contains(part, "**") {
			part = strings.ReplaceAll(part, "**", "*")
		}
		parts[i] = part
	}
	return strings.Join(parts, "/")
}

// match reports whether a file, by its path below the rule's folder, is one that the rule is for. A folder that
// matches takes everything below it along, whatever later patterns say.
func (r pathRules) match(rel string) bool {
	rel = foldCase(rel)
	for end := 0; end < len(rel); end++ {
		if rel[end] == '/' && r.takes(rel[:end], true) {
			return true
		}
	}
	return r.takes(rel, false)
}

// takes asks the patterns about one file or folder alone; the last one that matches decides.
func (r pathRules) takes(rel string, isDir bool) bool {
	name := rel[strings.LastIndexByte(rel, '/')+1:]
	for i := len(r) - 1; i >= 0; i-- {
		if r[i].dirOnly && !isDir {
			continue
		}
		subject := name
		if r[i].anchored {
			subject = rel
		}
		if ok, err := doublestar.Match(r[i].glob, subject); ok && err == nil {
			return !r[i].include
		}
	}
	return false
}

// foldCase makes letter case equal the way the agent's matcher does: no letter outside ASCII becomes one inside.
func foldCase(s string) string {
	return strings.Map(func(r rune) rune {
		low := unicode.ToLower(r)
		if r >= utf8.RuneSelf && low < utf8.RuneSelf {
			return r
		}
		return low
	}, s)
}
