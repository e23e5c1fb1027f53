package agentsmd

import (
	"errors"
	"path"
	"regexp"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/tree"
)

// excludes are the patterns of files to leave out.
type excludes []exclude

type exclude struct {
	name  Name
	globs []glob // the pattern, and the same with links of its fixed folders replaced
}

// newExcludes compiles patterns. One that cannot be compiled matches nothing and is reported.
func newExcludes(fsys tree.FS, patterns []Name) (excludes, diag.List) {
	var out excludes
	var diags diag.List
	for _, n := range patterns {
		e := exclude{name: n}
		for _, spelling := range spellings(fsys, n.Text) {
			g, err := newGlob(spelling)
			if err != nil {
				diags = append(diags, diag.Diagnostic{
					Code: "exclude-invalid", Severity: diag.Warning, Subject: n.At,
					Summary: "the pattern cannot be used: " + err.Error(), Effect: "it leaves no file out",
				})
				break
			}
			e.globs = append(e.globs, g)
		}
		out = append(out, e)
	}
	return out, diags
}

// spellings gives the pattern, and for an absolute one the same with the links of its fixed folders replaced.
//
// Case: excludes-links.
func spellings(fsys tree.FS, pattern string) []string {
	pattern = strings.ReplaceAll(pattern, `\`, "/")
	if !tree.IsAbs(pattern) {
		return []string{pattern}
	}
	fixed := len(pattern)
	if i := strings.IndexAny(pattern, "*?[]{}()!+@|"); i >= 0 {
		fixed = strings.LastIndexByte(pattern[:i], '/') + 1
	}
	prefix, rest := path.Clean(pattern[:fixed]), pattern[fixed:]
	if rest != "" {
		rest = "/" + rest
	} else if strings.HasSuffix(pattern, "/") {
		rest = "/"
	}
	out := []string{strings.TrimSuffix(prefix, "/") + rest}
	if real := canonicalPart(fsys, prefix); real != prefix {
		out = append(out, strings.TrimSuffix(real, "/")+rest)
	}
	return out
}

// canonicalPart replaces the links of the longest part of p that exists.
func canonicalPart(fsys tree.FS, p string) string {
	for _, dir := range tree.Ancestors(p) {
		if r, err := tree.EvalSymlinks(fsys, dir); err == nil {
			return path.Join(r.Path, strings.TrimPrefix(p, dir))
		}
	}
	return p
}

// find gives the first pattern that matches one of the paths.
func (x excludes) find(paths ...string) *Name {
	for i := range x {
		for _, g := range x[i].globs {
			for _, p := range paths {
				if p != "" && g.match(p) {
					return &x[i].name
				}
			}
		}
	}
	return nil
}

// glob is one compiled pattern. What "!(...)" stands for is captured and must not match its own inside.
type glob struct {
	whole  *regexp.Regexp
	not    []*regexp.Regexp // one for each capture
	negate bool
}

func (g glob) match(p string) bool {
	return g.positive(p) != g.negate
}

func (g glob) positive(p string) bool {
	at := g.whole.FindStringSubmatchIndex(p)
	if at == nil {
		return false
	}
	for i, not := range g.not {
		if start, end := at[2*i+2], at[2*i+3]; start >= 0 && not.MatchString(p[start:end]) {
			return false
		}
	}
	return true
}

const maxGlobBytes = 4 << 10

var errLongGlob = errors.New("longer than " + plural(maxGlobBytes, "byte"))

// newGlob compiles a pattern that has to match a whole absolute path: "*" and "?" stay inside one name, also one
// that starts with a dot; "**" as a whole name crosses folders; braces, classes and the groups of a shell work.
//
// Case: excludes-spelling.
func newGlob(pattern string) (glob, error) {
	var g glob
	for strings.HasPrefix(pattern, "!") && !strings.HasPrefix(pattern, "!(") {
		g.negate, pattern = !g.negate, pattern[1:]
	}
	if len(pattern) > maxGlobBytes {
		return glob{}, errLongGlob
	}
	t := globWriter{in: pattern}
	body := t.until("")
	whole, err := regexp.Compile(`^(?:` + body + `)$`)
	if err != nil {
		return glob{}, err
	}
	g.whole = whole
	for _, inside := range t.not {
		not, err := regexp.Compile(`^(?:` + inside + `)$`)
		if err != nil {
			return glob{}, err
		}
		g.not = append(g.not, not)
	}
	return g, nil
}
