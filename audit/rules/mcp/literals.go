package mcp

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/agentlayers/layers/audit/facts"
)

// issued are the starts of credentials that services hand out, with the least number of bytes of a whole one.
var issued = []struct {
	start string
	least int
}{
	{"sk-", 20},
	{"sk_live_", 20},
	{"rk_live_", 20},
	{"sk_test_", 20},
	{"ghp_", 30},
	{"gho_", 30},
	{"ghu_", 30},
	{"ghs_", 30},
	{"ghr_", 30},
	{"github_pat_", 30},
	{"glpat-", 20},
	{"xoxb-", 20},
	{"xoxp-", 20},
	{"xapp-", 20},
	{"xoxa-", 20},
	{"AKIA", 20},
	{"ASIA", 20},
	{"AIza", 30},
	{"npm_", 30},
	{"pypi-", 30},
	{"hf_", 20},
	{"ya29.", 20},
	{"SG.", 30},
	{"dop_v1_", 30},
	{"lin_api_", 20},
	{"ntn_", 20},
	{"secret_", 30},
	{"figd_", 20},
	{"eyJhbGciOi", 30},
	{"-----BEGIN ", 20},
	{"tvly-", 20},
	{"gsk_", 20},
	{"r8_", 20},
	{"pplx-", 20},
	{"sbp_", 20},
	{"vercel_", 20},
	{"dckr_pat_", 20},
	{"shpat_", 20},
	{"xai-", 20},
	{"rnd_", 20},
	{"fc-", 30},
	{"ctx7sk-", 20},
	{"key-", 32},
}

// references are parts of values that name a credential kept elsewhere, or leave it out.
var references = []string{"${", "{{", "{env:", "<", "***", "...", "$(", "%(", "input:", "["}

// fillers are parts of values that stand for a credential which is still to be filled in, in lower case.
var fillers = []string{
	"your", "changeme", "change-me", "change_me", "example", "placeholder", "xxxx", "replace", "insert", "dummy", "todo", "fixme",
	"sample", "redacted", "-here", "_here", "not-set", "not_set", "put-", "enter-", "enter_", "my-api", "my_api", "my-token", "my_token",
	"my-secret", "my_secret", "123456789", "0000000", "abcdef123", "fake",
}

// isFiller reports whether a value is a variable, a placeholder, or something too short or too plain to be secret.
func isFiller(value string) bool {
	if strings.HasPrefix(value, "$") || strings.HasPrefix(value, "%") && strings.HasSuffix(value, "%") || strings.HasPrefix(value, "op://") {
		return true
	}
	lower := strings.ToLower(value)
	holds := func(part string) bool { return strings.Contains(lower, part) }
	if slices.ContainsFunc(references, holds) {
		return true
	}
	if slices.ContainsFunc(fillers, holds) {
		return !drawn(value)
	}
	return strings.Trim(lower, lower[:min(1, len(lower))]) == ""
}

// drawn reports whether a part of a value was drawn at random, whatever words stand around it: letters and digits in no
// order. A word such as "fake" beside it does not make it a placeholder.
func drawn(value string) bool {
	const least, digits = 12, 4
	for _, part := range strings.FieldsFunc(value, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
		counts, n, d := map[rune]int{}, 0, 0
		var before, run rune
		for _, c := range part {
			if run++; c != before+1 {
				run = 1
			}
			before = c
			if run > 2 {
				continue // one of a row such as 3456
			}
			counts[c]++
			n++
			if unicode.IsDigit(c) {
				d++
			}
		}
		if n >= least && d >= digits && n > d && entropy(counts, n) >= 2.8 {
			return true
		}
	}
	return false
}

