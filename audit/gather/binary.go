package gather

import (
	"bytes"
	"path"

	"github.com/agentlayers/layers/audit/source"
)

// magics are the first bytes of formats that lie beside text in agents' folders.
var magics = [...]string{
	"\x89PNG", "\xff\xd8\xff", "GIF8", "RIFF", "%PDF-", "PK\x03\x04", "\x1f\x8b", "\x7fELF", "BZh", "\xfd7zXZ",
	"\x00\x00\x01\x00", "wOFF", "wOF2", "\x00asm", "MZ", "OggS", "ID3", "\xca\xfe\xba\xbe", "\xcf\xfa\xed\xfe", "SQLite format 3\x00",
}

// probe is how many bytes are looked at for a byte that text does not hold.
const probe = 8000

// isBinary reports whether a file is no text. Files that an agent reads as text always are, whatever they hold:
// a few bytes at their start must not hide the rest.
func isBinary(f *source.File, data []byte) bool {
	if !mayBeBinary(f) {
		return false
	}
	for _, m := range magics {
		if bytes.HasPrefix(data, []byte(m)) {
			return true
		}
	}
	return bytes.IndexByte(data[:min(len(data), probe)], 0) >= 0
}

// mayBeBinary reports whether f is of a kind that need not be text.
func mayBeBinary(f *source.File) bool {
	switch f.Kind {
	case source.SkillFile, source.Other, source.Reached:
		return path.Ext(f.Inner) != ".md"
	}
	return false
}
