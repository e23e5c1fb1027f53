package diag

import (
	"bytes"
	"encoding/binary"
	"sort"
	"sync"
	"unicode/utf8"
)

// checkpointBytes is the distance between two stored code point counts. A column is found by counting
// at most this many bytes, so positions stay linear even in a file that is one long line.
const checkpointBytes = 256

// Source is the text of one file with an index from byte offsets to lines and columns.
//
// It is immutable and safe to share. Lines end at LF; a CR before it belongs to the line.
type Source struct {
	Name  string // absolute path, or a label such as "-c #1"
	Bytes []byte

	once  sync.Once // for what follows: many files are read of which no place is ever asked for
	lines []int     // offset of the first byte of each line
	runes []int     // code points before each checkpoint; nil when a byte is a code point
}

// NewSource holds data under the name that spans will carry. data must not change afterwards; it is indexed when the
// first place is asked for.
func NewSource(name string, data []byte) *Source { return &Source{Name: name, Bytes: data} }

// starts gives the offset of the first byte of each line.
func (s *Source) starts() []int {
	s.once.Do(s.index)
	return s.lines
}

func (s *Source) index() {
	s.lines = append(make([]int, 0, bytes.Count(s.Bytes, []byte("\n"))+1), 0)
	for at := 0; ; {
		i := bytes.IndexByte(s.Bytes[at:], '\n')
		if i < 0 {
			break
		}
		at += i + 1
		s.lines = append(s.lines, at)
	}
	if isASCII(s.Bytes) {
		return
	}
	s.runes = make([]int, 0, len(s.Bytes)/checkpointBytes+1)
	count, next := 0, 0
	for i := 0; i < len(s.Bytes); count++ {
		for next <= i {
			s.runes = append(s.runes, count)
			next += checkpointBytes
		}
		i += runeLen(s.Bytes[i:])
	}
}

func isASCII(b []byte) bool {
	const word, highBits = 8, 0x8080808080808080
	for ; len(b) >= word; b = b[word:] {
		if binary.NativeEndian.Uint64(b)&highBits != 0 {
			return false
		}
	}
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// runeLen is the length of the code point at the start of b; a byte of invalid UTF-8 stands alone.
func runeLen(b []byte) int {
	if b[0] < utf8.RuneSelf {
		return 1
	}
	_, n := utf8.DecodeRune(b)
	return n
}

// Pos gives the line and column of a byte offset. Offsets outside the file are moved to its nearest end.
func (s *Source) Pos(offset int) Pos {
	offset = min(max(offset, 0), len(s.Bytes))
	lines := s.starts()
	line := sort.SearchInts(lines, offset+1) // number of lines that start at or before offset
	start := lines[line-1]
	return Pos{Line: line, Column: s.runesBefore(offset) - s.runesBefore(start) + 1, Offset: offset}
}

// runesBefore counts the code points that start before offset.
func (s *Source) runesBefore(offset int) int {
	if len(s.runes) == 0 {
		return offset
	}
	cp := min(offset/checkpointBytes, len(s.runes)-1)
	i, n := cp*checkpointBytes, s.runes[cp]
	if cp+1 < len(s.runes) && s.runes[cp+1]-n == checkpointBytes {
		return n + offset - i // as many code points as bytes: no need to count
	}
	// A checkpoint may fall inside a code point: that one is already counted.
	for i > 0 && i < len(s.Bytes) && !utf8.RuneStart(s.Bytes[i]) && insideRune(s.Bytes, i) {
		i++
	}
	for i < offset {
		i += runeLen(s.Bytes[i:])
		n++
	}
	return n
}

// insideRune reports whether offset i lies inside a valid code point that starts before it.
func insideRune(b []byte, i int) bool {
	for back := 1; back < utf8.UTFMax && back <= i; back++ {
		if utf8.RuneStart(b[i-back]) {
			return runeLen(b[i-back:]) > back
		}
	}
	return false
}

// Span gives the stretch from start up to, not including, end.
func (s *Source) Span(start, end int) Span {
	return Span{Path: s.Name, Start: s.Pos(start), End: s.Pos(end)}
}

// LineCount is the number of lines; an empty file has one.
func (s *Source) LineCount() int { return len(s.starts()) }

// Line returns the text of line n (from 1) without its line end, or "" when there is no such line.
func (s *Source) Line(n int) string { return string(s.LineBytes(n)) }

// LineBytes is Line without a copy. It must not be changed.
func (s *Source) LineBytes(n int) []byte {
	lines := s.starts()
	if n < 1 || n > len(lines) {
		return nil
	}
	end := len(s.Bytes)
	if n < len(lines) {
		end = lines[n] - 1
	}
	line := s.Bytes[lines[n-1]:end]
	if len(line) > 0 && line[len(line)-1] == '\r' {
		line = line[:len(line)-1]
	}
	return line
}

// Index gives the byte of line n at which a column (code points from 1) starts, or the length of the line. It
// does not grow with the length of the line.
func (s *Source) Index(n, column int) int {
	line := s.LineBytes(n)
	if len(line) == 0 || column <= 1 {
		return 0
	}
	start := s.lines[n-1]
	want := s.runesBefore(start) + column - 1
	at := sort.Search(len(line), func(i int) bool { return s.runesBefore(start+i) >= want })
	for at < len(line) && insideRune(s.Bytes, start+at) && !utf8.RuneStart(line[at]) {
		at++
	}
	return at
}
