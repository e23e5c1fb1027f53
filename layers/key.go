package layers

import (
	"fmt"
	"strconv"
	"strings"
)

// Key is a path into a tree, one element a part. Array elements are their index in decimal.
//
// Parts are never joined to look something up: a name may itself hold dots.
type Key []string

// String writes k as a TOML dotted key: parts that are not bare are quoted.
func (k Key) String() string {
	var b strings.Builder
	for i, part := range k {
		if i > 0 {
			b.WriteByte('.')
		}
		if isBare(part) {
			b.WriteString(part)
		} else {
			b.WriteString(quote(part))
		}
	}
	return b.String()
}

// Child returns k extended by one part, never sharing memory with k.
func (k Key) Child(part string) Key {
	out := make(Key, len(k)+1)
	copy(out, k)
	out[len(k)] = part
	return out
}

// deepKey is an empty key with room for the parts of most keys, for whoever descends with one key for all.
func deepKey() Key { return make(Key, 0, 16) }

// Equal reports whether both have the same parts.
func (k Key) Equal(o Key) bool {
	if len(k) != len(o) {
		return false
	}
	for i := range k {
		if k[i] != o[i] {
			return false
		}
	}
	return true
}

func isBare(s string) bool {
	for _, c := range s {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-', c == '_':
		default:
			return false
		}
	}
	return s != ""
}

// quote writes s as a TOML basic string.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteRune(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '\r':
			b.WriteString(`\r`)
		case c < ' ' || c == 0x7f:
			b.WriteString(`\u`)
			h := strconv.FormatInt(int64(c), 16)
			b.WriteString(strings.Repeat("0", 4-len(h)) + h)
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// ParseKey reads a dotted key as people type it: bare parts, "basic" and 'literal' quoted parts. A part that
// no TOML file could spell bare is still taken as written, so that every key that is shown can be asked for.
func ParseKey(text string) (Key, error) {
	var key Key
	for i := 0; ; {
		part, next, err := keyPart(text, i)
		if err != nil {
			return nil, err
		}
		key = append(key, part)
		if next == len(text) {
			return key, nil
		}
		i = next + 1 // past the period
	}
}

// keyPart reads the part that starts at text[i]; next is the index of the period after it, or len(text).
func keyPart(text string, i int) (part string, next int, err error) {
	if i < len(text) && (text[i] == '"' || text[i] == '\'') {
		quoteMark := text[i]
		end := i + 1
		for end < len(text) && text[end] != quoteMark {
			if text[end] == '\\' && quoteMark == '"' {
				end++
			}
			end++
		}
		if end >= len(text) {
			return "", 0, fmt.Errorf("key %s: a quote is not closed", text)
		}
		if end+1 < len(text) && text[end+1] != '.' {
			return "", 0, fmt.Errorf("key %s: expected a period after %s", text, text[i:end+1])
		}
		part = text[i+1 : end]
		if quoteMark == '"' {
			if part, err = strconv.Unquote(text[i : end+1]); err != nil {
				return "", 0, fmt.Errorf("key %s: bad escape in %s", text, text[i:end+1])
			}
		}
		return part, end + 1, nil
	}
	end := strings.IndexByte(text[i:], '.')
	if end < 0 {
		end = len(text) - i
	}
	return text[i : i+end], i + end, nil
}
