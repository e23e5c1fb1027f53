package edit_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/edit"
	"github.com/agentlayers/layers/layers"
)

// FuzzSplice edits any bytes: an edit is refused with a reason, or its splices make the new text out of the old, another
// decoder reads the value back, and nothing else has changed.
func FuzzSplice(f *testing.F) {
	f.Add([]byte("a = 1 # c\n[b]\nc = {d = 2}\n"), "b", "c", "[1, 2]", false)
	f.Add([]byte("[[a]]\nb = 1\n[[a]]\n"), "a", "b", "true", false)
	f.Add([]byte("{\"a\": {\"b\": 1, // x\n}}"), "a", "c", `{"x": null}`, true)
	f.Add([]byte("\xef\xbb\xbfa.b = 1\r\n"), "a", "é", "'x'", false)
	f.Fuzz(func(t *testing.T, text []byte, first, second, value string, isJSON bool) {
		c, read := tomlConfig, func(data []byte, v any) error { return toml.Unmarshal(data, v) }
		if isJSON {
			c, read = jsonConfig, json.Unmarshal
		}
		v, err := edit.ParseValue(value, c)
		if err != nil {
			return
		}
		key := layers.Key{first, second}
		e, err := edit.Document{Name: "/f", Bytes: text, Config: c}.Set(key, v)
		if err != nil {
			refusedWithReason(t, err)
			return
		}
		if got := splice(e); !bytes.Equal(got, e.After) {
			t.Fatalf("splices give\n%q\nnot\n%q", got, e.After)
		}
		checkOther(t, e, key, c, read)
		u, err := edit.Document{Name: "/f", Bytes: e.After, Config: c}.Unset(key)
		if err != nil {
			refusedWithReason(t, err)
			return
		}
		if got := splice(u); !bytes.Equal(got, u.After) {
			t.Fatalf("unset: splices give\n%q\nnot\n%q", got, u.After)
		}
	})
}

func refusedWithReason(t *testing.T, err error) {
	t.Helper()
	var broken *edit.BrokenError
	var refused *edit.RefusedError
	if !errors.As(err, &broken) && !errors.As(err, &refused) || err.Error() == "" {
		t.Fatalf("refused without a reason: %#v", err)
	}
}

// checkOther holds the edit against a decoder that is not ours, where that reads the text before it.
func checkOther(t *testing.T, e edit.Edit, key layers.Key, c dialect.Config, read func([]byte, any) error) {
	t.Helper()
	mark := []byte("\ufeff")
	before, after := map[string]any{}, map[string]any{}
	if len(bytes.TrimSpace(bytes.TrimPrefix(e.Before, mark))) > 0 || c.Format == dialect.FormatTOML {
		if read(bytes.TrimPrefix(e.Before, mark), &before) != nil {
			return
		}
	}
	if err := read(bytes.TrimPrefix(e.After, mark), &after); err != nil {
		t.Fatalf("set %s in\n%q\ngives\n%q\n%v", key, e.Before, e.After, err)
	}
	if _, ok := lookup(after, key); !ok {
		t.Fatalf("set %s in\n%q\ngives\n%q\nwithout it", key, e.Before, e.After)
	}
	remove(before, key)
	remove(after, key)
	if !equal(before, after) {
		t.Fatalf("set %s in\n%q\nchanges more:\n%q", key, e.Before, e.After)
	}
}
