package random

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// raw is TOML text of a value.
type raw string

// table is an ordered TOML table; values are raw, string, bool, int, float64, []any and *table.
type table struct {
	keys   []string
	values map[string]any
}

func tableOf(pairs ...any) *table {
	t := &table{}
	for i := 0; i+1 < len(pairs); i += 2 {
		t.put(pairs[i].(string), pairs[i+1])
	}
	return t
}

func (t *table) put(key string, v any) {
	if t.values == nil {
		t.values = map[string]any{}
	}
	if _, ok := t.values[key]; !ok {
		t.keys = append(t.keys, key)
	}
	t.values[key] = v
}

// sub is the table at key, made when something else or nothing is there.
func (t *table) sub(key string) *table {
	if s, ok := t.values[key].(*table); ok {
		return s
	}
	s := &table{}
	t.put(key, s)
	return s
}

// set puts v at a path; a table is joined with the one that is there.
func (t *table) set(at []string, v any) {
	for _, k := range at[:len(at)-1] {
		t = t.sub(k)
	}
	last := at[len(at)-1]
	if have, ok := t.values[last].(*table); ok {
		if more, ok := v.(*table); ok {
			for _, k := range more.keys {
				have.put(k, more.values[k])
			}
			return
		}
	}
	t.put(last, v)
}

// quote writes a basic string.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '\\' || r == '"':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r < 32 || r == 127:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

var bareKey = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// key writes one part of a key in one of its spellings.
func (m *maker) key(k string) string {
	switch {
	case bareKey.MatchString(k) && m.chance(.06):
		return quote(k)
	case bareKey.MatchString(k):
		return k
	case !strings.ContainsAny(k, "'\n") && m.chance(.3):
		return "'" + k + "'"
	}
	return quote(k)
}

// str writes a string in one of its spellings.
func (m *maker) str(s string) string {
	last := []rune(s)
	switch {
	case !strings.ContainsAny(s, "'\n") && !strings.Contains(s, "$ROOT") && m.chance(.15):
		return "'" + s + "'"
	case s != "" && !strings.ContainsAny(s, `"\`) && m.chance(.06):
		return "\"\"\"\n" + s + `"""`
	case s != "" && !strings.Contains(s, "'") && m.chance(.04):
		return "'''" + s + "'''"
	case s != "" && last[len(last)-1] > 32 && last[len(last)-1] < 65536 && !strings.ContainsAny(s[len(s)-1:], `'"\`) && !strings.Contains(s, "$") && m.chance(.05):
		head := quote(string(last[:len(last)-1]))
		return fmt.Sprintf(`%s\u%04X"`, head[:len(head)-1], last[len(last)-1])
	}
	return quote(s)
}

// inline writes a value on one line, or an array over several.
func (m *maker) inline(v any) string {
	switch v := v.(type) {
	case *table:
		var parts []string
		for _, k := range v.keys {
			parts = append(parts, m.key(k)+" = "+m.inline(v.values[k]))
		}
		if len(parts) == 0 {
			return "{}"
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	case []any:
		var parts []string
		for _, e := range v {
			parts = append(parts, m.inline(e))
		}
		if len(parts) > 0 && m.chance(.15) {
			return "[\n  " + strings.Join(parts, ",\n  ") + ",\n]"
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case raw:
		return string(v)
	case bool:
		return strconv.FormatBool(v)
	case int:
		return strconv.Itoa(v)
	case float64:
		text := strconv.FormatFloat(v, 'g', -1, 64)
		if !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		return text
	case string:
		return m.str(v)
	}
	panic(fmt.Sprintf("random: no TOML for %T", v)) // a mistake in this package
}

// toml writes a document in a random mixture of styles.
func (m *maker) toml(t *table) string {
	var b strings.Builder
	m.emit(&b, t, nil)
	return b.String()
}

func (m *maker) emit(b *strings.Builder, t *table, at []string) {
	type pending struct {
		key   string
		value any
	}
	var later []pending
	for _, k := range t.keys {
		v, key := t.values[k], m.key(k)
		if m.chance(.03) {
			b.WriteString("# a comment\n")
		}
		switch v := v.(type) {
		case *table:
			switch style := m.kind("header:60 dotted:18 inline:22"); {
			case style == "dotted" && len(v.keys) > 0:
				m.dotted(b, v, []string{key})
			case style == "inline":
				fmt.Fprintf(b, "%s = %s\n", key, m.inline(v))
			default:
				later = append(later, pending{key, v})
			}
			continue
		case []any:
			if allTables(v) && m.chance(.65) {
				later = append(later, pending{key, v})
				continue
			}
		}
		fmt.Fprintf(b, "%s = %s\n", key, m.inline(v))
	}
	for _, p := range later {
		m.headed(b, append(append([]string(nil), at...), p.key), p.value)
	}
}

// headed writes a table or a list of tables below headers of their own.
func (m *maker) headed(b *strings.Builder, at []string, v any) {
	name := strings.Join(at, ".")
	if list, ok := v.([]any); ok {
		for _, e := range list {
			fmt.Fprintf(b, "[[%s]]\n", name)
			m.emit(b, e.(*table), at)
		}
		return
	}
	t := v.(*table)
	if len(t.keys) == 0 || !onlyTables(t) || m.chance(.5) {
		if m.chance(.05) {
			b.WriteByte('\n')
		}
		fmt.Fprintf(b, "[%s]\n", name)
		m.emit(b, t, at)
		return
	}
	for _, k := range t.keys {
		below := append(append([]string(nil), at...), m.key(k))
		fmt.Fprintf(b, "[%s]\n", strings.Join(below, "."))
		m.emit(b, t.values[k].(*table), below)
	}
}

func (m *maker) dotted(b *strings.Builder, t *table, at []string) {
	for _, k := range t.keys {
		below := append(append([]string(nil), at...), m.key(k))
		if sub, ok := t.values[k].(*table); ok && len(sub.keys) > 0 {
			m.dotted(b, sub, below)
			continue
		}
		dot := "."
		if m.chance(.02) {
			dot = " . "
		}
		fmt.Fprintf(b, "%s = %s\n", strings.Join(below, dot), m.inline(t.values[k]))
	}
}

func allTables(list []any) bool {
	for _, e := range list {
		if _, ok := e.(*table); !ok {
			return false
		}
	}
	return len(list) > 0
}

func onlyTables(t *table) bool {
	for _, v := range t.values {
		if _, ok := v.(*table); !ok {
			return false
		}
	}
	return true
}
