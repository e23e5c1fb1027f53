package shell

import (
	"strings"
	"sync"
)

// network programs fetch from, or send to, whatever they are told.
var network = sync.OnceValue(func() map[string]bool { return set("curl wget nc ncat netcat socat scp sftp ftp telnet") })

// anything runs what follows it with other rights, or on another machine: no fixed word makes it narrow.
var anything = sync.OnceValue(func() map[string]bool { return set("sudo doas su ssh eval") })

// runners run the program or package that their next argument names; a list names the sub-commands that do.
var runners = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"npx": "", "bunx": "", "pnpx": "", "uvx": "", "npm": "exec x", "pnpm": "exec dlx", "yarn": "dlx exec",
		"bun": "x run", "uv": "run", "pipx": "run", "docker": "run exec", "podman": "run exec",
	}
})

// Broad reports whether a permission lets programs of anybody's choice through, and the program that does. pattern
// is the start of a command line; what may follow is written as "*" or, at the end, ":*". A pattern without
// either is one fixed command, which is never broad.
func Broad(pattern string) (program string, broad bool) {
	text, open := strings.CutSuffix(strings.TrimSpace(pattern), ":*")
	if strings.Trim(text, "* ") == "" {
		return "", open || text != ""
	}
	var part []string
	for _, w := range strings.Fields(text) {
		w = strings.Trim(w, `"'`)
		if w == "&&" || w == "||" || w == ";" || w == "|" {
			if name, broad := broadCall(part, false); broad {
				return name, true
			}
			part = nil
			continue
		}
		part = append(part, w)
	}
	return broadCall(part, open)
}

// broadCall looks at one call. open says that anything may follow its words.
func broadCall(words []string, open bool) (string, bool) {
	for len(words) > 0 {
		first := words[0]
		if isAssign(first) {
			words = words[1:]
			continue
		}
		if strings.HasPrefix(first, "*") {
			return "", true
		}
		name := ProgramName(strings.TrimRight(first, "*"))
		rest := words[1:]
		if strings.HasSuffix(first, "*") {
			rest, open = nil, true
		}
		wild := open || hasWild(rest)
		switch {
		case !wild:
			return "", false
		case anything()[name]:
			return name, true
		case network()[name]:
			return name, !onlyLoopback(rest)
		case isPrefix(name) && name != "busybox":
			for len(rest) > 0 && (strings.HasPrefix(rest[0], "-") || isAssign(rest[0])) {
				rest = rest[1:]
			}
			if name == "timeout" && len(rest) > 0 && !isWild(rest[0]) {
				rest = rest[1:]
			}
			if len(rest) == 0 {
				return name, true
			}
			words = rest
			continue
		case IsInterpreter(name) && name != "awk":
			return name, choosesProgram(name, rest)
		}
		subs, runs := runners()[name]
		return name, runs && choosesPackage(subs, rest)
	}
	return "", false
}

func isWild(w string) bool { return strings.HasPrefix(w, "*") }

func hasWild(words []string) bool {
	for _, w := range words {
		if strings.Contains(w, "*") {
			return true
		}
	}
	return false
}

// choosesProgram reports whether the arguments of an interpreter leave open which program it runs.
func choosesProgram(name string, args []string) bool {
	for i, a := range args {
		switch {
		case isWild(a):
			return true
		case name == "deno" && (a == "run" || a == "eval"):
		case !strings.HasPrefix(a, "-") && !(name == "cmd" && strings.HasPrefix(a, "/")):
			return false
		case a == "-m":
			return i+1 == len(args) || isWild(args[i+1])
		}
		if _, _, inline := Inline(name, append(append([]string{}, args[:i+1]...), "x")); inline {
			return i+1 == len(args) || isWild(args[i+1])
		}
	}
	return true
}

// choosesPackage reports whether the arguments of a runner leave open what it runs.
func choosesPackage(subs string, args []string) bool {
	for _, a := range args {
		switch {
		case isWild(a):
			return true
		case strings.HasPrefix(a, "-"):
		case subs != "" && set(subs)[a]:
			subs = ""
		default:
			return false
		}
	}
	return true
}

// onlyLoopback reports whether the first address among the arguments is this machine.
func onlyLoopback(args []string) bool {
	for _, a := range args {
		_, host, ok := strings.Cut(a, "://")
		if !ok {
			continue
		}
		host = host[:strings.IndexAny(host+"/", "/:?#*")]
		return host == "localhost" || host == "127.0.0.1"
	}
	return false
}

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}
