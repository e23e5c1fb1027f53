package tomlsrc

import "bytes"

// keysAhead guesses from the first byte of each line how many keys the table has whose header ends in the first line
// of text. Its work is linear in the table's lines.
func keysAhead(text []byte) int {
	n := 0
	for n < largeSlab {
		end := bytes.IndexByte(text, '\n')
		if end < 0 {
			break
		}
		text = bytes.TrimLeft(text[end+1:], " \t")
		if len(text) == 0 || text[0] == '[' {
			break
		}
		if c := text[0]; c == '"' || c == '\'' || c == '_' || c == '-' || isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'z' {
			n++
		}
	}
	return n
}
