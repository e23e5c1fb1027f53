package shell

import (
	"strings"
	"sync"
)

// shells run text as shell commands.
var shells = sync.OnceValue(func() map[string]bool {
	return map[string]bool{
		"sh": true, "bash": true, "dash": true, "zsh": true, "ksh": true, "ash": true, "fish": true, "rbash": true, "mksh": true,
		"pwsh": true, "powershell": true, "cmd": true, "csh": true, "tcsh": true, "busybox": true,
	}
})

// inlineFlags are the options of interpreters that take a program as text, by interpreter.
var inlineFlags = sync.OnceValue(func() map[string][]string {
	return map[string][]string{
		"node": {"-e", "--eval", "-p", "--print", "-pe"}, "nodejs": {"-e", "--eval", "-p", "--print"},
		"deno": {"eval"}, "bun": {"-e", "--eval"}, "tsx": {"-e", "--eval"},
		"python": {"-c"}, "python2": {"-c"}, "python3": {"-c"}, "pypy": {"-c"}, "pypy3": {"-c"},
		"ruby": {"-e"}, "perl": {"-e", "-E"}, "php": {"-r"}, "lua": {"-e"}, "osascript": {"-e"}, "awk": {}, "rscript": {"-e"},
	}
})

// IsShell reports whether a program's name is that of a shell.
func IsShell(name string) bool { return shells()[name] }

// IsInterpreter reports whether a program runs the text or the file that it is given: a shell or a language.
func IsInterpreter(name string) bool {
	if shells()[name] {
		return true
	}
	_, ok := inlineFlags()[versionless(name)]
	return ok
}

// versionless is "python" for "python3.12".
func versionless(name string) string {
	if _, ok := inlineFlags()[name]; ok {
		return name
	}
	return strings.TrimRight(name, "0123456789.")
}

// Inline finds a program given as text on the command line of a shell or an interpreter: the index of that text in
// args, which do not hold the program. isShell tells shell text from another language.
func Inline(program string, args []string) (at int, isShell, ok bool) {
	name := ProgramName(program)
	if !shells()[name] {
		at, ok = inlineCode(versionless(name), args)
		return at, false, ok
	}
	for i := 0; i+1 < len(args); i++ {
		a, lower := args[i], strings.ToLower(args[i])
		switch {
		case name == "cmd" && (lower == "/c" || lower == "/k" || lower == "/r"),
			strings.HasSuffix(name, "sh") && !isPowerShell(name) && (isFlags(a, 'c') || a == "--command"),
			isPowerShell(name) && len(lower) > 1 && (strings.HasPrefix("-command", lower) || isEncoded(lower)):
			return i + 1, true, true
		case isPowerShell(name) && strings.HasPrefix("-file", lower) && len(lower) > 1:
			return 0, false, false
		case isPowerShell(name) && strings.HasPrefix(a, "-") && !strings.HasPrefix(args[i+1], "-") && i+2 < len(args):
			if !strings.HasPrefix(lower, "-no") && lower != "-mta" && lower != "-sta" && lower != "-login" {
				i++ // an option with a value: -ExecutionPolicy Bypass
			}
		case (a == "-o" || a == "+o" || a == "-O" || a == "+O" || a == "--rcfile" || a == "--init-file") && !isPowerShell(name):
			i++
		case !strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "/") && !strings.HasPrefix(a, "+"):
			return 0, false, false
		}
	}
	return 0, false, false
}

// isEncoded reports whether an option of PowerShell, in lower case, announces a program in base64.
func isEncoded(lower string) bool {
	return lower == "-ec" || len(lower) > 1 && strings.HasPrefix("-encodedcommand", lower)
}

// inlineCode finds the program text in the arguments of an interpreter, up to the file that it runs.
func inlineCode(name string, args []string) (at int, ok bool) {
	flags := inlineFlags()[name]
	for i := 0; i+1 < len(args); i++ {
		a := args[i]
		for _, flag := range flags {
			if a == flag || len(flag) == 2 && groups()[name] && isFlags(a, flag[1]) {
				return i + 1, true
			}
		}
		switch {
		case valuedFlags()[name+" "+a]:
			i++
		case flags == nil || !strings.HasPrefix(a, "-"):
			return 0, false
		case a == "-m" || a == "-":
			return 0, false
		}
	}
	return 0, false
}

// groups are interpreters whose one-letter options may be written together: "perl -we TEXT", "python -Sc TEXT".
var groups = sync.OnceValue(func() map[string]bool {
	return map[string]bool{
		"python": true, "python2": true, "python3": true, "pypy": true, "pypy3": true, "ruby": true, "perl": true,
	}
})

// valuedFlags are options of interpreters that take the next word.
var valuedFlags = sync.OnceValue(func() map[string]bool {
	return map[string]bool{
		"node -r": true, "node --require": true, "node --import": true, "node --loader": true, "node --env-file": true,
		"python -W": true, "python3 -W": true, "python -X": true, "python3 -X": true, "ruby -I": true, "ruby -r": true,
		"perl -I": true, "php -d": true, "osascript -l": true,
	}
})

func isPowerShell(name string) bool { return name == "pwsh" || name == "powershell" }

// isFlags reports whether a is a group of one-letter options with letter: "-c", "-lc", "-euxc".
func isFlags(a string, letter byte) bool {
	return len(a) > 1 && a[0] == '-' && a[1] != '-' && strings.IndexByte(a[1:], letter) >= 0
}
