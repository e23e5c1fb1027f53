package agentsmd

import (
	"strings"
	"testing"
)

// FuzzPathRules: any pattern can be asked about any path, a name that holds nothing special matches itself whatever its
// case, and a line that takes a file back turns the answer round.
func FuzzPathRules(f *testing.F) {
	for _, p := range [][2]string{{"src/**/*.go", "src/a/b.go"}, {"!a", "a"}, {"a/", "a/b"}, {"[a-", "-"}, {`a\`, `a\`}, {"{a,b}", "a"}, {"**/**/**", "x"}, {"#a", "#a"}, {"a ", "a"}, {"İ", "i̇"}} {
		f.Add(p[0], p[1])
	}
	f.Fuzz(func(t *testing.T, pattern, rel string) {
		if len(pattern)+len(rel) > 1<<10 {
			return
		}
		one := newPathRules([]string{pattern}).match(rel)
		if back := newPathRules([]string{pattern, "!" + pattern}); !strings.HasPrefix(pattern, "!") && !strings.HasPrefix(pattern, "#") && one && !strings.Contains(rel, "/") && back.match(rel) {
			t.Errorf("%q takes %q, and a negated line does not give it back", pattern, rel)
		}
		if isBarePath(rel) {
			if !newPathRules([]string{"/" + rel}).match(rel) || !newPathRules([]string{strings.ToUpper("/" + rel)}).match(rel) {
				t.Errorf("/%s does not match %s", rel, rel)
			}
		}
	})
}

// FuzzExcludes: a pattern is compiled or refused, "!" turns its answer round, and a plain path matches itself alone.
func FuzzExcludes(f *testing.F) {
	for _, p := range [][2]string{{"/a/*/c", "/a/b/c"}, {"/a/!(b|c)", "/a/d"}, {"**/x", "/a/x"}, {"/[[:alpha:]]", "/a"}, {"/{a,b{c,d}}", "/bc"}, {"!!/a", "/a"}, {"@(", "@("}, {"+(a|)", "aa"}} {
		f.Add(p[0], p[1])
	}
	f.Fuzz(func(t *testing.T, pattern, p string) {
		if len(pattern)+len(p) > 1<<10 {
			return
		}
		g, err := newGlob(pattern)
		if err != nil {
			return
		}
		if not, err := newGlob("!" + pattern); err == nil && !strings.HasPrefix(pattern, "(") && g.match(p) == not.match(p) {
			t.Errorf("%q and its negation agree on %q", pattern, p)
		}
		if isBarePath(pattern) && g.match(p) != (p == pattern) {
			t.Errorf("%q matches %q: %v", pattern, p, g.match(p))
		}
	})
}

// isBarePath reports a path of ASCII letters and digits, whose parts are not empty.
func isBarePath(p string) bool {
	return p != "" && !strings.Contains("/"+p+"/", "//") &&
		strings.Trim(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/") == ""
}

// FuzzCutLines: what is kept is the start of the text, within both limits, and the cut says where the rest begins.
func FuzzCutLines(f *testing.F) {
	f.Add("a\nb\nc", 2, 3)
	f.Add("😀😀\n", 0, 1)
	f.Add("\n\n\n", 1, 0)
	f.Add("é\xff", 1, 1)
	f.Fuzz(func(t *testing.T, text string, lines, chars int) {
		if lines < 0 || chars < 0 {
			return
		}
		kept, cut := cutLines(text, lines, chars)
		if !strings.HasPrefix(text, kept) || (cut == nil) != (kept == text) {
			t.Fatalf("%q of %q, cut %+v", kept, text, cut)
		}
		if lines > 0 && strings.Count(kept, "\n") >= lines || chars > 0 && utf16Len(kept) > chars {
			t.Errorf("%q is over %d lines or %d units", kept, lines, chars)
		}
		if cut != nil && (cut.FirstLost < 1 || cut.FirstLost > cut.Lines) {
			t.Errorf("%q of %q: first lost line %d of %d", kept, text, cut.FirstLost, cut.Lines)
		}
	})
}

// TestBracketsWithoutEnd: brackets that open nothing are tried once each, not once for every way to read those before.
func TestBracketsWithoutEnd(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"(", "@(", "!(", "{", "{a,", "*({", "(a)("} {
		pattern := strings.Repeat(unit, maxGlobBytes/len(unit))
		w := globWriter{in: pattern}
		w.until("")
		if w.pos != len(pattern) || len(w.bare) > len(pattern) {
			t.Errorf("%q: read up to %d of %d", unit, w.pos, len(pattern))
		}
	}
	g, err := newGlob("/a((b{c")
	if err != nil || !g.match("/a((b{c") {
		t.Errorf("brackets without an end do not stand for themselves (%v)", err)
	}
}
