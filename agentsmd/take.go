package agentsmd

import (
	"errors"
	"path"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/frontmatter"
	"github.com/agentlayers/layers/tree"
)

// take looks at one candidate, adds its document, and then those that it imports.
func (b *blocks) take(c candidate) {
	if b.ctx.Err() != nil {
		return
	}
	d := Document{
		Path: c.path, Dir: c.dir, Scope: c.scope, Role: c.role, From: c.from,
		Announced: !c.silent && c.scope != Memory,
	}
	real, why := b.resolve(&d, c)
	if why == nil {
		why = b.off(c)
	}
	counts := c.walk && c.role == Primary
	if why != nil && (!counts || why.Code != SwitchedOff) {
		b.omit(d, why)
		return
	}
	p, unread := b.page(&d, real)
	if unread == nil && p.text == "" {
		unread = &Omitted{Code: Empty, Text: "nothing is left of it without head, comments and white space"}
	}
	if unread == nil && counts && b.rival == "" {
		b.rival = c.path
	}
	if why == nil {
		why = unread
	}
	if why != nil {
		b.omit(d, why)
		return
	}
	b.seen[real] = c.path
	b.add(d, p, c, real)
	b.follow(p, c, real)
}

// add adds a document that was read, if this pass is about it.
func (b *blocks) add(d Document, p page, c candidate, real string) {
	d.Patterns = p.patterns
	d.Diags = append(d.Diags, p.unread(d.Path)...)
	if p.badHead != nil && c.role == Rule {
		d.Diags = append(d.Diags, *p.badHead)
	}
	d.Text, d.Sent = p.text, int64(len(p.text))
	if c.rule && !b.filter.wants(&d) || b.have[real] {
		return
	}
	if d.Later != nil || d.Omitted != nil {
		d.Text, d.Sent, d.Announced = "", 0, false
	}
	if b.have != nil && d.Loaded() {
		b.have[real] = true
	}
	b.docs = append(b.docs, d)
}

// unread names what our own bounds leave unread of a file.
func (p page) unread(name string) diag.List {
	var out diag.List
	if p.longHead {
		out = append(out, diag.Diagnostic{
			Code: "head-not-read", Severity: diag.Error, Subject: diag.File(name),
			Summary: "the head is longer than " + plural(frontmatter.MaxLooseBytes, "byte") + " and is not read here", Effect: "the agent reads its paths",
		})
	}
	if !p.unparsed.IsZero() {
		out = append(out, diag.Diagnostic{
			Code: "markdown-not-parsed", Severity: diag.Error, Subject: p.unparsed,
			Summary: "not looked through for imports and comments: only the first " + plural(maxParsedBytes, "byte") + " of a file are",
			Effect:  "the agent follows imports there, and removes comments",
		})
	}
	return out
}

// wants reports whether a rule, or what a rule imports, belongs to the pass. It notes when the rule loads later
// or not at all.
//
// Cases: rules-paths, rules-imports.
func (f ruleFilter) wants(d *Document) bool {
	switch {
	case f.kind == matching:
		if d.Patterns == nil {
			return false
		}
		if !tree.Within(d.Dir, f.file) || !newPathRules(d.Patterns).match(rel(d.Dir, f.file)) {
			d.Omitted = &Omitted{Code: NotMatching, Text: "none of its paths matches " + f.file}
		}
	case d.Patterns == nil:
	case f.kind == freeOnly:
		return false
	default:
		d.Later = &Later{When: "when a file is read that matches its paths", Folder: d.Dir, Patterns: d.Patterns}
	}
	return true
}

// omit adds a document that contributes nothing.
func (b *blocks) omit(d Document, why *Omitted) {
	if b.filter.kind != atStart && (why.Code == Absent || why.Code == Repeated) {
		return
	}
	d.Omitted, d.Announced = why, false
	b.docs = append(b.docs, d)
}

// resolve finds the file and judges all that needs no look inside.
func (b *blocks) resolve(d *Document, c candidate) (real string, why *Omitted) {
	if c.role == Import {
		if why := b.judgeName(c); why != nil {
			return "", why
		}
	}
	info, where, err := b.stat(c.path)
	real = where.Path
	if len(where.Hops) > 0 {
		d.Real = real
	}
	switch {
	case err == nil:
		d.Exists = true
		if info.Mode().IsRegular() { // the size of a folder is the file system's own affair
			d.Bytes = info.Size()
		}
	case errors.Is(err, tree.ErrTooManyLinks):
		return real, &Omitted{Code: Unreadable, Text: "the links lead in a circle"}
	case tree.IsMissing(err) && len(where.Hops) > 0:
		return real, &Omitted{Code: Absent, Text: "the link leads nowhere: " + real}
	case tree.IsMissing(err) || errors.Is(err, errName):
		return real, &Omitted{Code: Absent, Text: "absent"}
	default:
		return real, &Omitted{Code: Unreadable, Text: "cannot be read: " + cause(err)}
	}
	if !info.Mode().IsRegular() {
		return real, &Omitted{Code: NotAFile, Text: whatItIs(info) + ", not a file"}
	}
	if first, ok := b.seen[real]; ok {
		d.ShadowedBy = first
		return real, &Omitted{Code: Repeated, Text: "already taken: a file loads once, at the first place that names it", By: diag.File(first)}
	}
	return real, b.judgePlace(c, real)
}

