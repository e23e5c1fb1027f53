package mcp

import (
	"slices"
	"strings"

	"github.com/agentlayers/layers/audit/shell"
)

// fetched is a package that a call fetches without an exact version.
type fetched struct {
	name string
	word int // counted from the program of the whole call, wrappers included
}

// fetcher is a program that fetches packages and runs them.
type fetcher struct {
	program  string
	sub      string // sub-commands after which it does, one word or two; "" when it always does
	valued   string // options that take the next word
	packages string // options whose value is a package; with one of them that replaces it, the next word is none
	extra    string // options whose value is a package beside it
	local    string // options with which it fetches nothing
	pinned   func(spec string) bool
}

var fetchers = []fetcher{
	{
		program: "npx", valued: "-c --call --registry --node-options --cache --userconfig -w --workspace --script-shell --prefix",
		packages: "-p --package", local: "--no-install --no --offline", pinned: pinnedNPM,
	},
	{program: "pnpx", valued: "--registry", packages: "--package", pinned: pinnedNPM},
	{program: "bunx", valued: "--registry", packages: "-p --package", local: "--no-install", pinned: pinnedNPM},
	{program: "npm", sub: "exec|x", valued: "-c --call --registry -w --workspace --prefix", packages: "-p --package", local: "--no --offline", pinned: pinnedNPM},
	{program: "pnpm", sub: "dlx", valued: "--registry -C --dir", packages: "--package", pinned: pinnedNPM},
	{program: "yarn", sub: "dlx", packages: "-p --package", pinned: pinnedNPM},
	{program: "bun", sub: "x", packages: "-p --package", pinned: pinnedNPM},
	{program: "uvx", valued: uvValued, packages: "--from", extra: "--with", local: "--offline", pinned: pinnedPython},
	{program: "uv", sub: "tool run", valued: uvValued, packages: "--from", extra: "--with", local: "--offline", pinned: pinnedPython},
	{program: "pipx", sub: "run", valued: "--python --pip-args --index-url", packages: "--spec", extra: "--with", pinned: pinnedPython},
	{program: "docker", sub: "run|container run", valued: dockerValued, pinned: pinnedImage},
	{program: "podman", sub: "run|container run", valued: dockerValued, pinned: pinnedImage},
	{program: "nerdctl", sub: "run", valued: dockerValued, pinned: pinnedImage},
	{program: "go", sub: "run", valued: "-C -tags -ldflags -mod -exec", pinned: pinnedGo},
	{program: "deno", sub: "run", valued: "-c --config --import-map --lock", pinned: pinnedDeno},
	{program: "dnx", valued: "--source --add-source --configfile", pinned: pinnedNPM},
}

const uvValued = "-p --python --index --index-url --default-index --extra-index-url -i --env-file --directory --project --cache-dir " +
	"--with-requirements --with-editable --constraints --overrides --refresh-package --upgrade-package -P --config-file"

const dockerValued = "-e --env -v --volume --name -p --publish --network --net -w --workdir -u --user --mount --entrypoint --env-file " +
	"--platform --pull --add-host --cpus -m --memory --label -l --security-opt --cap-add --cap-drop --device --gpus --hostname -h --ip " +
	"--log-driver --log-opt --restart --shm-size --tmpfs --ulimit --volumes-from --dns -a --attach --cidfile --expose --group-add --ipc " +
	"--isolation --pid --runtime --stop-signal --stop-timeout --sysctl --userns --uts --memory-swap --pids-limit --link --mac-address " +
	"--network-alias --cgroupns --cpuset-cpus -c --cpu-shares --annotation --health-cmd --detach-keys"

// unpinned lists the packages that a call fetches without an exact version.
func unpinned(full shell.Call) []fetched {
	var out []fetched
	if full.Name() == "uv" { // "uv run --with PACKAGE script.py" fetches what it is told to add
		for i, w := range full.Words {
			if w.Text == "--with" && i+1 < len(full.Words) && !pinnedPython(full.Words[i+1].Text) {
				out = append(out, fetched{full.Words[i+1].Text, i + 1})
			}
		}
	}
	call := full.Unwrapped()
	dropped := len(full.Words) - len(call.Words)
	for _, f := range fetchers {
		if call.Name() != f.program {
			continue
		}
		for _, found := range f.unpinned(call.Words) {
			found.word += dropped
			if !slices.Contains(out, found) {
				out = append(out, found)
			}
		}
	}
	return out
}

func (f fetcher) unpinned(words []shell.Word) []fetched {
	rest, first := f.after(words)
	if rest == nil {
		return nil
	}
	var out []fetched
	add := func(spec string, i int) {
		if spec != "" && !f.pinned(spec) && !strings.ContainsAny(spec, "$<{%") {
			out = append(out, fetched{spec, first + i})
		}
	}
	named := false
	for i := 0; i < len(rest); i++ {
		text := rest[i].Text
		option, value, joined := strings.Cut(text, "=")
		switch {
		case is(text, f.local):
			return nil
		case is(option, f.packages) || is(option, f.extra):
			named = named || is(option, f.packages)
			if !joined && i+1 < len(rest) {
				i++
				value = rest[i].Text
			}
			add(value, i)
		case is(text, f.valued):
			i++
		case text == "--":
		case strings.HasPrefix(text, "-"):
		default:
			if !named {
				add(text, i)
			}
			return out
		}
	}
	return out
}

