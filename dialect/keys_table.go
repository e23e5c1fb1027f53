package dialect

import (
	"bytes"
	"encoding/json"
	"iter"
	"reflect"
	"slices"
	"strings"
)

// Keys is the key table of one version, in the order of its lines. The zero value holds no key. A table is never
// changed and safe to share; a built-in one is read line by line, as far as somebody asks.
//
// In JSON it is an array of Key.
type Keys struct {
	list  []Key
	built *builtIn // instead of list
}

// NewKeys makes a table of keys that the caller no longer changes.
func NewKeys(list ...Key) Keys { return Keys{list: list} }

// All yields every key.
func (k Keys) All() iter.Seq[Key] {
	return func(yield func(Key) bool) {
		for _, key := range k.list {
			if !yield(key) {
				return
			}
		}
		if k.built == nil {
			return
		}
		for line := range strings.Lines(k.built.rows()) {
			if !yield(parseKey(strings.TrimSuffix(line, "\n"))) {
				return
			}
		}
	}
}

// IsZero reports whether the table holds no key.
func (k Keys) IsZero() bool { return k.built == nil && len(k.list) == 0 }

// Equal reports whether both hold the same keys in the same order, wherever they come from.
func (k Keys) Equal(other Keys) bool {
	return k.built != nil && k.built == other.built ||
		reflect.DeepEqual(slices.Collect(k.All()), slices.Collect(other.All()))
}

// MarshalJSON writes an array of keys.
func (k Keys) MarshalJSON() ([]byte, error) { return json.Marshal(slices.Collect(k.All())) }

// UnmarshalJSON reads an array of keys; a field that no key has is an error.
func (k *Keys) UnmarshalJSON(data []byte) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	*k = Keys{}
	return dec.Decode(&k.list)
}

// parseKey reads a line of a built-in table: pattern, type, values, flags, and "name:value" pairs for the rest,
// with tabs between.
func parseKey(line string) Key {
	path, more, _ := strings.Cut(line, "\t")
	k := Key{Path: path}
	k.read(more)
	return k
}

// read takes what stands behind the pattern.
func (k *Key) read(line string) {
	k.Type, line, _ = strings.Cut(line, "\t")
	if line == "" {
		return
	}
	values, line, _ := strings.Cut(line, "\t")
	flags, pairs, _ := strings.Cut(line, "\t")
	k.Values = split(values, "|")
	for flags != "" {
		var flag string
		switch flag, flags, _ = strings.Cut(flags, ","); flag {
		case "path":
			k.IsPath = true
		case "secret":
			k.Secret = true
		case "executes":
			k.Executes = true
		default:
			k.Flags = append(k.Flags, flag)
		}
	}
	for pairs != "" {
		var pair string
		pair, pairs, _ = strings.Cut(pairs, ";")
		name, value, _ := strings.Cut(pair, ":")
		k.set(name, value)
	}
}

func (k *Key) set(name, value string) {
	switch name {
	case "alias":
		k.Alias = value
	case "like":
		k.Like = value
	case "reads":
		from, to, _ := strings.Cut(value, "=")
		k.Reads = map[string]string{from: to}
	case "refused":
		k.Off = split(value, ",")
	case "stage":
		k.Stage = value
	case "order":
		k.Order = split(value, ",")
	case "shows":
		k.Shows = value
	case "omits":
		k.Omits = split(value, ",")
	case "check":
		k.Check = value
	case "for":
		k.For = split(value, ",")
	case "fails":
		k.Fails = value
	case "with":
		k.With = value
	}
}

func split(s, sep string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, sep)
}
