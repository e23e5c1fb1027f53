package acts

import (
	"path"
	"strings"
)

// homeVars stand for a folder below home.
var homeVars = []struct{ prefix, below string }{
	{"~", ""},
	{"$HOME", ""},
	{"${HOME}", ""},
	{"$env:USERPROFILE", ""},
	{"$USERPROFILE", ""},
	{"%USERPROFILE%", ""},
	{"$env:HOME", ""},
	{"$localEnv:HOME", ""},
	{"${env:HOME}", ""},
	{"${localEnv:HOME}", ""},
	{"/root", ""},
	{"$CODEX_HOME", ".codex"},
	{"$CLAUDE_CONFIG_DIR", ".claude"},
	{"$XDG_CONFIG_HOME", ".config"},
	{"%APPDATA%", "AppData/Roaming"},
	{"%LOCALAPPDATA%", "AppData/Local"},
	{"$env:APPDATA", "AppData/Roaming"},
	{"$env:LOCALAPPDATA", "AppData/Local"},
}

// belowHome gives the part of a path below a home folder; ok is false for every other path.
func belowHome(text string) (rel string, ok bool) {
	text = strings.Trim(strings.ReplaceAll(text, `\`, "/"), `"'`)
	for _, v := range homeVars {
		rest, found := strings.CutPrefix(text, v.prefix)
		if found && (rest == "" || rest[0] == '/') {
			return strings.Trim(path.Join("/", v.below, rest), "/"), true
		}
	}
	parts := strings.Split(path.Clean(text), "/")
	if len(parts) >= 3 && parts[0] == "" && (parts[1] == "home" || parts[1] == "Users") {
		return strings.Join(parts[3:], "/"), true
	}
	if strings.HasPrefix(text, "~") && len(parts) > 1 { // ~user/
		return strings.Join(parts[1:], "/"), true
	}
	return "", false
}

// within reports whether rel is one of the paths of a list, or below one.
func within(rel string, list []string) bool {
	for _, p := range list {
		if rel == p || strings.HasPrefix(rel, p+"/") {
			return true
		}
	}
	return false
}

// candidates are the paths that an argument may hold: the whole, what follows "@" or "=", and the first part of a
// list with colons, as in "-v ~/.aws:/root/.aws:ro" and "f=@/etc/shadow".
func candidates(arg string) []string {
	var out []string
	for _, part := range strings.Split(arg, ",") {
		if key, value, ok := strings.Cut(part, "="); ok {
			if oneOf(key, "target dst destination") {
				continue
			}
			part = value
		}
		part = strings.TrimLeft(part, "@<")
		if !strings.Contains(part, "://") && !strings.HasPrefix(part, "$env:") && !isDrive(part) {
			part = beforeColon(part)
		}
		part = strings.TrimPrefix(part, "file://")
		if part != "" {
			out = append(out, part)
		}
	}
	return out
}

// beforeColon is the text up to the first colon outside ${...}.
func beforeColon(text string) string {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			depth--
		case ':':
			if depth == 0 {
				return text[:i]
			}
		}
	}
	return text
}

func isDrive(p string) bool { return len(p) > 2 && p[1] == ':' && (p[2] == '/' || p[2] == '\\') }
