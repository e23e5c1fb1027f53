package gittree

import (
	"errors"
	"strings"

	"github.com/go-git/gcfg/scanner"
	"github.com/go-git/gcfg/token"
)

// lines calls add for every section header (with an empty key) and every setting of a configuration in git's form;
// alone tells a key without "=". The words come from gcfg's scanner. What gcfg itself adds, settings put into
// structs, costs every start of the program more than the rest of this package: FuzzLines holds both to the same.
func lines(text []byte, add func(section, sub, key, value string, alone bool)) error {
	l := lineReader{add: add}
	file := token.NewFileSet().AddFile("", 1, len(text))
	l.s.Init(file, text, func(p token.Position, m string) {
		if l.err == nil {
			l.err = errors.New(p.String() + ": " + m)
		}
	}, 0)
	l.next()
	for l.err == nil && l.tok != token.EOF {
		switch l.tok {
		case token.EOL, token.COMMENT:
			l.next()
		case token.LBRACK:
			l.header()
		case token.IDENT:
			l.setting()
		default:
			l.fail("expected a section header or a setting")
		}
	}
	return l.err
}

// lineReader reads one configuration; the first mistake ends it.
type lineReader struct {
	s   scanner.Scanner
	tok token.Token
	lit string
	err error

	add          func(section, sub, key, value string, alone bool)
	section, sub string
}

func (l *lineReader) next() { _, l.tok, l.lit = l.s.Scan() }

func (l *lineReader) fail(text string) {
	if l.err == nil {
		l.err = errors.New(text)
	}
}

// want goes on to the next word if this one is of the kind.
func (l *lineReader) want(kind token.Token, what string) (lit string) {
	if l.tok != kind {
		l.fail("expected " + what)
		return ""
	}
	lit = l.lit
	l.next()
	return lit
}

func (l *lineReader) ended() bool {
	return l.tok == token.EOL || l.tok == token.EOF || l.tok == token.COMMENT
}

func (l *lineReader) header() {
	l.next()
	l.section, l.sub = l.want(token.IDENT, "a section's name"), ""
	if l.err == nil && l.tok == token.STRING {
		if l.sub = unquoted(l.lit); l.sub == "" {
			l.fail("a sub-section's name is empty")
		}
		l.next()
	}
	if l.tok != token.RBRACK {
		l.fail("expected a closing bracket")
		return
	}
	l.next()
	l.done("", "", true)
}

func (l *lineReader) setting() {
	if l.section == "" {
		l.fail("expected a section header")
		return
	}
	key, value := l.lit, ""
	l.next()
	alone := l.ended()
	if !alone {
		l.want(token.ASSIGN, "=")
		if l.err == nil {
			value = unquoted(l.want(token.STRING, "a value"))
		}
	}
	l.done(key, value, alone)
}

// done ends a line and hands it over.
func (l *lineReader) done(key, value string, alone bool) {
	if !l.ended() {
		l.fail("expected the end of the line")
	}
	if l.err == nil {
		l.add(l.section, l.sub, key, value, alone)
	}
}

// unquoted undoes quotes and escapes, which the scanner has checked.
func unquoted(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
		case c == '\\' && i+1 < len(s):
			i++
			if at := strings.IndexByte(`ntb`, s[i]); at >= 0 {
				b.WriteByte("\n\t\b"[at])
			} else {
				b.WriteByte(s[i])
			}
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
