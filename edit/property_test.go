package edit_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/edit"
	"github.com/agentlayers/layers/internal/doc"
	"github.com/agentlayers/layers/internal/jsonsrc"
	"github.com/agentlayers/layers/internal/tomlsrc"
	"github.com/agentlayers/layers/layers"
)

var (
	tomlConfig = dialect.Config{Format: dialect.FormatTOML}
	jsonConfig = dialect.Config{Format: dialect.FormatJSON}
)

// decode reads a text with a decoder that is not ours. It gives nil for a dotted key that leads through a table made
// by a longer header: the decoder takes such a key or refuses it by what stands elsewhere in the file.
func decode(t *testing.T, text []byte, c dialect.Config) map[string]any {
	t.Helper()
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	out := map[string]any{}
	if c.Format == dialect.FormatJSON {
		if len(bytes.TrimSpace(text)) == 0 {
			return out
		}
		if err := json.Unmarshal(text, &out); err != nil {
			t.Fatalf("%v in:\n%s", err, text)
		}
		return out
	}
	err := toml.Unmarshal(text, &out)
	if err != nil && strings.Contains(err.Error(), "is already defined") {
		return nil
	}
	if err != nil {
		t.Fatalf("%v in:\n%s", err, text)
	}
	return out
}

func lookup(v any, key layers.Key) (any, bool) {
	for _, part := range key {
		switch at := v.(type) {
		case map[string]any:
			below, ok := at[part]
			if !ok {
				return nil, false
			}
			v = below
		case []any:
			i, err := strconv.Atoi(part)
			if err != nil || i >= len(at) {
				return nil, false
			}
			v = at[i]
		default:
			return nil, false
		}
	}
	return v, true
}

// remove takes key out of a decoded tree, and the tables on the way that hold nothing.
func remove(v any, key layers.Key) {
	for i := len(key); i > 0; i-- {
		holder, _ := lookup(v, key[:i-1])
		table, ok := holder.(map[string]any)
		if !ok {
			continue
		}
		below, isTable := table[key[i-1]].(map[string]any)
		if i == len(key) || isTable && len(below) == 0 {
			delete(table, key[i-1])
		}
	}
}

func equal(a, b any) bool {
	return fmt.Sprintf("%#v", a) == fmt.Sprintf("%#v", b) || reflect.DeepEqual(a, b)
}

func splice(e edit.Edit) []byte {
	var out []byte
	at := 0
	for _, s := range e.Splices {
		out = append(append(out, e.Before[at:s.Start]...), s.Text...)
		at = s.End
	}
	return append(out, e.Before[at:]...)
}

// roundTrip sets a key in a document, reads it back with another decoder, and unsets it again. It reports whether
// both could be judged.
func roundTrip(t *testing.T, text string, key layers.Key, value string, c dialect.Config) bool {
	t.Helper()
	d := edit.Document{Name: "/f", Bytes: []byte(text), Config: c}
	v, err := edit.ParseValue(value, c)
	if err != nil {
		t.Fatalf("value %s: %v", value, err)
	}
	fail := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("set %s = %s in\n%q\n%s", key, value, text, fmt.Sprintf(format, args...))
	}
	e, err := d.Set(key, v)
	var refused *edit.RefusedError
	if errors.As(err, &refused) && refused.At.HasPosition() {
		return false // a value stands in the way
	}
	if err != nil {
		fail("%v", err)
	}
	before, after := decode(t, d.Bytes, c), decode(t, e.After, c)
	if before == nil || after == nil {
		return false
	}
	_, had := lookup(before, key)
	want := decode(t, []byte(map[bool]string{true: `{"x":` + value + `}`, false: "x = " + value}[c.Format == dialect.FormatJSON]), c)["x"]
	if got, ok := lookup(after, key); !ok || !equal(got, want) {
		fail("gives %#v, want %#v in\n%s", got, want, e.After)
	}
	if got := splice(e); !bytes.Equal(got, e.After) {
		fail("splices give\n%q\nnot\n%q", got, e.After)
	}
	if old, _ := written(t, e.Before, key, c); old != nil { // a value in one piece
		from, to := e.Before[:old.Start.Offset], e.Before[old.End.Offset:]
		if !bytes.HasPrefix(e.After, from) || !bytes.HasSuffix(e.After, to) {
			fail("changes more than the value:\n%q", e.After)
		}
	}
	if !had {
		for _, s := range e.Splices {
			if cut := e.Before[s.Start:s.End]; strings.Trim(string(cut), " \t\r\n{}") != "" {
				fail("a new key takes away %q", cut)
			}
		}
		for _, note := range comments(e.Before) {
			if !bytes.Contains(e.After, note) {
				fail("the comment %q is gone", note)
			}
		}
	}
	u, err := edit.Document{Name: "/f", Bytes: e.After, Config: c}.Unset(key)
	if err != nil {
		fail("unset: %v in\n%s", err, e.After)
	}
	if value, start := written(t, e.After, key, c); value != nil {
		end := len(e.After)
		if i := bytes.IndexByte(e.After[value.End.Offset:], '\n'); i >= 0 {
			end = value.End.Offset + i
		}
		for _, note := range append(comments(e.After[:start]), comments(e.After[end:])...) {
			if !bytes.Contains(u.After, note) {
				fail("unset takes the comment %q of another line:\n%s", note, u.After)
			}
		}
	}
	rest := decode(t, u.After, c)
	if rest == nil {
		return false
	}
	if got, ok := lookup(rest, key); ok {
		fail("unset leaves %#v in\n%s", got, u.After)
	}
	remove(before, key)
	remove(rest, key)
	if !equal(before, rest) {
		fail("unset leaves\n%s\nwhich is %#v, want %#v", u.After, rest, before)
	}
	if _, err := (edit.Document{Name: "/f", Bytes: u.After, Config: c}).Unset(key); !errors.Is(err, edit.ErrNoKey) {
		fail("unset twice: %v", err)
	}
	return true
}

