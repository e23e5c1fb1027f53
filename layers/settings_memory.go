package layers

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/agentlayers/layers/diag"
)

// shortestMemoryDir is the shortest path that the agent takes for its notes.
const shortestMemoryDir = 3

// memoryDir is the folder of the agent's notes about the project; "" when it keeps none.
//
// Cases: claude/032 to 034, settings-memory-*.
func (j *settingsJudge) memoryDir() string {
	m := j.o.Dialect.AutoMemory
	if dir, ok := j.variable(m.DirEnv); ok && m.DirEnv != "" && strings.HasPrefix(dir, "/") {
		return path.Clean(dir)
	}
	if m.Dir == "" || j.o.Launch.Bare || !j.memoryOn() {
		return ""
	}
	if n := j.setting(m.DirKey); n != nil && textOf(n) != "" {
		if dir, why := j.chosenDir(textOf(n)); why == "" {
			return dir
		} else {
			j.add(diag.Diagnostic{
				Code: "memory-folder-refused", Severity: diag.Warning, Subject: n.Origin.Value(),
				Summary: m.DirKey + " has no effect", Detail: why, Effect: "the built-in folder is used",
			})
		}
	}
	if j.o.AgentHome == "" {
		return ""
	}
	place := j.l.Trust.Key // the main checkout, or the folder without one
	return path.Join(j.o.AgentHome, strings.ReplaceAll(m.Dir, "{slug}", slug(place, m.SlugLength)))
}

func (j *settingsJudge) memoryOn() bool {
	m := j.o.Dialect.AutoMemory
	for _, name := range m.AlwaysOff {
		if v, _ := j.variable(name); isOn(v) {
			return false
		}
	}
	switch v, _ := j.variable(m.OffEnv); {
	case isOn(v):
		return false
	case isOff(v):
		return true
	}
	n := j.setting(m.OnKey)
	return n == nil || n.Value != false
}

// isOn and isOff read a switch in a variable; other values are neither.
func isOn(v string) bool {
	return slices.Contains([]string{"1", "true", "yes", "on"}, strings.ToLower(strings.TrimSpace(v)))
}

func isOff(v string) bool {
	return slices.Contains([]string{"0", "false", "no", "off"}, strings.ToLower(strings.TrimSpace(v)))
}

// chosenDir is the folder that a setting names, or why it names none.
func (j *settingsJudge) chosenDir(text string) (dir, why string) {
	if rest, ok := strings.CutPrefix(text, "~/"); ok && path.Clean("/"+rest) != "/" && j.o.Home != "" {
		text = path.Join(j.o.Home, rest)
	}
	clean := path.Clean(text)
	switch {
	case !strings.HasPrefix(text, "/"):
		return "", "the path is neither absolute nor below ~/"
	case strings.ContainsRune(text, 0):
		return "", "the path holds a NUL character"
	case len(clean) < shortestMemoryDir:
		return "", "the path is too short to be a folder of its own"
	}
	return clean, ""
}

// slug names a folder after a path: every character but letters and digits is a dash. A longer one is cut at
// limit UTF-16 units and a checksum of the path added.
func slug(p string, limit int) string {
	units := utf16.Encode([]rune(p))
	out := make([]byte, len(units))
	for i, u := range units {
		out[i] = '-'
		if u < 0x80 && (u >= '0' && u <= '9' || u >= 'A' && u <= 'Z' || u >= 'a' && u <= 'z') {
			out[i] = byte(u)
		}
	}
	if limit == 0 || len(out) <= limit {
		return string(out)
	}
	var sum int32
	for _, u := range units {
		sum = sum*31 + int32(u)
	}
	return string(out[:limit]) + "-" + strconv.FormatInt(max(int64(sum), -int64(sum)), 36)
}
