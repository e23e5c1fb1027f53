package skills

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/internal/frontmatter"
	"github.com/agentlayers/layers/tree"
)

// Metadata is what the optional file beside a skill says.
type Metadata struct {
	File      string // "" when there is none
	Interface Interface
	Tools     []Tool
	Explicit  bool      // not offered to the model: only an explicit mention loads the skill
	At        diag.Span // of the policy that says so
	Hidden    bool      // meant for other products only
	Ignored   string    // why the whole file does not count
	IgnoredAt diag.Span
	Dropped   []Dropped // single fields that do not count
}

// Interface is how a user interface shows the skill.
type Interface struct {
	DisplayName, ShortDescription, IconSmall, IconLarge, BrandColor, DefaultPrompt string
}

// Tool is something that the skill needs.
type Tool struct {
	Type, Value, Description, Transport, Command, URL string
}

// Dropped is a field that does not count, and why.
type Dropped struct {
	Field string
	Text  string
	At    diag.Span
}

// metadata reads the file beside a skill. Whatever is wrong with it never hides the skill: a file that is not
// YAML or holds a wrong type counts as absent, a value out of bounds is dropped alone.
//
// Cases: skills-openai-yaml, skills-openai-forms.
func (l *loader) metadata(r *reading) *Metadata {
	d := l.set.Dialect.Metadata
	if r.beside == nil {
		return l.noMetadata
	}
	r.metadata = path.Join(r.dir(), d.File)
	old := l.earlier(r.file)
	f, digest, err := l.readBeside(r, old.metaDigest)
	r.metaDigest = digest
	switch {
	case tree.IsMissing(err):
		r.meta = l.noMetadata
	case err != nil:
		r.meta = ignored(r.metadata, "the file cannot be read")
	case old.metaDigest != "" && digest == old.metaDigest:
		r.meta = old.meta
	case !utf8.Valid(f.Data):
		r.meta = ignored(r.metadata, "the file is not valid UTF-8")
	default:
		r.meta = parseMetadata(&l.beside.head, d, r.metadata, f.Data, r.dir())
	}
	return r.meta
}

// readBeside reads the file, links followed. The listing shows that there are none where the folder that holds it is no
// link, and the file itself turns out to be one when it is read.
func (l *loader) readBeside(r *reading, held string) (f tree.File, digest string, err error) {
	limit := l.set.Dialect.Limits.HeadBytes
	if r.beside.IsDir() && strings.Count(l.set.Dialect.Metadata.File, "/") == 1 {
		if f, digest, err = l.beside.file.ReadOnce(l.fsys, r.metadata, limit, held); !errors.Is(err, tree.ErrNotRegular) {
			return f, digest, err
		}
	}
	where, err := tree.EvalSymlinks(l.fsys, r.metadata)
	if err != nil {
		return f, "", err
	}
	return l.beside.file.ReadOnce(l.fsys, where.Path, limit, held)
}

// ignored is a file that does not count.
func ignored(file, why string) *Metadata {
	return &Metadata{File: file, Ignored: why, IgnoredAt: diag.File(file)}
}

func parseMetadata(heads *frontmatter.Reader, d dialect.SkillMetadata, file string, data []byte, dir string) *Metadata {
	m := &Metadata{File: file}
	root, problem := heads.ParseYAML(file, data, func(v *frontmatter.Value) *frontmatter.Problem { return checkMetadata(d, v) })
	if problem != nil {
		m.Ignored, m.IgnoredAt = problem.Text, problem.At
		return m
	}
	r := metaReader{d: d, dir: dir, out: m}
	r.look(part(root, "interface"))
	r.needs(part(root, "dependencies"))
	r.policy(part(root, "policy"))
	return m
}

// part is a member that is a mapping, or nil.
func part(v *frontmatter.Value, name string) *frontmatter.Value {
	if f := v.Get(name); f != nil && f.Value.Kind == frontmatter.Map {
		return f.Value
	}
	return nil
}

var (
	interfaceFields = []string{"display_name", "short_description", "icon_small", "icon_large", "brand_color", "default_prompt"}
	toolFields      = []string{"type", "value", "description", "transport", "command", "url"}
)

// checkMetadata refuses a file in which anything that is read has a wrong type.
func checkMetadata(d dialect.SkillMetadata, root *frontmatter.Value) *frontmatter.Problem {
	if root.Kind != frontmatter.Map {
		return wrong(root, "the file must hold keys with values")
	}
	if root.OddKey != nil {
		return root.OddKey
	}
	for _, name := range []string{"interface", "dependencies", "policy"} {
		if p := twice(root, name); p != nil {
			return p
		}
		if f := root.Get(name); f != nil && f.Value.Kind != frontmatter.Map && f.Value.Kind != frontmatter.Null {
			return wrong(f.Value, name+" must hold keys with values")
		}
	}
	if p := texts(part(root, "interface"), interfaceFields...); p != nil {
		return p
	}
	if p := checkTools(part(root, "dependencies")); p != nil {
		return p
	}
	return checkPolicy(d, part(root, "policy"))
}

func checkTools(v *frontmatter.Value) *frontmatter.Problem {
	list, p := listOf(v, "tools")
	for _, item := range list {
		switch {
		case p != nil:
		case item.Kind != frontmatter.Map && !isEmpty(item):
			return wrong(item, "a tool must hold keys with values")
		default:
			p = texts(item, toolFields...)
		}
	}
	return p
}