// written finds the value at key, by our parsers but not by this package, when it is written in one piece: nil for what
// headers and dotted keys spread over the file. start is the offset of the line with its key.
func written(t *testing.T, text []byte, key layers.Key, c dialect.Config) (value *diag.Span, start int) {
	t.Helper()
	src := diag.NewSource("/f", text)
	root, _ := tomlsrc.Parse(src, tomlsrc.Options{})
	if c.Format == dialect.FormatJSON {
		root, _ = jsonsrc.Parse(src, jsonsrc.Options{})
	}
	at := 0
	for _, part := range key {
		if root == nil {
			return nil, 0
		}
		if i, err := strconv.Atoi(part); root.Kind == doc.Array && err == nil && i < len(root.Elems) {
			root = root.Elems[i]
			continue
		}
		i := slices.IndexFunc(root.Members, func(m doc.Member) bool { return m.Name == part })
		if i < 0 {
			return nil, 0
		}
		at, root = root.Members[i].Key().Start.Offset, root.Members[i].Value
	}
	if root.Kind != doc.Scalar && text[root.Span().Start.Offset] != '{' && text[root.Span().Start.Offset] != '[' {
		return nil, 0
	}
	span := root.Span()
	return &span, bytes.LastIndexByte(text[:at], '\n') + 1
}

// check runs one random document and key, and reports whether it could be judged to the end.
func check(t *testing.T, seed uint64) bool {
	t.Helper()
	w := writer{Rand: rand.New(rand.NewPCG(seed, 1)), nl: "\n"}
	if w.IntN(3) == 0 {
		w.nl = "\r\n"
	}
	key := w.key(4)
	if w.IntN(5) == 0 {
		key = append(layers.Key{key[0], "0"}, key[1:]...)
	}
	if seed%3 == 0 {
		return roundTrip(t, w.jsonFile(), key, w.json(2, ""), jsonConfig)
	}
	text := w.toml()
	w.nl = "\n"
	return roundTrip(t, text, key, w.value(2), tomlConfig)
}

// long multiplies the number of random edits.
var long = flag.Int("long", 1, "run this many times more random edits")

func TestSetGetUnset(t *testing.T) {
	t.Parallel()
	const shards, runs = 4, 750
	for shard := range uint64(shards) {
		t.Run(strconv.FormatUint(shard, 10), func(t *testing.T) {
			t.Parallel()
			each, judged := runs**long, 0
			for n := range uint64(each) {
				if check(t, n*shards+shard) {
					judged++
				}
			}
			if judged < each*8/10 {
				t.Errorf("only %d of %d random edits could be judged", judged, each)
			}
			t.Logf("%d of %d random edits judged", judged, each)
		})
	}
}

func FuzzSetGetUnset(f *testing.F) {
	for seed := range uint64(9) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { check(t, seed) })
}
