package acts

import (
	"strings"

	"github.com/agentlayers/layers/audit/shell"
)

// fetchers print or store what another machine sends.
const fetchers = "curl wget wget2 fetch aria2c http https xh curlie lwp-request lwp-download iwr irm invoke-webrequest " +
	"invoke-restmethod nc ncat netcat socat ftp scp sftp ssh bitsadmin"

// downloads reports what a pipeline runs that it fetched or decoded, and remembers what it stored.
func (f *finder) downloads(p shell.Pipeline) {
	from := "" // what flows into the next call
	for i, raw := range p.Calls {
		c := unwrap(raw)
		switch {
		case from != "" && readsProgram(c):
			f.add(DownloadExec, p.Calls[0], -1, "pipes what ", from, " gives into ", c.name)
		case f.runsFetched(raw, c):
		case f.runsWord(raw, c):
		}
		f.foreign(raw, c)
		f.assigns(c)
		if f.verifies(c) {
			clear(f.files)
			clear(f.vars)
		}
		if s := sourceOf(c, i > 0); s != "" {
			from = s
			f.stores(c, s)
		} else if s := f.passesOn(c); s != "" {
			from = s
		}
		if from != "" {
			f.written(c, from)
		}
	}
}

// passesOn names the program whose output a call prints, or is given as its input.
func (f *finder) passesOn(c call) string {
	words := c.Here
	if oneOf(c.name, "echo printf") {
		words = append(append([]shell.Word{}, words...), c.Words[1:]...)
	}
	return f.fromWords(words)
}

// sourceOf names the program when a call gives what it fetched or decoded; piped says that something flows in.
func sourceOf(c call, piped bool) string {
	switch {
	case oneOf(c.name, fetchers):
		return c.name
	case c.name == "base64" || c.name == "base32" || c.name == "gbase64":
		if c.has("-d", "-D", "--decode", "-di", "-id") {
			return c.name + " -d"
		}
	case c.name == "openssl" && (c.starts("base64") || c.starts("enc")) && c.has("-d"):
		return "openssl -d"
	case c.name == "openssl" && c.starts("s_client"):
		return "openssl s_client"
	case c.name == "xxd" && (c.has("-r", "-rp", "-pr", "-ps") || c.has("-p") && c.has("-r")):
		return "xxd -r"
	case c.name == "uudecode" || c.name == "certutil" && (c.has("-decode") || c.has("-urlcache")):
		return c.name
	case piped && (c.name == "rev" || c.name == "tr" && len(c.args) == 2 && turns(c.args[0], c.args[1])):
		return c.name
	case (c.name == "printf" || c.name == "echo") && escapes(c.args) >= 8:
		return c.name + " of escaped bytes"
	case c.name == "aws" && c.starts("s3", "cp"), c.name == "gsutil" && (c.starts("cat") || c.starts("cp")),
		c.name == "gh" && (c.starts("api") || c.starts("gist", "view") || c.starts("release", "download")),
		c.name == "dig" && c.has("TXT", "txt"):
		return c.name
	}
	return ""
}

// turns reports whether tr exchanges letters for others, as ROT13 does; a change of case does not.
func turns(from, to string) bool {
	return strings.Contains(from, "A-Z") && strings.Contains(to, "N-ZA-M") || strings.Contains(from, "a-z") && strings.Contains(to, "n-za-m")
}

// escapes counts bytes written as numbers.
func escapes(args []string) int {
	n := 0
	for _, a := range args {
		n += strings.Count(a, `\x`) + strings.Count(a, `\0`) + strings.Count(a, `\1`)
	}
	return n
}

// readsProgram reports whether a call runs what flows into it.
func readsProgram(c call) bool {
	switch {
	case oneOf(c.name, "iex invoke-expression parallel at batch"):
		return true
	case c.name == "source" || c.name == ".":
		return len(c.args) > 0 && isStdin(c.args[0])
	case c.name == "deno" || c.name == "bun":
		return c.starts("run") && c.has("-")
	case !shell.IsInterpreter(c.name) || c.name == "awk":
		return false
	}
	if at, isShell, inline := shell.Inline(c.Words[0].Text, c.args); inline {
		text := c.args[at]
		return isShell && (text == "{}" || text == "-" || strings.Contains(text, "$(cat)") || strings.Contains(text, "/dev/stdin"))
	}
	for i, a := range c.args {
		switch {
		case isStdin(a) || shell.IsShell(c.name) && isGroup(a, 's'):
			return true
		case a == "-m" || a == "-c":
			return false
		case a == "-o" || a == "+o" || a == "-W" || a == "-X":
			continue
		case i > 0 && oneOf(c.args[i-1], "-o +o -W -X"):
			continue
		case a != "" && a[0] != '-':
			return false
		}
	}
	return len(c.Reads) == 0 && len(c.Here) == 0
}

func isStdin(a string) bool {
	return a == "-" || a == "/dev/stdin" || a == "/dev/fd/0" || a == "/proc/self/fd/0"
}

// isGroup reports whether a is a group of one-letter options with letter.
func isGroup(a string, letter byte) bool {
	return len(a) > 1 && a[0] == '-' && a[1] != '-' && strings.IndexByte(a, letter) > 0
}

