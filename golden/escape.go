package golden

import (
	"encoding/hex"
	"fmt"
)

// simpleEscapes are the one-letter escapes of the bytes directive.
var simpleEscapes = map[byte]byte{'n': '\n', 'r': '\r', 't': '\t', '\\': '\\', '0': 0}

// unescape turns \n \r \t \\ \0 and \xNN into bytes. A backslash before anything else stands for itself.
func unescape(s string) ([]byte, error) {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			out = append(out, s[i])
			continue
		}
		if s[i+1] == 'x' {
			if i+4 > len(s) {
				return nil, fmt.Errorf("escape %q is cut short", s[i:])
			}
			b, err := hex.DecodeString(s[i+2 : i+4])
			if err != nil {
				return nil, fmt.Errorf("escape %q: %w", s[i:i+4], err)
			}
			out = append(out, b[0])
			i += 3
			continue
		}
		if b, ok := simpleEscapes[s[i+1]]; ok {
			out = append(out, b)
			i++
			continue
		}
		out = append(out, s[i])
	}
	return out, nil
}
