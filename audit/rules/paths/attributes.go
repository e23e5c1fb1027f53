package paths

import (
	"strconv"
	"strings"

	"github.com/agentlayers/layers/audit/source"
)

// attributeLine is one line of a .gitattributes file.
type attributeLine struct {
	file    *source.File
	line    int
	dir     string // of the file, "" for the root
	pattern string
	set     []attribute
}

// attribute is one word of such a line. value is "true" for "name", "false" for "-name", "" for "!name".
type attribute struct{ name, value string }

// binaryMacro is what git's own "binary" stands for.
var binaryMacro = []attribute{{"diff", "false"}, {"merge", "false"}, {"text", "false"}}

// attributeLines reads .gitattributes, macros expanded. A line that git cannot read is left out.
func attributeLines(f *source.File, macros map[string][]attribute) []attributeLine {
	dir := f.Start
	if dir == "." {
		dir = ""
	}
	var out []attributeLine
	for n := 1; n <= f.Text.LineCount(); n++ {
		pattern, rest := firstWord(strings.TrimPrefix(f.Text.Line(n), "\ufeff"))
		if pattern == "" || pattern[0] == '#' || pattern[0] == '!' {
			continue
		}
		var set []attribute
		for word := range strings.FieldsSeq(rest) {
			a := attributeOf(word)
			set = append(set, a)
			if a.value == "true" {
				set = append(set, macros[a.name]...)
			}
		}
		if name, ok := strings.CutPrefix(pattern, "[attr]"); ok {
			macros[name] = set
			continue
		}
		out = append(out, attributeLine{f, n, dir, pattern, set})
	}
	return out
}

// firstWord splits a line into its pattern, which may stand in quotes, and the rest.
func firstWord(line string) (pattern, rest string) {
	line = strings.Trim(line, " \t\r")
	if strings.HasPrefix(line, `"`) {
		quoted, err := strconv.QuotedPrefix(line)
		if err != nil {
			return "", ""
		}
		pattern, err = strconv.Unquote(quoted)
		if err != nil {
			return "", ""
		}
		return pattern, line[len(quoted):]
	}
	i := strings.IndexAny(line, " \t")
	if i < 0 {
		return line, ""
	}
	return line[:i], line[i:]
}

func attributeOf(word string) attribute {
	if name, ok := strings.CutPrefix(word, "-"); ok {
		return attribute{name, "false"}
	}
	if name, ok := strings.CutPrefix(word, "!"); ok {
		return attribute{name, ""}
	}
	if name, value, ok := strings.Cut(word, "="); ok {
		return attribute{name, value}
	}
	return attribute{word, "true"}
}

// matches reports whether the line is about the file at rel.
func (a attributeLine) matches(rel string) bool {
	if a.dir != "" {
		var ok bool
		if rel, ok = strings.CutPrefix(rel, a.dir+"/"); !ok {
			return false
		}
	}
	pattern := strings.TrimPrefix(a.pattern, "/")
	if pattern == a.pattern && !strings.Contains(pattern, "/") {
		rel = rel[strings.LastIndexByte(rel, '/')+1:]
	}
	budget := maxSteps
	return wild(pattern, rel, &budget)
}

// maxSteps bounds the work on one pattern; what takes longer does not match.
const maxSteps = 10_000

// wild matches as git's wildmatch does: "*" and "?" within a part of a path, "**" over several, "[...]" one
// character.
func wild(pattern, name string, budget *int) bool {
	for {
		if *budget--; *budget < 0 {
			return false
		}
		if pattern == "" {
			return name == ""
		}
		switch c := pattern[0]; {
		case strings.HasPrefix(pattern, "**/"):
			for rest := name; ; {
				if wild(pattern[3:], rest, budget) {
					return true
				}
				i := strings.IndexByte(rest, '/')
				if i < 0 {
					return false
				}
				rest = rest[i+1:]
			}
		case pattern == "**":
			return true
		case c == '*':
			rest := strings.TrimLeft(pattern, "*")
			for i := 0; i <= len(name); i++ {
				if wild(rest, name[i:], budget) {
					return true
				}
				if i < len(name) && name[i] == '/' {
					return false
				}
			}
			return false
		case name == "":
			return false
		case c == '?':
			if name[0] == '/' {
				return false
			}
			pattern, name = pattern[1:], name[1:]
		case c == '[':
			after, ok := class(pattern, name[0])
			if !ok {
				return false
			}
			pattern, name = after, name[1:]
		default:
			if c == '\\' && len(pattern) > 1 {
				pattern = pattern[1:]
			}
			if pattern[0] != name[0] {
				return false
			}
			pattern, name = pattern[1:], name[1:]
		}
	}
}

// class matches c against the set of characters at the start of pattern, and gives what follows it.
func class(pattern string, c byte) (after string, ok bool) {
	i, negated, hit := 1, false, false
	if i < len(pattern) && (pattern[i] == '!' || pattern[i] == '^') {
		negated, i = true, i+1
	}
	for first := true; i < len(pattern) && (first || pattern[i] != ']'); first = false {
		low := pattern[i]
		if low == '\\' && i+1 < len(pattern) {
			i++
			low = pattern[i]
		}
		high := low
		if i+2 < len(pattern) && pattern[i+1] == '-' && pattern[i+2] != ']' {
			high, i = pattern[i+2], i+2
		}
		hit = hit || low <= c && c <= high
		i++
	}
	if i >= len(pattern) || c == '/' {
		return "", false
	}
	return pattern[i+1:], hit != negated
}