// runsFetched reports a call that runs a file which was downloaded before, or an address.
func (f *finder) runsFetched(raw shell.Call, c call) bool {
	if len(c.Words) == 0 {
		return false
	}
	if from := f.files[fileKey(c.Words[0].Text)]; from != "" {
		f.add(DownloadExec, raw, c.dropped, "runs ", c.Words[0].Text, ", which ", from, " fetched")
		return true
	}
	if strings.HasPrefix(c.Words[0].Text, "/dev/tcp/") {
		return false
	}
	runs := shell.IsInterpreter(c.name) || oneOf(c.name, "source . start call open")
	for _, w := range c.Writes {
		if runs && (strings.HasPrefix(w.Text, "/dev/tcp/") || strings.HasPrefix(w.Text, "/dev/udp/")) {
			f.add(DownloadExec, raw, c.dropped, "lets another machine type into ", c.name)
			return true
		}
	}
	if oneOf(c.name, "nc ncat netcat") && c.has("-e", "-c", "--exec", "--sh-exec") {
		f.add(DownloadExec, raw, c.dropped, "lets another machine type into a program")
		return true
	}
	if !runs && !oneOf(c.name, "mshta regsvr32 rundll32") {
		return false
	}
	for i, w := range c.Words[1:] {
		if from := f.files[fileKey(w.Text)]; from != "" {
			f.add(DownloadExec, raw, c.dropped+1+i, "runs ", w.Text, ", which ", from, " fetched")
			return true
		}
		if isRemote(w.Text) && oneOf(c.name, "deno bun mshta regsvr32 rundll32") && !c.starts("install") {
			f.add(DownloadExec, raw, c.dropped+1+i, "runs ", w.Text)
			return true
		}
		if strings.HasPrefix(w.Text, "-") || c.starts("run") && w.Text == "run" {
			continue
		}
		break
	}
	for _, w := range c.Reads {
		if from := f.files[fileKey(w.Text)]; from != "" || strings.HasPrefix(w.Text, "/dev/tcp/") {
			f.add(DownloadExec, raw, c.dropped, "runs ", w.Text)
			return true
		}
	}
	return false
}

func isRemote(text string) bool {
	for _, scheme := range []string{"http://", "https://", "/i:http://", "/i:https://", "ftp://", "javascript:"} {
		if strings.HasPrefix(strings.ToLower(text), scheme) {
			return true
		}
	}
	return false
}

// runsWord reports a call that runs a word which holds a download: "$(curl x)", <(curl x), "$fetched".
func (f *finder) runsWord(raw shell.Call, c call) bool {
	if len(c.Words) == 0 {
		return false
	}
	first := c.Words[0]
	from := substituted([]shell.Word{first})
	if name, ok := strings.CutPrefix(first.Text, "$"); ok && from == "" {
		from = f.vars[name]
	}
	switch {
	case from != "":
	case oneOf(c.name, "eval iex invoke-expression"):
		from = f.fromWords(c.Words[1:])
	case c.name == "source" || c.name == ".":
		from = substituted(c.Words[1:])
	case shell.IsInterpreter(c.name):
		from = f.given(c)
	}
	if from == "" {
		return false
	}
	f.add(DownloadExec, raw, c.dropped, "runs what ", from, " gives")
	return true
}

// given names the program whose output an interpreter is given as its program: as text, as input, or as a file by
// <(...). A program that only uses a download in its text is another matter.
func (f *finder) given(c call) string {
	if from := f.fromWords(c.Here); from != "" {
		return from
	}
	if at, _, inline := shell.Inline(c.Words[0].Text, c.args); inline {
		w := c.Words[at+1]
		if text := strings.TrimSpace(w.Text); text == "" || text[0] == '$' {
			return f.fromWords([]shell.Word{w})
		}
		return ""
	}
	for _, w := range c.Words[1:] {
		if !strings.HasPrefix(w.Text, "-") {
			return substituted([]shell.Word{w})
		}
	}
	return ""
}

// fromWords names the program whose fetched or decoded output one of the words holds.
func (f *finder) fromWords(words []shell.Word) string {
	for _, w := range words {
		for _, name := range names(w.Text) {
			if from := f.vars[name]; from != "" {
				return from
			}
		}
		for _, p := range w.Subst {
			for _, raw := range p.Calls {
				if s := f.fromWords(raw.Words[min(1, len(raw.Words)):]); s != "" && oneOf(raw.Name(), "echo printf cat") {
					return s
				}
			}
		}
	}
	return substituted(words)
}

// substituted names the program whose fetched or decoded output a word gets by $(...), `...` or <(...).
func substituted(words []shell.Word) string {
	for _, w := range words {
		for _, p := range w.Subst {
			for i, raw := range p.Calls {
				if s := sourceOf(unwrap(raw), i > 0); s != "" {
					return s
				}
			}
		}
	}
	return ""
}

// names are the variables that a text names, in order.
func names(text string) []string {
	var out []string
	for i := strings.IndexByte(text, '$'); i >= 0 && i < len(text); {
		end := i + 1
		for end < len(text) && isNameByte(text[end]) {
			end++
		}
		if end > i+1 {
			out = append(out, text[i+1:end])
		}
		next := strings.IndexByte(text[end:], '$')
		if next < 0 {
			break
		}
		i = end + next
	}
	return out
}

func isNameByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// assigns remembers variables that hold a download.
func (f *finder) assigns(c call) {
	for _, w := range c.Assigns {
		name, _, ok := strings.Cut(w.Text, "=")
		if !ok || name == "" {
			continue
		}
		if from := f.fromWords([]shell.Word{w}); from != "" {
			f.vars[name] = from
		}
		for _, inner := range shell.Calls(w.Subst) {
			if u := unwrap(inner); strings.HasSuffix(u.name, "sum") || u.name == "openssl" && u.starts("dgst") {
				f.sums[name] = true
			}
		}
	}
}
