package diag

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

// slowPos counts from the start of the file: the definition that the index must agree with.
func slowPos(data []byte, offset int) Pos {
	p := Pos{Line: 1, Column: 1, Offset: offset}
	for i := 0; i < offset; {
		_, n := utf8.DecodeRune(data[i:])
		p.Column++
		if data[i] == '\n' {
			p.Line, p.Column = p.Line+1, 1
		}
		i += n
	}
	return p
}

func checkAgainstSlow(t *testing.T, data []byte) {
	t.Helper()
	s := NewSource("/f", data)
	for off := 0; off <= len(data); {
		if got, want := s.Pos(off), slowPos(data, off); got != want {
			t.Fatalf("Pos(%d) = %+v, want %+v", off, got, want)
		}
		if off == len(data) {
			break
		}
		_, n := utf8.DecodeRune(data[off:])
		off += n
	}
}

func TestPos(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "a", "\n", "a\nb", "é = 1\r\nx", "\ufeffmodel = 1", "\xff\xfe\n\x80x",
		strings.Repeat("日", 500) + "\n" + strings.Repeat("aé", 700),
		strings.Repeat("\x80", 600), strings.Repeat("x", 255) + "日本\n" + strings.Repeat("y", 300),
	} {
		checkAgainstSlow(t, []byte(text))
	}
}

func TestPosOutsideTheFile(t *testing.T) {
	t.Parallel()
	s := NewSource("/f", []byte("ab\n"))
	if got := s.Pos(99); got != (Pos{Line: 2, Column: 1, Offset: 3}) {
		t.Errorf("past the end: %+v", got)
	}
	if got := s.Pos(-4); got != (Pos{Line: 1, Column: 1}) {
		t.Errorf("before the start: %+v", got)
	}
}

func TestLine(t *testing.T) {
	t.Parallel()
	s := NewSource("/f", []byte("a\r\nbc\n"))
	for n, want := range map[int]string{0: "", 1: "a", 2: "bc", 3: "", 4: ""} {
		if got := s.Line(n); got != want {
			t.Errorf("Line(%d) = %q, want %q", n, got, want)
		}
	}
}

func FuzzPos(f *testing.F) {
	f.Add([]byte("é\xff\n日"))
	f.Add(bytes.Repeat([]byte("é\x80"), 300))
	f.Fuzz(func(t *testing.T, data []byte) { checkAgainstSlow(t, data) })
}

// TestIndex: a column leads back to the byte that it came from, on every line of text with all kinds of characters.
func TestIndex(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("a\u00e9\u20ac\U0001F600\xff\xc3(x", 100) + "\r\n\n" + strings.Repeat("plain ", 200) + "\nend"
	src := NewSource("/f", []byte(text))
	for n := 1; n <= src.LineCount(); n++ {
		line, column := src.Line(n), 1
		for at := 0; at < len(line); column++ {
			if got := src.Index(n, column); got != at {
				t.Fatalf("line %d column %d: byte %d, want %d", n, column, got, at)
			}
			_, size := utf8.DecodeRuneInString(line[at:])
			at += size
		}
		if got := src.Index(n, column+5); got != len(line) {
			t.Errorf("line %d: past the end is byte %d of %d", n, got, len(line))
		}
	}
}
