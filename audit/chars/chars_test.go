package chars

import "testing"

func TestProperties(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		is     func(rune) bool
		yes, n string
	}{
		{"IsPictographic", IsPictographic, "\U0001F469\U0001F4BB\u2764\u2139\u00a9\U0001F3F3\U0001F468", "a1 \u200d\u4e2d\U0001F3FB\u05d0"},
		{"IsRightToLeft", IsRightToLeft, "\u05e9\u0634\u0710\u0784\u07ca", "a\u4e2d1\u200f"},
		{"IsJoining", IsJoining, "\u0641\u0915\u0d15\u1820\u0dc3\u1000", "a\u0430\u4e2d1"},
		{"IsSpaceless", IsSpaceless, "\u0e01\u0e81\u1780\u1000", "a\u4e2d\u0915"},
		{"IsIgnorable", IsIgnorable, "\u00ad\u200b\u200d\u2060\ufeff\ufe0f\u3164\u115f\U000e0041\u034f\u206a", "a \u2800\u00a0"},
		{"IsLookalike", IsLookalike, "\u0430\u0435\u043e\u042c\u0391\u03bf\u0581", "a1\u0436\u03a9\u30ab\u4e00"},
		{"IsTwin", IsTwin, "\u0430\u0435\u043e\u042c\u0391\u03bf\u0410\u0421", "a\u043a\u0442\u0436\u0438\u03b2"},
		{"IsLatin", IsLatin, "aZ\u00e9\u0142", "1\u0430\u4e2d-"},
		{"IsSelector", IsSelector, "\ufe00\ufe0f\U000e0100\u180b", "\u200da"},
		{"IsSymbol", IsSymbol, "\u2714\u26a01#*\u2122\u2192", "a\u4e2d."},
		{"IsPrivate", IsPrivate, "\ue0b0\uf8ff\U000f0001", "a\ufffd"},
		{"IsControl", IsControl, "\x00\x1b\b\x7f\u0085\v", "\t\n\r\f a\u00a0"},
	} {
		for _, r := range c.yes {
			if !c.is(r) {
				t.Errorf("%s(%U) is false", c.name, r)
			}
		}
		for _, r := range c.n {
			if c.is(r) {
				t.Errorf("%s(%U) is true", c.name, r)
			}
		}
	}
}

func TestStandardized(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		base, selector rune
		want           bool
	}{
		{0x2229, 0xFE00, true},
		{'0', 0xFE00, true},
		{0x795E, 0xFE00, true},
		{0x1000, 0xFE00, true},
		{0x3001, 0xFE01, true},
		{'a', 0xFE00, false},
		{0x1F600, 0xFE01, false},
		{0x795E, 0xFE05, false},
		{'0', 0xFE01, false},
	} {
		if got := IsStandardized(c.base, c.selector); got != c.want {
			t.Errorf("IsStandardized(%U, %U) = %v", c.base, c.selector, got)
		}
	}
}

func TestFold(t *testing.T) {
	t.Parallel()
	for _, same := range [][2]string{
		{".Cursor/mcp.json", ".cursor/MCP.JSON"},
		{"caf\u00e9.md", "cafe\u0301.md"},
		{"CAF\u00c9.md", "cafe\u0301.md"},
		{".\u212airo", ".kiro"},
		{"AGENT\u017f.md", "agents.md"},
		{"\uac01", "\u1100\u1161\u11a8"},
		{"\u03a3\u03c2", "\u03c3\u03c3"},
		{"q\u0323\u0307", "q\u0307\u0323"},
		{"\u212b", "\u00e5"},
	} {
		if a, b := Fold(same[0]), Fold(same[1]); a != b {
			t.Errorf("Fold(%+q) = %+q, Fold(%+q) = %+q", same[0], a, same[1], b)
		}
	}
	for _, apart := range [][2]string{{"a", "b"}, {"cafe", "caf\u00e9"}, {"ss", "\u00df"}, {"a\u0300\u0301", "a\u0301\u0300"}} {
		if a, b := Fold(apart[0]), Fold(apart[1]); a == b {
			t.Errorf("%+q and %+q have one Fold %+q", apart[0], apart[1], a)
		}
	}
	if got := Bare(".g\u200cit\ufeff"); got != ".git" {
		t.Errorf("Bare = %+q", got)
	}
}