// after gives the words after the sub-command, and the index of the first; nil when the sub-command is another.
func (f fetcher) after(words []shell.Word) (rest []shell.Word, first int) {
	if f.sub == "" {
		return words[1:], 1
	}
	for _, sub := range strings.Split(f.sub, "|") {
		parts := strings.Fields(sub)
		n, at := 0, 1
		for at < len(words) && n < len(parts) {
			switch {
			case words[at].Text == parts[n]:
				n++
			case !strings.HasPrefix(words[at].Text, "-"):
				n = len(parts) + 1
			}
			at++
		}
		if n == len(parts) {
			return words[at:], at
		}
	}
	return nil, 0
}

func is(word, list string) bool { return list != "" && slices.Contains(strings.Fields(list), word) }

// pinnedNPM reports whether an npm package is named with an exact version, or is no package of a registry.
func pinnedNPM(spec string) bool {
	spec = strings.TrimPrefix(spec, "npm:")
	if isPath(spec) || strings.HasPrefix(spec, "file:") {
		return true
	}
	if strings.Contains(spec, "://") || strings.HasPrefix(spec, "github:") || strings.HasPrefix(spec, "git+") || strings.HasPrefix(spec, "git@") ||
		strings.Count(spec, "/") == 1 && spec[0] != '@' {
		_, ref, _ := strings.Cut(spec, "#")
		return isCommit(ref)
	}
	i := strings.LastIndexByte(spec, '@')
	return i > 0 && isExact(spec[i+1:], 3)
}

// pinnedPython is the like for a requirement of Python.
func pinnedPython(spec string) bool {
	if isPath(spec) || strings.HasSuffix(spec, ".whl") || strings.HasSuffix(spec, ".py") {
		return true
	}
	if strings.Contains(spec, "git+") {
		i := strings.LastIndexByte(spec, '@')
		ref, _, _ := strings.Cut(spec[i+1:], "#")
		return i > 0 && isCommit(ref)
	}
	for _, part := range strings.Split(spec, ",") {
		for _, mark := range []string{"===", "==", "@"} {
			if i := strings.LastIndex(part, mark); i > 0 {
				if !isExact(strings.TrimSpace(part[i+len(mark):]), 2) {
					return false
				}
				break
			}
		}
		if !strings.ContainsAny(part, "=@") || strings.ContainsAny(part, "<>~!") {
			return false
		}
	}
	return true
}

// pinnedImage is the like for an image of a container.
func pinnedImage(spec string) bool {
	if strings.Contains(spec, "@sha256:") || strings.Contains(spec, "@sha512:") {
		return true
	}
	name := spec[strings.LastIndexByte(spec, '/')+1:]
	_, tag, _ := strings.Cut(name, ":")
	return isExact(strings.TrimPrefix(tag, "v"), 3) || isCommit(strings.TrimPrefix(tag, "sha-"))
}

// pinnedGo is the like for a package of Go: without "@" it is part of the module at hand.
func pinnedGo(spec string) bool {
	i := strings.LastIndexByte(spec, '@')
	if i < 0 {
		return true
	}
	version := spec[i+1:]
	return strings.HasPrefix(version, "v") && isExact(version[1:], 3) || isCommit(version)
}

// pinnedDeno is the like for what deno runs; an address is looked at by another rule.
func pinnedDeno(spec string) bool {
	rest, npm := strings.CutPrefix(spec, "npm:")
	if !npm {
		if rest, npm = strings.CutPrefix(spec, "jsr:"); !npm {
			return true
		}
	}
	for strings.Count(rest, "/") > 1 {
		rest = rest[:strings.LastIndexByte(rest, '/')]
	}
	return pinnedNPM(strings.TrimPrefix(rest, "/"))
}

func isPath(spec string) bool {
	return strings.HasPrefix(spec, ".") || strings.HasPrefix(spec, "/") || strings.HasPrefix(spec, "~") || strings.Contains(spec, `\`)
}

// isExact reports whether a version has at least that many numbers and leaves nothing open.
func isExact(version string, least int) bool {
	number, _, _ := strings.Cut(strings.TrimPrefix(version, "="), "-")
	number, _, _ = strings.Cut(number, "+")
	parts := strings.Split(number, ".")
	if len(parts) < least {
		return false
	}
	for i, p := range parts {
		digits := strings.TrimLeft(p, "0123456789")
		if p == "" || len(digits) == len(p) && i < least || i < least-1 && digits != "" || strings.ContainsAny(p, "*xX^~<>|") {
			return false
		}
	}
	return true
}

// isCommit reports whether text is a whole or a usual short commit hash.
func isCommit(text string) bool {
	return len(text) >= 7 && strings.Trim(text, "0123456789abcdef") == "" && (len(text) >= 12 || strings.ContainsAny(text, "0123456789"))
}
