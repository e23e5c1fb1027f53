package shell

import (
	"strings"
	"sync"
)

// wrapper is a program that starts the one that follows it.
type wrapper struct {
	valued string // its options that take the next word
	before int    // words before the program: a duration
	sub    string // sub-commands that make it one; "" when it always is
}

// prefixes start the program that follows them.
var prefixes = sync.OnceValue(func() map[string]wrapper {
	return map[string]wrapper{
		"sudo":    {valued: "-u -g -h -p -C -T -U -r -t -D -R --user --group --host --chdir"},
		"doas":    {valued: "-u -C"},
		"env":     {valued: "-u -C --unset --chdir"},
		"exec":    {valued: "-a"},
		"nohup":   {},
		"nice":    {valued: "-n"},
		"time":    {valued: "-f -o"},
		"command": {}, "builtin": {}, "setsid": {}, "busybox": {}, "caffeinate": {}, "cross-env": {},
		"stdbuf":  {valued: "-i -o -e"},
		"timeout": {valued: "-s -k", before: 1},
		"ionice":  {valued: "-c -n -p"},
		"xargs":   {valued: "-n -I -P -L -d -a -E -s -i -J -R"},
		"uv":      {sub: "run", valued: "-p --python --with --directory --project --env-file --extra --group --index --with-requirements --cache-dir"},
		"poetry":  {sub: "run", valued: "-C --directory -P --project"},
		"pipenv":  {sub: "run"}, "rye": {sub: "run"}, "pdm": {sub: "run"}, "hatch": {sub: "run"},
		"bundle": {sub: "exec"}, "op": {sub: "run"}, "doppler": {sub: "run"}, "mise": {sub: "exec x"}, "pnpm": {sub: "exec"},
	}
})

// Unwrapped is c without programs that only start another: sudo, env, exec, nohup and the like, with their options.
// The words that stay are the last ones of c.
func (c Call) Unwrapped() Call {
	for range maxDepth {
		w, ok := prefixes()[c.Name()]
		if !ok || len(c.Words) < 2 {
			return c
		}
		rest, ok := w.after(c.Words[1:])
		if !ok || len(rest) == 0 {
			return c
		}
		c.Words = rest
	}
	return c
}

// after gives the words from the program on that a wrapper starts.
func (w wrapper) after(rest []Word) ([]Word, bool) {
	rest = w.skip(rest)
	if w.sub != "" {
		if len(rest) == 0 || !set(w.sub)[rest[0].Text] {
			return nil, false
		}
		rest = w.skip(rest[1:])
	}
	if len(rest) > w.before {
		rest = rest[w.before:]
	}
	return rest, true
}

// skip leaves out options, their values, and NAME=value words.
func (w wrapper) skip(rest []Word) []Word {
	valued := set(w.valued)
	for len(rest) > 0 && (strings.HasPrefix(rest[0].Text, "-") || isAssign(rest[0].Text)) {
		if valued[rest[0].Text] && len(rest) > 1 {
			rest = rest[1:]
		}
		rest = rest[1:]
	}
	return rest
}

func isAssign(s string) bool {
	name, _, ok := strings.Cut(s, "=")
	if !ok || name == "" {
		return false
	}
	for i := range len(name) {
		c := name[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// isPrefix reports whether a program always starts the one that follows it.
func isPrefix(name string) bool {
	w, ok := prefixes()[name]
	return ok && w.sub == ""
}
