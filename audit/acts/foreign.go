package acts

import (
	"strings"

	"github.com/agentlayers/layers/audit/shell"
)

// token is a name in code of some language, in lower case, with the byte that follows it.
type token struct {
	text string
	next byte
}

// maxCode bounds the code that is looked at.
const maxCode = 64 << 10

// tokens splits code of any language into its names.
func tokens(code string) []token {
	var out []token
	code = code[:min(len(code), maxCode)]
	for i := 0; i < len(code); {
		if !isNameByte(code[i]) {
			i++
			continue
		}
		start := i
		for i < len(code) && isNameByte(code[i]) {
			i++
		}
		t := token{text: strings.ToLower(code[start:i])}
		if i < len(code) {
			t.next = code[i]
		}
		out = append(out, t)
	}
	return out
}

const (
	// runners are functions that run text as a program.
	runners = "exec eval system popen execsync spawn spawnsync child_process subprocess check_output check_call call iex " +
		"runpy function shell_exec passthru vm"
	// sources are functions that fetch or decode.
	sources = "urlopen urlretrieve requests httpx fetch axios b64decode base64 frombase64string downloadstring downloadfile " +
		"webclient iwr irm atob unhexlify fromhex curl wget file_get_contents"
)

// named reports whether one of the names is in a list. The scheme of an address is no name.
func named(all []token, list string) string {
	for _, t := range all {
		if oneOf(t.text, list) {
			return t.text
		}
	}
	return ""
}

// follows reports whether the names stand one after the other.
func follows(all []token, names ...string) bool {
	for i := range all {
		j := 0
		for j < len(names) && i+j < len(all) && all[i+j].text == names[j] {
			j++
		}
		if j == len(names) {
			return true
		}
	}
	return false
}

// foreign reports code of another language, given on the command line, that runs what it fetches or decodes.
func (f *finder) foreign(raw shell.Call, c call) {
	text, word := c.code()
	if text == "" {
		return
	}
	if c.name == "pwsh" || c.name == "powershell" {
		if flag := strings.ToLower(c.args[word-2]); strings.HasPrefix(flag, "-e") && !strings.HasPrefix(flag, "-ex") {
			f.add(DownloadExec, raw, c.dropped+word, "runs a program that is written in base64")
			return
		}
	}
	all := tokens(text)
	from := named(all, sources)
	for i, t := range all {
		if from == "" && (t.text == "https" || t.text == "http") && t.next != ':' {
			from = t.text
		}
		if from == "" && i+1 < len(all) && (t.text == "net" && all[i+1].text == "http" || t.text == "open" && all[i+1].text == "uri" ||
			t.text == "invoke" && (all[i+1].text == "webrequest" || all[i+1].text == "restmethod")) {
			from = t.text + " " + all[i+1].text
		}
	}
	how := named(all, runners)
	if how == "" && follows(all, "invoke", "expression") {
		how = "Invoke-Expression"
	}
	if from != "" && how != "" {
		f.add(DownloadExec, raw, c.dropped+word, "runs in ", c.name, " what ", from, " gives")
	}
}
