package text

import (
	"slices"
	"strings"
)

// word is one word of a sentence: letters, digits and the marks inside names and flags.
type word struct {
	text       string
	start, end int
	clause     bool // a clause starts here
}

// wordsOf splits a sentence in lower case into words. Clauses start after commas, semicolons, colons, dashes and
// brackets, and after words that join them.
func wordsOf(s string) []word {
	var out []word
	clause := true
	for i := 0; i < len(s); {
		if !isWordByte(s[i]) {
			switch s[i] {
			case ',', ';', ':', '(', ')', '|', '!', '?':
				clause = true
			case '-':
				clause = clause || i > 0 && s[i-1] == ' '
			}
			i++
			continue
		}
		start := i
		for i < len(s) && isWordByte(s[i]) {
			i++
		}
		w := word{text: strings.Trim(s[start:i], ".'\u2019"), start: start, end: i, clause: clause}
		w.text = strings.ReplaceAll(w.text, "\u2019", "'")
		if w.text == "" {
			continue
		}
		clause = slices.Contains(joins, w.text)
		out = append(out, w)
	}
	return out
}

// joins are words after which a clause starts.
var joins = []string{"and", "then", "but", "instead", "so", "that", "otherwise", "afterwards", "finally", "also"}

// isWordByte reports whether c is part of a word. Paths, flags and everything outside ASCII are.
func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80 ||
		strings.IndexByte("-_'./~$@#\\+", c) >= 0
}

// refusals are words that turn a sentence into its opposite.
var refusals = []string{
	"never", "not", "don't", "dont", "doesn't", "mustn't", "shouldn't", "can't", "cannot", "won't", "isn't", "aren't", "avoid",
	"refuse", "reject", "forbid", "forbids", "forbidden", "prohibited", "prohibit", "disallow", "disallowed", "ban", "banned",
	"deny", "denied", "denies", "block", "blocks", "blocked", "without", "no",
}

func isRefusal(w string) bool { return slices.Contains(refusals, w) }

// reach is how many words before a verb are looked at: nobody reads further either.
const reach = 40

// refused reports whether the order that words[at] gives is refused: by a refusal in its clause before it, by one
// that an insertion between commas parts from it, or by one at the head of a list: "do not open, print or copy".
func refused(words []word, at int) bool {
	words = words[max(0, at-reach):]
	at = min(at, reach)
	isList := at+1 < len(words) && (words[at+1].text == "or" || words[at+1].text == "nor")
	for i := at; i >= 0; i-- {
		if i < at && isRefusal(words[i].text) {
			return true
		}
		isList = isList || words[i].text == "or" || words[i].text == "nor"
		if words[i].clause && i > 0 && !isList {
			return endsInRefusal(words[:i])
		}
	}
	return false
}

// endsInRefusal reports whether a clause before the last one stops at its refusal: "do not, whatever happens,".
func endsInRefusal(words []word) bool {
	for i := len(words) - 1; i >= 0; i-- {
		if isRefusal(words[i].text) && (i+1 == len(words) || words[i+1].clause) {
			return true
		}
	}
	return false
}

// alarms are words of headings and introductions that announce what not to do.
var alarms = []string{
	"dangerous", "unsafe", "insecure", "bad", "wrong", "attack", "attacks", "attacker", "attackers", "malicious", "anti-pattern",
	"anti-patterns", "antipatterns", "prohibitions", "off-limits", "injection", "injections", "threat", "threats",
}

// isWarning reports whether a sentence stands below a heading or after an introduction that announces what not to do.
func (s sentence) isWarning() bool {
	return warns(s.heading, maxHeading) || warns(lastSentence(s.intro), maxIntro) || s.code && warns(s.before, maxIntro)
}

// A refusal counts in a short heading and in an introduction of one sentence; in longer ones it is about something
// else.
const (
	maxHeading = 5
	maxIntro   = 16
)

func warns(text string, most int) bool {
	words := wordsOf(text)
	for _, w := range words {
		if slices.Contains(alarms, w.text) {
			return true
		}
		if len(words) <= most && isRefusal(w.text) && w.text != "no" && w.text != "without" {
			return true
		}
	}
	return false
}

func lastSentence(text string) string {
	text = strings.TrimRight(text, " :.")
	if i := strings.LastIndex(text, ". "); i >= 0 {
		return text[i+2:]
	}
	return text
}

// lead are words that may stand between the start of a clause and its verb.
var lead = []string{
	"please", "always", "also", "then", "now", "just", "simply", "first", "next", "finally", "instead", "and", "you", "must", "should",
	"shall", "can", "may", "will", "need", "have", "to", "immediately", "directly", "silently", "quietly",
	"secretly", "covertly", "surreptitiously", "stealthily", "discreetly", "agent", "agents", "assistant",
	"claude", "codex", "we", "be", "sure", "remember", "free", "feel", "only", "ever", "it", "is", "safe", "fine", "ok", "okay",
}

// prepositions start clauses whose verb comes later: "for speed use".
var prepositions = []string{"for", "in", "on", "after", "before", "with", "during"}

// subjects before a verb make a statement of it: "after you use".
var subjects = []string{"you", "they", "we", "i", "it", "someone", "anyone", "users", "that", "which", "who"}

// orders reports whether words[at], a verb in its plain form, gives an order: it starts a clause, or only words that
// lead to it stand before it.
func orders(words []word, at int) bool {
	for i := at; i >= 0 && i > at-reach; i-- {
		if words[i].clause || i == 0 {
			return i == at || leads(words[i:at])
		}
	}
	return false
}

// leads reports whether an order may follow words.
func leads(words []word) bool {
	if slices.Contains(prepositions, words[0].text) {
		return !slices.Contains(subjects, words[len(words)-1].text)
	}
	for i, w := range words {
		if w.text == "to" && (i == 0 || words[i-1].text != "how") {
			continue
		}
		if !slices.Contains(lead, w.text) && !isRefusal(w.text) {
			return false
		}
	}
	return true
}
