package shell

import "strings"

// shells run text as shell commands.
var shells = map[string]bool{
	"sh": true, "bash": true, "dash": true, "zsh": true, "ksh": true, "ash": true, "fish": true, "rbash": true, "mksh": true,
	"pwsh": true, "powershell": true, "cmd": true, "csh": true, "tcsh": true, "busybox": true,
}

// inlineFlags are the options of interpreters that take a program as text, by interpreter.
var inlineFlags = map[string][]string{
	"node": {"-e", "--eval", "-p", "--print", "-pe"}, "nodejs": {"-e", "--eval", "-p", "--print"},
	"deno": {"eval"}, "bun": {"-e", "--eval"}, "tsx": {"-e", "--eval"},
	"python": {"-c"}, "python2": {"-c"}, "python3": {"-c"}, "pypy": {"-c"}, "pypy3": {"-c"},
	"ruby": {"-e"}, "perl": {"-e", "-E"}, "php": {"-r"}, "lua": {"-e"}, "osascript": {"-e"}, "awk": {}, "rscript": {"-e"},
}

// IsShell reports whether a program's name is that of a shell.
func IsShell(name string) bool { return shells[name] }

// IsInterpreter reports whether a program runs the text or the file that it is given: a shell or a language.
func IsInterpreter(name string) bool {
	if shells[name] {
		return true
	}
	_, ok := inlineFlags[versionless(name)]
	return ok
}

// versionless is "python" for "python3.12".
func versionless(name string) string {
	if _, ok := inlineFlags[name]; ok {
		return name
	}
	return strings.TrimRight(name, "0123456789.")
}

// Inline finds a program given as text on the command line of a shell or an interpreter: the index of that text in
// args, which do not hold the program. isShell tells shell text from another language.
func Inline(program string, args []string) (at int, isShell, ok bool) {
	name := ProgramName(program)
	if !shells[name] {
		for i, a := range args {
			for _, flag := range inlineFlags[versionless(name)] {
				if a == flag && i+1 < len(args) {
					return i + 1, false, true
				}
			}
		}
		return 0, false, false
	}
	for i, a := range args {
		if i+1 >= len(args) {
			break
		}
		switch lower := strings.ToLower(a); {
		case name == "cmd" && (lower == "/c" || lower == "/k"),
			strings.HasSuffix(name, "sh") && !isPowerShell(name) && isFlags(a, 'c'),
			isPowerShell(name) && len(lower) > 1 && (strings.HasPrefix("-command", lower) || strings.HasPrefix("-encodedcommand", lower)):
			return i + 1, true, true
		case !strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "/"):
			return 0, false, false
		}
	}
	return 0, false, false
}

func isPowerShell(name string) bool { return name == "pwsh" || name == "powershell" }

// isFlags reports whether a is a group of one-letter options with letter: "-c", "-lc", "-euxc".
func isFlags(a string, letter byte) bool {
	return len(a) > 1 && a[0] == '-' && a[1] != '-' && strings.IndexByte(a[1:], letter) >= 0
}
