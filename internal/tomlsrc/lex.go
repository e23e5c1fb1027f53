package tomlsrc

import "bytes"

// token is a stretch of text that the reference agent's reader takes as one.
type token struct {
	kind       tokenKind
	start, end int
}

type tokenKind byte

// The kinds of token. Punctuation is its own byte.
const (
	endOfFile tokenKind = iota
	blanks
	newline // LF, CR LF, or a lone CR, which is a mistake
	comment
	atom // everything else, up to the next token: bare keys, numbers, mistakes
	basicString
	basicLines // """
	literalString
	literalLines // '''
)

func (k tokenKind) isString() bool { return k >= basicString && k <= literalLines }

// startsKeyOrScalar tells whether a key or a simple value may begin with the token.
func (k tokenKind) startsKeyOrScalar() bool { return k == atom || k == '.' || k.isString() }

const atomEnd = ".=,[]{} \t#\r\n"

// lex reads the token at offset i. It never fails: what is wrong inside a token is found later.
func lex(text []byte, i int) token {
	if i >= len(text) {
		return token{endOfFile, i, i}
	}
	rest := text[i:]
	switch c := rest[0]; c {
	case '.', '=', ',', '[', ']', '{', '}':
		return token{tokenKind(c), i, i + 1}
	case ' ', '\t':
		return token{blanks, i, i + len(rest) - len(bytes.TrimLeft(rest, " \t"))}
	case '#':
		return token{comment, i, i + indexAny(rest, "\r\n")}
	case '\n':
		return token{newline, i, i + 1}
	case '\r':
		if len(rest) > 1 && rest[1] == '\n' {
			return token{newline, i, i + 2}
		}
		return token{newline, i, i + 1}
	case '"':
		if bytes.HasPrefix(rest, []byte(`"""`)) {
			return token{basicLines, i, i + linesLen(rest, '"')}
		}
		return token{basicString, i, i + lineLen(rest, '"')}
	case '\'':
		if bytes.HasPrefix(rest, []byte(`'''`)) {
			return token{literalLines, i, i + linesLen(rest, '\'')}
		}
		return token{literalString, i, i + lineLen(rest, '\'')}
	}
	return token{atom, i, i + indexAny(rest, atomEnd)}
}

func indexAny(b []byte, set string) int {
	if i := bytes.IndexAny(b, set); i >= 0 {
		return i
	}
	return len(b)
}

// lineLen is the length of the string at the start of b: up to its closing quote, or to the line's end.
func lineLen(b []byte, quote byte) int {
	for i := 1; i < len(b); i++ {
		switch {
		case b[i] == quote:
			return i + 1
		case b[i] == '\n':
			return i
		case quote == '"' && b[i] == '\\' && i+1 < len(b) && (b[i+1] == '\\' || b[i+1] == '"'):
			i++
		}
	}
	return len(b)
}

// linesLen is the length of the multi-line string at the start of b; up to two quotes before the closing
// three belong to it.
func linesLen(b []byte, quote byte) int {
	closing := bytes.Repeat([]byte{quote}, 3)
	for i := 3; i < len(b); i++ {
		if quote == '"' && b[i] == '\\' {
			if i+1 < len(b) && (b[i+1] == '\\' || b[i+1] == '"') {
				i++
			}
			continue
		}
		if bytes.HasPrefix(b[i:], closing) {
			i += 3
			for extra := 0; extra < 2 && i < len(b) && b[i] == quote; extra++ {
				i++
			}
			return i
		}
	}
	return len(b)
}
