package skills

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/frontmatter"
)

// Breach is one point at which a skill does not follow the public skill standard. Agents load skills that do not;
// other agents may not.
type Breach struct {
	Rule string    `json:"rule"` // kebab-case
	Text string    `json:"text"`
	At   diag.Span `json:"at"`
	// Advice: the standard recommends it and asks for nothing.
	Advice bool `json:"advice,omitempty"`
}

// The limits of the standard, in characters and lines.
const (
	standardName          = 64
	standardDescription   = 1024
	standardCompatibility = 500
	standardBodyLines     = 500
)

// standardKeys are the only keys that the standard knows.
var standardKeys = map[string]bool{
	"name": true, "description": true, "license": true, "compatibility": true, "metadata": true, "allowed-tools": true,
}

// standard checks a head against the public standard, apart from what any agent does with it.
// bodyLines are those below the head.
func standard(file string, doc frontmatter.Doc, bodyLines int, folderName string) []Breach {
	var out []Breach
	at := func(offset int) diag.Span { return diag.NewSource(file, []byte(doc.Text)).Span(offset, offset) }
	add := func(rule, text string, at diag.Span) { out = append(out, Breach{Rule: rule, Text: text, At: at}) }
	for _, r := range doc.Repaired {
		add("yaml", "not valid YAML; write it as  "+r.Text, r.Value)
	}
	if !strings.HasPrefix(doc.Text, "---") {
		add("fence", "the file must begin with ---", at(0))
	}
	seen := map[string]bool{}
	for _, f := range doc.Root.Fields {
		switch {
		case seen[f.Name]:
			add("duplicate-key", f.Name+" is given twice", f.Key)
		case !standardKeys[f.Name]:
			add("unknown-key", f.Name+" is no key of the standard", f.Key)
		}
		seen[f.Name] = true
	}
	out = append(out, standardNameBreaches(doc, folderName)...)
	out = append(out, standardTexts(doc)...)
	if bodyLines > standardBodyLines {
		out = append(out, Breach{Rule: "long-body", Text: "the body has more than 500 lines", At: at(doc.Body), Advice: true})
	}
	return out
}

func standardNameBreaches(doc frontmatter.Doc, folderName string) []Breach {
	f := doc.Root.Get(fieldName)
	if f == nil || f.Value.Kind != frontmatter.Text || strings.TrimSpace(f.Value.Text) == "" {
		return []Breach{{Rule: "name-missing", Text: "name is required", At: doc.Head}}
	}
	name := strings.TrimSpace(f.Value.Text)
	var out []Breach
	add := func(rule, text string) { out = append(out, Breach{Rule: rule, Text: text, At: f.Value.Span}) }
	if utf8.RuneCountInString(name) > standardName {
		add("name-too-long", "a name has at most 64 characters")
	}
	if strings.ContainsFunc(name, func(r rune) bool {
		return r != '-' && !unicode.IsDigit(r) && (!unicode.IsLetter(r) || unicode.ToLower(r) != r)
	}) {
		add("name-characters", "a name has lower-case letters, digits and hyphens only")
	}
	if strings.HasPrefix(name, "-") || strings.HasSuffix(name, "-") || strings.Contains(name, "--") {
		add("name-hyphens", "a name has no hyphen at its ends and no two in a row")
	}
	if name != folderName {
		add("name-folder", "the name must be that of the folder, "+folderName)
	}
	return out
}

// standardTexts checks the other fields.
func standardTexts(doc frontmatter.Doc) []Breach {
	var out []Breach
	check := func(name string, limit int) {
		f := doc.Root.Get(name)
		switch {
		case f == nil:
		case f.Value.Kind != frontmatter.Text:
			out = append(out, Breach{Rule: name + "-type", Text: name + " must be text", At: f.Value.Span})
		case limit > 0 && utf8.RuneCountInString(strings.TrimSpace(f.Value.Text)) > limit:
			out = append(out, Breach{Rule: name + "-too-long", Text: name + " has at most " + plural(limit, "character"), At: f.Value.Span})
		}
	}
	check(fieldDescription, standardDescription)
	check("compatibility", standardCompatibility)
	check("allowed-tools", 0)
	check("license", 0)
	meta := doc.Root.Get(fieldMetadata)
	if meta == nil {
		return out
	}
	if meta.Value.Kind != frontmatter.Map {
		return append(out, Breach{Rule: "metadata-type", Text: "metadata must hold keys with texts", At: meta.Value.Span})
	}
	for _, f := range meta.Value.Fields {
		if f.Value.Kind != frontmatter.Text {
			out = append(out, Breach{Rule: "metadata-type", Text: "metadata." + f.Name + " must be text", At: f.Value.Span})
		}
	}
	return out
}

func lineEnds(text []byte) int { return bytes.Count(text, []byte("\n")) }
