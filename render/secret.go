package render

import (
	"slices"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/review"
)

// secretWords in a key's name mean that its value is not for showing.
var secretWords = [...]string{
	"token", "secret", "password", "passwd", "passphrase", "apikey", "api_key", "authorization", "credential",
	"private_key", "privatekey", "access_key", "bearer", "cookie", "auth_key", "signing_key",
}

// namesOnly are endings of names whose value names a secret's place and is not one.
var namesOnly = [...]string{"_env_var", "_env_vars", "_env", "_path", "_file", "_store", "_limit", "_url", "_endpoint", "_helper"}

// secretPrefixes start the tokens of well-known services.
var secretPrefixes = [...]string{
	"sk-", "sk_live_", "sk_test_", "rk_live_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xoxb-", "xoxp-",
	"xoxa-", "xoxs-", "xapp-", "AKIA", "ASIA", "AIza", "ya29.", "npm_", "pypi-", "hf_", "dop_v1_", "shpat_", "eyJhbGci",
	"-----BEGIN ", "Bearer ", "Basic ", "SG.", "lin_api_", "figd_",
}

// minTokenBytes is the length from which a value with a known prefix counts as a token.
const minTokenBytes = 12

// IsSecret reports whether the value at key is shown masked: its key is marked in the dialect's table, its name says
// so, or the value has the shape of a known token or of a URL with a password. Only text is ever masked.
func (s Screen) IsSecret(key layers.Key, value any) bool {
	text, ok := value.(string)
	if !ok || text == "" {
		return false
	}
	if s.Result.Schema != nil {
		if k := s.Result.Schema.Lookup(key); k != nil && k.Secret {
			return true
		} else if k != nil && k.Executes {
			return secretShape(text) // a program to start, whatever its key is called
		}
	}
	for _, part := range key {
		if secretName(part) {
			return true
		}
	}
	return secretShape(text)
}

func secretName(name string) bool {
	name = strings.ToLower(strings.ReplaceAll(name, "-", "_"))
	for _, end := range namesOnly {
		if strings.HasSuffix(name, end) {
			return false
		}
	}
	for _, w := range secretWords {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

func secretShape(text string) bool {
	for _, p := range secretPrefixes {
		if len(text) >= minTokenBytes && strings.HasPrefix(text, p) {
			return true
		}
	}
	_, rest, isURL := strings.Cut(text, "://")
	if !isURL {
		return false
	}
	authority, _, _ := strings.Cut(rest, "/")
	login, _, hasLogin := strings.Cut(authority, "@")
	return hasLogin && strings.Contains(login, ":")
}

// secretSpans are the places in one file whose text is not shown.
func (s Screen) secretSpans(path string) []diag.Span {
	if s.Reveal {
		return nil
	}
	var out []diag.Span
	for _, e := range s.entries() {
		if e.Source.Path != path || e.Text == nil {
			continue
		}
		if e.Root == nil || e.Failed {
			return guessSecrets(e.Text)
		}
		for _, tree := range append([]*layers.Node{e.Root}, removedNodes(e)...) {
			out = append(out, s.spansBelow(tree, nil)...)
		}
	}
	return out
}

func removedNodes(e layers.Entry) []*layers.Node {
	var out []*layers.Node
	for _, r := range e.Removed {
		out = append(out, r.Node)
	}
	for _, r := range e.Replaced {
		out = append(out, r.Node)
	}
	return out
}

func (s Screen) spansBelow(n *layers.Node, key layers.Key) []diag.Span {
	var out []diag.Span
	for leafKey, leaf := range n.Leaves() {
		if s.IsSecret(append(key[:len(key):len(key)], leafKey...), leaf.Value) {
			out = append(out, leaf.Origin.Value())
		}
	}
	return out
}

// guessSecrets finds likely secrets in a file that does not parse: what follows "=" after a telling name, and
// words that look like tokens.
func guessSecrets(src *diag.Source) []diag.Span {
	var out []diag.Span
	offset := 0
	for line := range strings.Lines(string(src.Bytes)) {
		text := strings.TrimRight(line, "\r\n")
		name, _, hasValue := strings.Cut(text, "=")
		switch {
		case hasValue && secretName(strings.Trim(name, " \t\"'")):
			out = append(out, src.Span(offset+len(name)+1, offset+len(text)))
		default:
			out = append(out, tokenSpans(src, text, offset)...)
		}
		offset += len(line)
	}
	return out
}

// withoutSecrets is a command for showing: what looks like a secret in it is masked.
func (s Screen) withoutSecrets(command string) string {
	src := diag.NewSource("", []byte(command))
	if s.Reveal {
		return command
	}
	var b strings.Builder
	at := 0
	for _, span := range guessSecrets(src) {
		b.WriteString(command[at:span.Start.Offset] + masked)
		at = span.End.Offset
	}
	return b.String() + command[at:]
}

// shownChanges are changes of reviewed content for JSON: never null, secrets in commands masked.
func (s Screen) shownChanges(list []review.Change) []review.Change {
	out := make([]review.Change, 0, len(list))
	for _, c := range list {
		c.Runs = slices.Clone(c.Runs)
		for i, r := range c.Runs {
			c.Runs[i] = s.withoutSecrets(r)
		}
		out = append(out, c)
	}
	return out
}

func tokenSpans(src *diag.Source, text string, offset int) []diag.Span {
	var out []diag.Span
	isBreak := func(r rune) bool { return strings.ContainsRune(" \t\"'=,[]{}", r) }
	for start := 0; start < len(text); {
		end := strings.IndexFunc(text[start:], isBreak)
		if end < 0 {
			end = len(text) - start
		}
		if word := text[start : start+end]; secretShape(word) {
			out = append(out, src.Span(offset+start, offset+start+end))
		}
		start += end + 1
	}
	return out
}
