package tree

import (
	"path"
	"strings"
)

// IsAbs reports whether p starts at the root of the namespace.
func IsAbs(p string) bool { return strings.HasPrefix(p, "/") }

// Join places rel below dir and cleans the text; an absolute rel stands for itself. No link is looked at.
func Join(dir, rel string) string {
	if IsAbs(rel) {
		return path.Clean(rel)
	}
	return path.Join(dir, rel)
}

// Ancestors lists dir and every folder above it up to "/", nearest first.
func Ancestors(dir string) []string {
	out := []string{dir}
	above := path.Dir
	if IsAbs(dir) && path.Clean(dir) == dir {
		above = parent
	}
	for dir != "/" && dir != "." && dir != "" {
		dir = above(dir)
		out = append(out, dir)
	}
	return out
}

// parent is path.Dir of a clean absolute path, without looking at all of it.
func parent(p string) string { return p[:max(1, strings.LastIndexByte(p, '/'))] }

// Between lists the folders from top down to dir, both included. top must be dir or above it; otherwise
// dir alone is returned.
func Between(top, dir string) []string {
	var down []string
	for _, d := range Ancestors(dir) {
		down = append(down, d)
		if d == top {
			reverse(down)
			return down
		}
	}
	return []string{dir}
}

// Within reports whether p is dir or lies below it, by text.
func Within(dir, p string) bool {
	rest, below := strings.CutPrefix(p, dir)
	return below && (rest == "" || rest[0] == '/' || dir == "/")
}

func reverse(s []string) {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
}
