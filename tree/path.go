package tree

import (
	"path"
	"slices"
	"strings"
)

// IsAbs reports whether p starts at the root of the namespace.
func IsAbs(p string) bool { return strings.HasPrefix(p, "/") }

// Join places rel below dir and cleans the text; an absolute rel stands for itself. No link is looked at.
func Join(dir, rel string) string {
	if IsAbs(rel) {
		return path.Clean(rel)
	}
	return Below(dir, rel)
}

// Below is path.Join(dir, rel), quick where both are clean, as they nearly always are.
func Below(dir, rel string) string {
	if isClean(dir) && hasStepsOnly(rel) {
		return below(dir, rel)
	}
	return path.Join(dir, rel)
}

// isClean reports an absolute path that is in its shortest form.
func isClean(p string) bool { return IsAbs(p) && (p == "/" || hasStepsOnly(p[1:])) }

// hasStepsOnly reports whether each part of a relative path leads below the folder it is in.
func hasStepsOnly(rel string) bool {
	for {
		part, rest, more := strings.Cut(rel, "/")
		if !isStep(part) || !more {
			return isStep(part)
		}
		rel = rest
	}
}

// isStep reports a part of a path that leads below the folder it is in.
func isStep(part string) bool { return part != "" && part != "." && part != ".." }

// Ancestors lists dir and every folder above it up to "/", nearest first.
func Ancestors(dir string) []string {
	out := append(make([]string, 0, strings.Count(dir, "/")+2), dir)
	above := path.Dir
	if isClean(dir) {
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
	up := Ancestors(dir)
	i := slices.Index(up, top)
	if i < 0 {
		return []string{dir}
	}
	down := up[: i+1 : i+1]
	slices.Reverse(down)
	return down
}

// Within reports whether p is dir or lies below it, by text.
func Within(dir, p string) bool {
	rest, below := strings.CutPrefix(p, dir)
	return below && (rest == "" || rest[0] == '/' || dir == "/")
}
