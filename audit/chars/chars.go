// Package chars knows the characters that show nothing, reorder text, or look like others: the properties that the
// rules about text ask for, from tables that audit/chars/_gen makes.
//
//	rune ─> IsControl, IsTag, IsRightToLeft, ... ─┐
//	                                              ├─> rules about text and paths
//	name ─> Fold, Bare: what it looks like ───────┘
package chars

import "unicode"

// IsPictographic reports whether r is an emoji, or reserved to become one.
func IsPictographic(r rune) bool { return r >= 0xA9 && unicode.Is(pictographic, r) }

// IsRightToLeft reports whether r is a letter that is written from right to left.
func IsRightToLeft(r rune) bool { return r >= 0x590 && unicode.Is(rightToLeft, r) }

// IsJoining reports whether r belongs to a script in which joiners and non-joiners shape letters.
func IsJoining(r rune) bool { return r >= 0x600 && unicode.Is(joining, r) }

// IsSpaceless reports whether r belongs to a script that is written without spaces and may use a zero-width one.
func IsSpaceless(r rune) bool { return r >= 0xE00 && unicode.Is(spaceless, r) }

// IsIgnorable reports whether r shows nothing of its own.
func IsIgnorable(r rune) bool { return r >= 0xAD && unicode.Is(ignorable, r) }

// IsLookalike reports whether r is a letter of another script that looks like a Latin letter or a digit.
func IsLookalike(r rune) bool { return r >= 0x370 && unicode.Is(lookalikes, r) }

// IsTwin reports whether r is a letter of another script that looks like a letter or a digit of ASCII.
func IsTwin(r rune) bool { return r >= 0x370 && unicode.Is(twins, r) }

// IsLatin reports whether r is a Latin letter.
func IsLatin(r rune) bool {
	if r < 0x80 {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	return unicode.Is(latin, r)
}

// IsTag reports whether r is of the block of tags, which repeats ASCII without a shape.
func IsTag(r rune) bool { return r >= 0xE0000 && r <= 0xE007F }

// IsSelector reports whether r chooses a shape of the character before it.
func IsSelector(r rune) bool {
	return r >= 0xFE00 && r <= 0xFE0F || IsIdeographicSelector(r) || IsMongolianSelector(r)
}

// IsIdeographicSelector reports whether r chooses a shape of an ideograph.
func IsIdeographicSelector(r rune) bool { return r >= 0xE0100 && r <= 0xE01EF }

// IsMongolianSelector reports whether r chooses a shape of a Mongolian letter.
func IsMongolianSelector(r rune) bool { return r >= 0x180B && r <= 0x180D || r == 0x180F }

// IsSymbol reports whether r is a base of emoji and of symbols in text style.
func IsSymbol(r rune) bool {
	return IsPictographic(r) || unicode.IsSymbol(r) || r >= '0' && r <= '9' || r == '#' || r == '*'
}

// standardized are the bases with registered sequences of U+FE00 to U+FE0D, by the last selector that any of them
// has. The ranges are those of scripts and blocks, a little wider than the list.
var standardized = []struct{ first, last, selector rune }{
	{'0', '0', 0xFE00},         // zero with a stroke
	{0x1000, 0x109F, 0xFE00},   // Myanmar, dotted forms
	{0x1820, 0x18AA, 0xFE00},   // Mongolian
	{0x2018, 0x201D, 0xFE01},   // quotation marks, by width
	{0x2102, 0x2138, 0xFE01},   // script capitals
	{0x2205, 0x22FF, 0xFE00},   // mathematical operators
	{0x2A00, 0x2AFF, 0xFE00},   // more of them
	{0x3001, 0x3002, 0xFE01},   // ideographic punctuation
	{0xA840, 0xA877, 0xFE00},   // Phags-pa
	{0xAA60, 0xAA7F, 0xFE00},   // Myanmar, extended
	{0xFF01, 0xFF1F, 0xFE01},   // full-width punctuation
	{0x10AC0, 0x10AE6, 0xFE00}, // Manichaean
	{0x13000, 0x143FF, 0xFE06}, // hieroglyphs, rotated
	{0x1D49C, 0x1D4CF, 0xFE01}, // script letters
}

// IsStandardized reports whether the selector, one of U+FE00 to U+FE0D, has a meaning after base.
func IsStandardized(base, selector rune) bool {
	if unicode.Is(unicode.Han, base) {
		return selector <= 0xFE02 // compatibility ideographs
	}
	for _, s := range standardized {
		if base >= s.first && base <= s.last {
			return selector <= s.selector
		}
	}
	return false
}

// IsPrivate reports whether r has no meaning but the one that two parties give it.
func IsPrivate(r rune) bool { return r >= 0xE000 && r <= 0xF8FF || r >= 0xF0000 && r <= 0x10FFFD }

// IsControl reports whether r is a control character that text has no use for.
func IsControl(r rune) bool {
	switch r {
	case '\t', '\n', '\r', '\f':
		return false
	}
	return r < 0x20 || r >= 0x7F && r < 0xA0
}
