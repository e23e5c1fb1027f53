package dialect_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/dialect"
)

// FuzzLoad: a dialect that is read can be written and read again as the same.
func FuzzLoad(f *testing.F) {
	for _, version := range dialect.CodexVersions {
		d, err := dialect.Codex(version)
		if err != nil {
			f.Fatal(err)
		}
		data, err := json.Marshal(d)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(`{"name":"x","config":{"format":"toml","merge":"toml-recursive","limits":{"fileBytes":1}}}`))
	f.Add([]byte(`{"name":"x","nme":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := dialect.Load(data)
		if err != nil {
			return
		}
		text, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		again, err := dialect.Load(text)
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		second, err := json.Marshal(again)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(text), string(second)); diff != "" {
			t.Errorf("-first +second:\n%s", diff)
		}
	})
}