// literal finds a credential that is written out in a value. name is the variable, header or option that the value
// belongs to; it may be "".
func literal(name, value string) (secret string, ok bool) {
	if header, rest, found := strings.Cut(value, ":"); found && name != "" && strings.HasPrefix(name, "-") && isHeader(strings.TrimSpace(header)) {
		return literal(strings.TrimSpace(header), strings.TrimSpace(rest)) // --header "Authorization: ..."
	}
	if option, rest, found := strings.Cut(value, "="); found && !strings.Contains(option, "/") && !strings.Contains(option, " ") && (strings.HasPrefix(option, "-") ||
		isVariable(option)) {
		return literal(option, rest) // --token=..., -e TOKEN=...
	}
	if strings.Contains(value, "://") {
		return inURL(value)
	}
	value = strings.TrimSpace(value)
	for _, scheme := range []string{"Bearer ", "bearer ", "Basic ", "basic ", "token ", "Token ", "ApiKey "} {
		value = strings.TrimPrefix(value, scheme)
	}
	if value == "" || isFiller(value) {
		return "", false
	}
	for _, i := range issued {
		if strings.HasPrefix(value, i.start) && len(value) >= i.least && (strings.HasPrefix(value, "---") || !strings.Contains(value, " ")) {
			return value, true
		}
	}
	if !isHeader(name) && !facts.IsSecretName(strings.TrimLeft(name, "-")) {
		return "", false
	}
	return value, looksSecret(value, strings.Contains(strings.ToUpper(name), "PASS"))
}

func isVariable(name string) bool {
	return name != "" && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

func isHeader(name string) bool {
	switch strings.ToLower(name) {
	case "authorization", "proxy-authorization", "x-api-key", "api-key", "apikey", "cookie", "private-token", "x-auth-token",
		"x-access-token", "x-token", "x-goog-api-key", "x-figma-token", "ocp-apim-subscription-key":
		return true
	}
	return false
}

// inURL finds a password, or the value of a parameter named like a credential, in an address of another machine.
func inURL(text string) (secret string, ok bool) {
	if facts.Loopback(facts.HostOf(text)) {
		return "", false
	}
	_, rest, _ := strings.Cut(text, "://")
	authority := rest[:strings.IndexAny(rest+"/", "/?#")]
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		user, password, _ := strings.Cut(authority[:at], ":")
		if password != user && len(password) >= 6 && !isFiller(password) && password != "password" && password != "postgres" {
			return password, true
		}
		if found, isSecret := literal("token", user); isSecret {
			return found, true
		}
	}
	_, query, _ := strings.Cut(rest, "?")
	query, _, _ = strings.Cut(query, "#")
	for _, part := range strings.Split(query, "&") {
		name, value, ok := strings.Cut(part, "=")
		if !ok || strings.ContainsAny(value, "=:") {
			continue
		}
		if found, isSecret := literal(name, value); isSecret {
			return found, true
		}
	}
	return "", false
}

// looksSecret reports whether a value of something named like a credential is one: long and mixed enough that
// nobody chose it as a word. Passwords may be shorter.
func looksSecret(value string, password bool) bool {
	if strings.ContainsAny(value, " \t\n") || strings.HasPrefix(value, "/") || strings.HasPrefix(value, "./") || strings.HasPrefix(value, "~") || isVariable(value) && strings.Contains(value, "_") {
		return false
	}
	var lower, upper, digit, other int
	counts := map[rune]int{}
	for _, c := range value {
		counts[c]++
		switch {
		case unicode.IsLower(c):
			lower = 1
		case unicode.IsUpper(c):
			upper = 1
		case unicode.IsDigit(c):
			digit++
		default:
			other = 1
		}
	}
	kinds := lower + upper + min(digit, 1) + other
	if password && len(value) >= 8 && kinds >= 3 {
		return true
	}
	return len(value) >= 16 && lower+upper > 0 && digit >= 2 && entropy(counts, len(value)) >= 2.8
}

// entropy is how many bits a character of a text carries.
func entropy(counts map[rune]int, total int) float64 {
	bits := 0.0
	for _, n := range counts {
		share := float64(n) / float64(total)
		bits -= share * math.Log2(share)
	}
	return bits
}
