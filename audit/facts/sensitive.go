package facts

import (
	"path"
	"strings"

	"github.com/agentlayers/layers/tree"
)

// credentialPlaces are files and folders below a home folder that hold credentials or decide about trust.
var credentialPlaces = []string{
	".ssh", ".aws", ".gnupg", ".kube", ".docker", ".azure", ".config/gcloud", ".config/gh", ".netrc", ".npmrc", ".pypirc",
	".git-credentials", ".codex", ".claude", ".claude.json", ".gemini", ".cursor", ".password-store", ".mozilla",
	".config/google-chrome", ".config", "Library", ".local/share/keyrings", ".bashrc", ".zshrc", ".profile", ".bash_profile",
}

// Sensitive reports whether a path, as written, is the whole disk, a home folder, or a place of credentials. root
// and home are absolute; home may be "".
func Sensitive(written, root, home string) bool {
	p := strings.TrimSuffix(written, "/**")
	p = strings.TrimSuffix(p, "/*")
	for _, v := range []string{"~", "$HOME", "${HOME}"} {
		rest, ok := strings.CutPrefix(p, v)
		if ok && (rest == "" || rest[0] == '/') {
			return inHome(strings.Trim(path.Clean("/"+rest), "/"))
		}
	}
	if p == "" {
		p = "/"
	}
	p = tree.Join(root, p)
	if p == "/" || home != "" && tree.Within(p, home) {
		return true
	}
	if home != "" && tree.Within(home, p) && !tree.Within(root, p) {
		return inHome(strings.TrimPrefix(p[len(home):], "/"))
	}
	parts := strings.Split(strings.TrimPrefix(p, "/"), "/")
	switch parts[0] {
	case "home", "Users":
		return len(parts) < 3 || inHome(strings.Join(parts[2:], "/"))
	case "root":
		return inHome(strings.Join(parts[1:], "/"))
	case "etc", "boot", "dev", "proc", "sys":
		return true
	}
	return false
}

// inHome reports whether rel, below a home folder, is the folder itself or a place of credentials.
func inHome(rel string) bool {
	if rel == "" || rel == "." {
		return true
	}
	for _, c := range credentialPlaces {
		if rel == c || strings.HasPrefix(rel, c+"/") {
			return true
		}
	}
	return false
}

// HostOf is the host of a URL in lower case, without port and user; "" when text is no URL with a host.
func HostOf(text string) string {
	_, rest, ok := strings.Cut(text, "://")
	if !ok {
		return ""
	}
	rest = rest[:strings.IndexAny(rest+"/", "/?#")]
	if at := strings.LastIndexByte(rest, '@'); at >= 0 {
		rest = rest[at+1:]
	}
	if strings.HasPrefix(rest, "[") {
		if end := strings.IndexByte(rest, ']'); end > 0 {
			return strings.ToLower(rest[1:end])
		}
	}
	host, _, _ := strings.Cut(rest, ":")
	return strings.ToLower(host)
}

// Loopback reports whether a host is this machine.
func Loopback(host string) bool {
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || host == "::1" || host == "0.0.0.0" ||
		strings.HasPrefix(host, "127.") && strings.Trim(host, "0123456789.") == ""
}