func checkPolicy(d dialect.SkillMetadata, v *frontmatter.Value) *frontmatter.Problem {
	list, p := listOf(v, "products")
	if p != nil {
		return p
	}
	for _, item := range list {
		if item.Kind != frontmatter.Text || !slices.Contains(d.Products, productWord(d, item.Text)) {
			return wrong(item, "this product is not known")
		}
	}
	if p := twice(v, "allow_implicit_invocation"); p != nil {
		return p
	}
	f := v.Get("allow_implicit_invocation")
	if f == nil || f.Value.Kind == frontmatter.Null {
		return nil
	}
	if _, ok := boolOf(f.Value); !ok {
		return wrong(f.Value, "allow_implicit_invocation must be true or false, without quotes")
	}
	return nil
}

// listOf gives the items of a member that must be a list, given once; nothing at all counts as an empty one.
func listOf(v *frontmatter.Value, name string) ([]*frontmatter.Value, *frontmatter.Problem) {
	if v == nil {
		return nil, nil
	}
	if v.OddKey != nil {
		return nil, v.OddKey
	}
	if p := twice(v, name); p != nil {
		return nil, p
	}
	f := v.Get(name)
	if f == nil || isEmpty(f.Value) {
		return nil, nil
	}
	if f.Value.Kind != frontmatter.List {
		return nil, wrong(f.Value, name+" must be a list")
	}
	return f.Value.Items, nil
}

// productWord is a product as the agent knows it: all lower or all upper case.
func productWord(d dialect.SkillMetadata, word string) string {
	for _, p := range d.Products {
		if word == strings.ToUpper(p) {
			return p
		}
	}
	return word
}

// boolOf reads a plain truth value.
func boolOf(v *frontmatter.Value) (value, ok bool) {
	if !v.Plain {
		return false, false
	}
	switch v.Text {
	case "true", "True", "TRUE":
		return true, true
	case "false", "False", "FALSE":
		return false, true
	}
	return false, false
}

// metaReader takes single values and drops those out of bounds.
type metaReader struct {
	d   dialect.SkillMetadata
	dir string
	out *Metadata
}

func (r metaReader) look(v *frontmatter.Value) {
	r.out.Interface = Interface{
		DisplayName:      r.text(v, "display_name", r.d.Short),
		ShortDescription: r.text(v, "short_description", r.d.Long),
		IconSmall:        r.icon(v, "icon_small"),
		IconLarge:        r.icon(v, "icon_large"),
		BrandColor:       r.color(v, "brand_color"),
		DefaultPrompt:    r.text(v, "default_prompt", r.d.Long),
	}
}

func (r metaReader) needs(v *frontmatter.Value) {
	tools, _ := listOf(v, "tools")
	for _, t := range tools {
		tool := Tool{Type: r.text(t, "type", r.d.Short), Value: r.text(t, "value", r.d.Long)}
		if tool.Type == "" || tool.Value == "" {
			r.drop("dependencies.tools", "a tool needs type and value", t.Span)
			continue
		}
		tool.Description = r.text(t, "description", r.d.Long)
		tool.Transport = r.text(t, "transport", r.d.Short)
		tool.Command = r.text(t, "command", r.d.Long)
		tool.URL = r.text(t, "url", r.d.Long)
		r.out.Tools = append(r.out.Tools, tool)
	}
}

func (r metaReader) policy(v *frontmatter.Value) {
	products, _ := listOf(v, "products")
	r.out.Hidden = len(products) > 0 && !slices.ContainsFunc(products, func(p *frontmatter.Value) bool {
		return productWord(r.d, p.Text) == r.d.Product
	})
	if f := v.Get("allow_implicit_invocation"); f != nil && f.Value.Kind == frontmatter.Text {
		allowed, _ := boolOf(f.Value)
		r.out.Explicit, r.out.At = !allowed, f.Value.Span
	}
}

func (r metaReader) drop(field, text string, at diag.Span) {
	r.out.Dropped = append(r.out.Dropped, Dropped{field, text, at})
}

// raw gives a field's text; ok is false when it is not set.
func raw(v *frontmatter.Value, name string) (string, diag.Span, bool) {
	f := v.Get(name)
	if f == nil || f.Value.Kind != frontmatter.Text {
		return "", diag.Span{}, false
	}
	return f.Value.Text, f.Value.Span, true
}

func (r metaReader) text(v *frontmatter.Value, name string, limit int) string {
	text, at, ok := raw(v, name)
	if !ok {
		return ""
	}
	text = oneLine(text)
	switch {
	case text == "":
		r.drop(name, "the value is empty", at)
	case utf8.RuneCountInString(text) > limit:
		r.drop(name, "longer than "+plural(limit, "character"), at)
		return ""
	}
	return text
}

func (r metaReader) color(v *frontmatter.Value, name string) string {
	text, at, ok := raw(v, name)
	text = strings.TrimSpace(text)
	if !ok {
		return ""
	}
	if len(text) != 7 || text[0] != '#' || strings.Trim(text[1:], "0123456789abcdefABCDEF") != "" {
		r.drop(name, "a color is # and six hexadecimal digits", at)
		return ""
	}
	return text
}

// icon resolves a relative path below the assets folder.
func (r metaReader) icon(v *frontmatter.Value, name string) string {
	text, at, ok := raw(v, name)
	if !ok || text == "" {
		return ""
	}
	parts := slices.DeleteFunc(strings.Split(text, "/"), func(s string) bool { return s == "." || s == "" })
	rel := strings.Join(parts, "/")
	if tree.IsAbs(text) || slices.Contains(parts, "..") || len(parts) == 0 || parts[0] != r.d.Assets || !fs.ValidPath(rel) {
		r.drop(name, "an icon is a path below "+r.d.Assets+"/", at)
		return ""
	}
	return path.Join(r.dir, rel)
}
