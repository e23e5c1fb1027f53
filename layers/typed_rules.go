package layers

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentlayers/layers/dialect"
)

// rule applies the named rule of a key whose value has the right types.
func (c *checker) rule(n *Node, f *dialect.Field, s spot) {
	switch f.Key.Check {
	case dialect.CheckServer:
		c.server(n, f, s)
	case dialect.CheckProviders, dialect.CheckAll:
		c.providers(n, f, s)
	case dialect.CheckGateway:
		c.gateway(n, s)
	case dialect.CheckNotEmpty:
		if n.Value == "" {
			c.faultAt(n, s, ClassEmpty, s.key.String()+" is empty")
		}
	case dialect.CheckNotNegative, dialect.CheckPositive:
		if v := numberOf(n); v < 0 || v == 0 && f.Key.Check == dialect.CheckPositive {
			c.faultAt(n, s, ClassInvalid, s.key.String()+" has to be positive")
		}
	}
}

// server checks the transport of an MCP server: a command, or a url, and nothing that belongs to the other.
//
// Case: codex-findings B5 in testdata/typed.
func (c *checker) server(n *Node, f *dialect.Field, s spot) {
	if n.Table == nil {
		return
	}
	other, kind := dialect.FlagHTTP, "a server that is started with a command"
	switch {
	case n.Table.Get("command") != nil:
	case n.Table.Get("url") != nil:
		other, kind = dialect.FlagStdio, "a server that is reached by url"
	default:
		c.faultAt(n, s, ClassInvalid, s.key.String()+" has neither command nor url")
		return
	}
	if t := n.Table.Get("startup_timeout_sec"); t != nil && numberOf(t) < 0 {
		c.faultAt(n, s, ClassInvalid, s.key.String()+" has a negative startup_timeout_sec")
		return
	}
	for _, m := range n.Table.Members {
		k := f.Member(m.Name)
		if k != nil && (k.Key.Has(other) || m.Name == "bearer_token") {
			c.faultAt(n, s, ClassInvalid, fmt.Sprintf("%s: %s does not fit %s", s.key, m.Name, kind))
			return
		}
	}
}

// gateway checks where the credentials of a provider come from.
func (c *checker) gateway(n *Node, s spot) {
	if e := n.Table.Get("credential_export"); e != nil && e.Table != nil {
		return
	}
	for _, name := range [...]string{"authorization_url", "token_url", "client_id"} {
		if n.Table.Get(name) == nil {
			c.faultAt(n, s, ClassInvalid, s.key.String()+" needs credential_export, or authorization_url, token_url and client_id")
			return
		}
	}
}

// notWithAuth are ways to authenticate that exclude [auth].
var notWithAuth = [...]string{"env_key", "experimental_bearer_token", "requires_openai_auth"}

// providers checks the table of model providers as a whole.
func (c *checker) providers(n *Node, f *dialect.Field, s spot) {
	for _, id := range f.Key.Values {
		if n.Table.Get(id) != nil {
			c.faultAt(n, s, ClassInvalid, fmt.Sprintf("%s is a built-in provider and cannot be redefined", s.child(id).key))
			return
		}
	}
	for _, m := range n.Table.Members {
		why, class := "", ClassInvalid
		switch known := slices.Contains(adjustable(c.schema), m.Name); {
		case !known:
			why, class = providerFault(m.Node.Table)
		case f.Key.Check == dialect.CheckAll && !adjusts(m.Node):
			why = "is built in and takes only " + adjustableText
		}
		if why != "" {
			c.faultAt(n, s, class, s.child(m.Name).key.String()+" "+why)
			return
		}
	}
}

// adjustable are the built-in providers that a file may change in part: those that may be chosen and are not
// reserved.
func adjustable(schema *dialect.Schema) []string {
	chosen, table := schema.Lookup([]string{"model_provider"}), schema.Lookup([]string{"model_providers"})
	if chosen == nil || table == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(chosen.Values), func(id string) bool { return slices.Contains(table.Values, id) })
}

const adjustableText = "base_url, auth, http_headers and aws"

// adjusts reports whether a table sets nothing but what a built-in provider lets a file change.
func adjusts(n *Node) bool {
	if n.Table == nil {
		return false
	}
	for _, m := range n.Table.Members {
		switch m.Name {
		case "base_url", "auth", "http_headers", "aws":
		default:
			return false
		}
	}
	return true
}

// providerFault says what is wrong with one provider as a whole; "" when nothing is.
func providerFault(t *Table) (why, class string) {
	if t == nil {
		return "", ""
	}
	if t.Get("aws") != nil {
		return "has aws settings, which only a built-in provider takes", ClassInvalid
	}
	if auth := t.Get("auth"); auth != nil {
		if strings.TrimSpace(textOf(auth.Table.Get("command"))) == "" {
			return "has an empty auth.command", ClassEmpty
		}
		for _, name := range notWithAuth {
			if v := t.Get(name); v != nil && v.Value != false {
				return "combines auth with " + name, ClassInvalid
			}
		}
	}
	if strings.TrimSpace(textOf(t.Get("name"))) == "" {
		return "has no name", ClassEmpty
	}
	return "", ""
}

func textOf(n *Node) string {
	if n == nil {
		return ""
	}
	s, _ := n.Value.(string)
	return s
}

func numberOf(n *Node) float64 {
	switch v := n.Value.(type) {
	case int64:
		return float64(v)
	case float64:
		return v
	}
	return 0
}
