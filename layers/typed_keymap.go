package layers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// chords checks a key binding or an array of them, each of one stroke or of two: "ctrl-x ctrl-c", "leader a".
func (c *checker) chords(n *Node, s spot) {
	if n.Elems != nil {
		for i, e := range n.Elems {
			c.chord(e, s.child(itoa(i)))
		}
		return
	}
	c.chord(n, s)
}

func (c *checker) chord(n *Node, s spot) {
	text, ok := n.Value.(string)
	if !ok {
		c.wrongType(n, s, "a key binding or an array of them")
		return
	}
	strokes := strings.Fields(strings.ToLower(text))
	why := ""
	switch {
	case len(strokes) == 0 || len(strokes) > 2 || len(strokes) == 1 && strokes[0] == "leader":
		why = "has to be one key or two"
	case strokes[0] == "leader":
		strokes = strokes[1:]
	}
	for _, stroke := range strokes {
		if why == "" {
			why = strokeFault(stroke, true)
		}
	}
	if why != "" {
		c.faultAt(n, s, ClassInvalid, fmt.Sprintf("%s = %s %s", s.key, quote(text), why))
	}
}

// stroke checks a key binding of the older form, which has no chords.
func (c *checker) stroke(n *Node, s spot) {
	text, ok := n.Value.(string)
	if !ok {
		c.wrongType(n, s, "a key binding")
		return
	}
	if why := strokeFault(strings.ToLower(strings.TrimSpace(text)), false); why != "" {
		c.faultAt(n, s, ClassWrongType, fmt.Sprintf("%s = %s %s", s.key, quote(text), why))
	}
}

var modifiers = map[string]string{
	"ctrl": "ctrl", "control": "ctrl", "alt": "alt", "option": "alt", "shift": "shift",
	"cmd": "super", "command": "super", "super": "super",
}

var namedKeys = [...]string{
	"enter", "return", "tab", "backspace", "esc", "escape", "delete", "del", "up", "down", "left", "right",
	"home", "end", "page-up", "pageup", "pgup", "page-down", "pagedown", "pgdn", "space", "spacebar", "minus",
}

// strokeFault says what is wrong with one stroke such as ctrl-shift-a; "" when nothing is.
func strokeFault(stroke string, super bool) string {
	parts := slices.DeleteFunc(strings.Split(stroke, "-"), func(p string) bool { return p == "" })
	var held []string
	for len(parts) > 0 {
		m := modifiers[parts[0]]
		if m == "" || m == "super" && !super {
			break
		}
		if slices.Contains(held, m) {
			return "names a modifier twice"
		}
		held, parts = append(held, m), parts[1:]
	}
	name := strings.Join(parts, "-")
	switch {
	case name == "":
		return "names no key"
	case len(name) == 1 && name[0] > ' ' && name[0] < 0x7f, slices.Contains(namedKeys[:], name), isFunctionKey(name):
		return ""
	}
	return "names an unknown key"
}

const lastFunctionKey = 24

func isFunctionKey(name string) bool {
	digits, ok := strings.CutPrefix(name, "f")
	n, err := strconv.Atoi(digits)
	return ok && err == nil && n >= 1 && n <= lastFunctionKey
}
