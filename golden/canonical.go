package golden

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/agentlayers/layers/internal/doc"
	"github.com/agentlayers/layers/layers"
)

// dateKey is how the agent reports TOML dates: a table with this key alone.
const dateKey = "$__toml_private_datetime"

// Canonical brings a fact into the one form in which facts are compared: tables are map[string]any, lists []any,
// numbers int64 or float64 (3.0 differs from 3; infinities and not-a-number are nil, as in JSON), dates have one
// spelling, and paths below Root are written "$ROOT/...", with "$ROOT/etc/codex" for the system folder.
//
// Configuration nodes and raw JSON are understood; any other type goes through its JSON.
func Canonical(v any) (any, error) {
	switch v := v.(type) {
	case nil, bool, int64:
		return v, nil
	case string:
		return Neutral(v), nil
	case int:
		return int64(v), nil
	case float64:
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return nil, nil
		}
		return v, nil
	case json.Number:
		return number(v)
	case doc.Time:
		return map[string]any{dateKey: normalDate(v.Text)}, nil
	case *layers.Node:
		return canonicalNode(v)
	case []any:
		return canonicalList(v)
	case map[string]any:
		return canonicalTable(v)
	case json.RawMessage:
		return canonicalJSON(v)
	}
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return canonicalJSON(data)
}

func canonicalJSON(data []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var out any
	if err := dec.Decode(&out); err != nil {
		return nil, err
	}
	return Canonical(out)
}

func canonicalList(in []any) (any, error) {
	out := make([]any, len(in))
	for i, e := range in {
		var err error
		if out[i], err = Canonical(e); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func canonicalTable(in map[string]any) (any, error) {
	out := make(map[string]any, len(in))
	for k, e := range in {
		if text, ok := e.(string); ok && k == dateKey {
			out[k] = normalDate(text)
			continue
		}
		c, err := Canonical(e)
		if err != nil {
			return nil, err
		}
		out[Neutral(k)] = c
	}
	return out, nil
}

func canonicalNode(n *layers.Node) (any, error) {
	switch {
	case n == nil:
		return map[string]any{}, nil
	case n.Table != nil:
		out := make(map[string]any, len(n.Table.Members))
		for _, m := range n.Table.Members {
			v, err := canonicalNode(m.Node)
			if err != nil {
				return nil, err
			}
			out[Neutral(m.Name)] = v
		}
		return out, nil
	case n.Elems != nil:
		out := make([]any, len(n.Elems))
		for i, e := range n.Elems {
			var err error
			if out[i], err = canonicalNode(e); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	return Canonical(n.Value)
}

func number(n json.Number) (any, error) {
	if !strings.ContainsAny(n.String(), ".eE") {
		if i, err := n.Int64(); err == nil {
			return i, nil
		}
	}
	f, err := n.Float64()
	if err != nil {
		return nil, fmt.Errorf("number %s: %w", n, err)
	}
	return f, nil
}

// normalDate spells a date or time as RFC 3339 does: "T" and "Z", no trailing zeros in a fraction.
func normalDate(s string) string {
	s = strings.ToUpper(s)
	if len(s) > 10 && s[10] == ' ' {
		s = s[:10] + "T" + s[11:]
	}
	zone := ""
	if at := strings.LastIndexAny(s, "Z+-"); at > 10 {
		s, zone = s[:at], s[at:]
	}
	if zone == "+00:00" || zone == "-00:00" {
		zone = "Z"
	}
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s + zone
}