// judgeName judges an import by its text alone.
func (b *blocks) judgeName(c candidate) *Omitted {
	im := b.o.Dialect.Imports
	if c.depth > im.Depth {
		return &Omitted{Code: TooDeep, Text: "more than " + plural(im.Depth, "hop") + " from the file that starts"}
	}
	name := path.Base(c.path)
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 || dot == len(name)-1 {
		return nil
	}
	for _, s := range im.Suffixes {
		if strings.EqualFold(name[dot+1:], s) {
			return nil
		}
	}
	return &Omitted{Code: WrongSuffix, Text: "files that end in " + name[dot:] + " are not imported"}
}

// judgePlace judges a file by where it stands.
func (b *blocks) judgePlace(c candidate, real string) *Omitted {
	if b.outside(c, real) {
		return &Omitted{
			Code: External, Text: "outside the working directory " + b.o.Cwd + ", and not approved",
			Fix: "start in a folder above it, or approve external imports when the agent asks",
		}
	}
	if c.scope == Managed || c.scope == Memory {
		return nil
	}
	if n := b.excl.find(c.path, c.listed); n != nil {
		return &Omitted{Code: Excluded, Text: "left out by the pattern " + n.Text, By: n.At}
	}
	return nil
}

// outside reports whether a file would need an approval: an import, or a rule behind a link, that leaves the
// working directory. The user's own files may lead anywhere.
//
// Cases: imports-external-unapproved, symlinks, symlinks-boundary.
func (b *blocks) outside(c candidate, real string) bool {
	if b.o.Dialect.Imports.Boundary != "cwd" || c.scope == User {
		return false
	}
	switch {
	case c.role == Import:
		return !b.o.Blocks.Approved && !(tree.Within(b.o.Cwd, c.path) && tree.Within(b.o.Cwd, real))
	case c.role == Rule:
		return c.listed != real && !tree.Within(b.o.Cwd, real) && (!b.o.Blocks.Approved || b.hasPaths(real))
	}
	return false
}

// hasPaths reports whether the rule at real loads only when a file matches. Such a rule behind a link that
// leaves does not load even when imports from outside are approved.
//
// Case: symlinks-approved.
func (b *blocks) hasPaths(real string) bool {
	f, err := b.fsys.ReadFile(real, b.o.Dialect.Limits.FileBytes)
	if err != nil {
		return false
	}
	text, _ := decodeMarked(f.Data)
	head, _ := frontmatter.CutLoose(text)
	return frontmatter.Patterns(head) != nil
}

// page reads the file.
func (b *blocks) page(d *Document, real string) (page, *Omitted) {
	limit := b.o.Dialect.Limits.FileBytes
	if limit > 0 && d.Bytes > limit {
		return page{}, &Omitted{Code: TooLarge, Text: "longer than " + plural(int(limit), "byte")}
	}
	if d.Bytes > b.bytes {
		return page{}, &Omitted{Code: NotReached, Text: "not read here: " + plural(maxBlockBytes, "byte") + " of other files come first"}
	}
	f, err := b.fsys.ReadFile(real, min(limit, b.bytes))
	switch {
	case errors.Is(err, tree.ErrTooLarge):
		return page{}, &Omitted{Code: TooLarge, Text: "longer than " + plural(int(limit), "byte")}
	case err != nil:
		return page{}, &Omitted{Code: Unreadable, Text: "cannot be read: " + cause(err)}
	}
	b.bytes -= int64(len(f.Data))
	d.Digest, d.Bytes = f.Digest(), int64(len(f.Data))
	d.Source = diag.NewSource(d.Path, f.Data)
	return newPage(d.Source), nil
}

// follow takes the imports of a file, depth first.
//
// Cases: imports-basic, imports-depth, imports-cycles, imports-linked-base.
func (b *blocks) follow(p page, c candidate, real string) {
	if !c.imports {
		return
	}
	met := map[string]bool{}
	for _, m := range p.imports {
		target, ok := b.target(m.path, path.Dir(real))
		if !ok || met[target] {
			continue
		}
		met[target] = true
		if b.imports == 0 {
			b.unread++
			continue
		}
		b.imports--
		b.take(candidate{
			path: target, dir: c.dir, scope: c.scope, role: Import, from: m.at, depth: c.depth + 1,
			rule: c.rule, silent: c.silent, imports: true,
		})
	}
}

// target is the absolute path that an import in a file of dir names.
func (b *blocks) target(spelled, dir string) (string, bool) {
	if strings.Count(spelled, "/") > maxPathParts {
		return "", false
	}
	if rest, ok := strings.CutPrefix(spelled, "~/"); ok {
		if b.o.Home == "" {
			return "", false
		}
		return path.Join(b.o.Home, rest), true
	}
	return tree.Join(dir, spelled), true
}
