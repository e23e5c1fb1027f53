package layers

import (
	"fmt"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/internal/doc"
	"github.com/agentlayers/layers/internal/tomlsrc"
)

// parseOverrides builds the one layer that all run-time overrides make together.
//
// Each is split at its first "=", both sides trimmed. The key is split at every period: quotes are not
// understood. The value is read as a TOML value and, when it is none, taken as the raw text
// without quotes at its ends. Later overrides
// win; a key that leads through a scalar replaces it by a table. An override without "=" is refused.
//
// Cases: layers-runtime-flags, config-cli-dotted-key-with-period.
func parseOverrides(overrides []string, lim dialect.Limits) (*Node, diag.List) {
	src := &Source{Kind: dialect.Runtime, Name: "flags"}
	root := emptyTable(src)
	var diags diag.List
	for _, o := range overrides {
		text, value, ok := strings.Cut(o, "=")
		text = strings.TrimSpace(text)
		if code, why := refusal(o, text, ok); code != "" {
			diags = append(diags, diag.Diagnostic{
				Code: code, Severity: diag.Error,
				Summary: fmt.Sprintf("-c %s %s", o, why),
				Fix:     `write -c 'model="gpt-5"'`,
			})
			continue
		}
		key := strings.Split(text, ".")
		one := &Source{Kind: dialect.Runtime, Name: "-c " + text + "=" + strings.TrimSpace(value)}
		if strings.ContainsAny(text, `"'`) {
			diags = append(diags, splitQuotes(o, key))
		}
		root = setPath(root, key, overrideValue(value, one, lim), one)
	}
	return root, diags
}

// The codes of overrides that the agent refuses. One that begins with "-" it takes for a flag of its own.
const (
	codeOverrideFlag    diag.Code = "override-flag"
	codeOverrideInvalid diag.Code = "override-invalid"
)

// refusal says why the agent does not take an override; the code is "" when it does.
func refusal(override, key string, isPair bool) (diag.Code, string) {
	switch {
	case strings.HasPrefix(override, "-"):
		return codeOverrideFlag, "looks like a flag"
	case !isPair || key == "":
		return codeOverrideInvalid, "is not KEY=VALUE"
	}
	return "", ""
}

func splitQuotes(o string, key []string) diag.Diagnostic {
	return diag.Diagnostic{
		Code: "override-key-split", Severity: diag.Warning,
		Summary: fmt.Sprintf("the key of -c %s was split at every period", o),
		Detail:  "quotes are not understood in the key of an override; it names " + Key(key).String(),
		Effect:  "the value is set under a key that still holds quote characters",
		Fix:     `use the inline-table form: -c 'projects={"/path/with.dots"={trust_level="trusted"}}'`,
	}
}

func overrideValue(text string, src *Source, lim dialect.Limits) *Node {
	text = strings.TrimSpace(text)
	v, err := tomlsrc.ParseValue(diag.NewSource(src.Name, []byte(text)), tomlOptions(lim))
	if err != nil {
		v = &doc.Value{Kind: doc.Scalar, Scalar: strings.Trim(text, `"'`)}
	}
	return placeless(fromDoc(v, src))
}

// placeless removes spans that point into a command line argument: they name no file.
func placeless(n *Node) *Node {
	n.Origin = Origin{Source: n.Origin.Source}
	for _, e := range n.Elems {
		placeless(e)
	}
	if n.Table != nil {
		for _, m := range n.Table.Members {
			placeless(m.Node)
		}
	}
	return n
}

// setPath returns root with value at key; tables on the way are made, scalars on the way replaced.
func setPath(root *Node, key []string, value *Node, src *Source) *Node {
	if root == nil || root.Table == nil {
		root = emptyTable(src)
	}
	i := root.Table.find(key[0])
	if len(key) > 1 {
		var child *Node
		if i >= 0 {
			child = root.Table.Members[i].Node
		}
		value = setPath(child, key[1:], value, src)
	}
	if i >= 0 {
		return withMember(root, i, Member{key[0], value})
	}
	out := *root
	out.Table = NewTable(append(root.Table.Members[:len(root.Table.Members):len(root.Table.Members)], Member{key[0], value}))
	return &out
}
