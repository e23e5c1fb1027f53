package term

import (
	"strconv"
	"strings"

	"github.com/agentlayers/layers/diag"
)

// Names says how absolute paths are written for people. The zero value leaves them absolute.
type Names struct {
	Root string // absolute folder; paths inside it are written relative to it
	Home string // absolute folder; paths inside it start with ~/
}

// Name gives the name for people of an absolute path. It is not escaped yet.
func (n Names) Name(absPath string) string {
	if rel, ok := inside(n.Root, absPath); ok {
		return rel
	}
	if rel, ok := inside(n.Home, absPath); ok {
		if rel == "." {
			return "~"
		}
		return "~/" + rel
	}
	return absPath
}

// inside gives absPath relative to dir, "." for dir itself, when it is there.
func inside(dir, absPath string) (string, bool) {
	switch {
	case dir == "":
		return "", false
	case absPath == dir:
		return ".", true
	}
	rel, ok := strings.CutPrefix(absPath, strings.TrimSuffix(dir, "/")+"/")
	return rel, ok && rel != ""
}

// position is ":line:column" of a place, or nothing when it names a whole file.
func position(pos diag.Pos) string {
	if pos.Line == 0 {
		return ""
	}
	return ":" + strconv.Itoa(pos.Line) + ":" + strconv.Itoa(pos.Column)
}

// Place writes a span as name:line:column, escaped and never shortened. The zero Span gives "".
func (st Style) Place(n Names, span diag.Span) string {
	if span.IsZero() {
		return ""
	}
	return st.Escape(n.Name(span.Path)) + position(span.Start)
}

// ShortenPath fits an escaped path, with or without ":line:column" at its end, into width columns.
//
// Folders in the middle give way to "…", the first one and the one nearest to the name last. A name that
// is still too wide loses its start; the position is never touched, even when it alone is wider than width.
func (st Style) ShortenPath(place string, width int) string {
	if !st.shortens(place, width) {
		return place
	}
	path, pos := splitPosition(place)
	room := width - Width(pos)
	parts := strings.Split(path, "/")
	gap := st.Draw("…")
	end := func(keep int) string { return "/" + strings.Join(parts[len(parts)-keep:], "/") }
	for keep := len(parts) - 2; keep >= 2; keep-- {
		if short := parts[0] + "/" + gap + end(keep); Width(short) <= room {
			return short + pos
		}
	}
	for keep := len(parts) - 1; keep >= 1; keep-- {
		if short := gap + end(keep); Width(short) <= room {
			return short + pos
		}
	}
	return gap + tail(parts[len(parts)-1], max(1, room-Width(gap))) + pos
}

// splitPosition cuts ":line:column" or ":line" off the end of a place.
func splitPosition(place string) (path, pos string) {
	at := len(place)
	for range 2 {
		colon := strings.LastIndexByte(place[:at], ':')
		if colon < 0 || colon+1 == at || strings.Trim(place[colon+1:at], "0123456789") != "" {
			break
		}
		at = colon
	}
	return place[:at], place[at:]
}
