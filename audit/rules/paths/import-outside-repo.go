package paths

import (
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/tree"
)

func importOutsideRepo() audit.Rule {
	return audit.Rule{
		ID:         "import-outside-repo",
		Title:      "instructions import a file from outside the repository",
		Severity:   audit.Medium,
		Confidence: audit.Firm,
		Alone:      true,
		Intent:     true,
		Doc: audit.Doc{
			Why:   "\"@path\" in CLAUDE.md, GEMINI.md and the files that they import puts that file before the model. From outside the repository it differs on every machine, and may be a secret.",
			Fires: "an import that leaves the repository by \"..\", names a place below the home folder, or is absolute; high for absolute paths and for places of credentials.",
			Quiet: "imports inside the repository, mentions of people and teams, e-mail addresses, package scopes and aliases, version ranges, code spans and code blocks.",
			File:  "CLAUDE.md",
			Bad:   "See @../../team/rules.md for details.",
			Good:  "See @docs/rules.md for details.",
			Fix:   "move the file into the repository",
		},
		Check: func(p *audit.Pass) {
			for f := range p.Kinds(source.Instructions) {
				for _, i := range facts.Imports(f) {
					if severity, outside := importSeverity(p, f, i.Path); outside {
						p.Report(audit.Finding{
							File: f, Span: i.At, Severity: severity,
							Message: audit.What("this imports a file from outside the repository: ", i.Path),
						})
					}
				}
			}
		},
	}
}

// importSeverity judges an import as written in f; outside is false when it stays inside or is none.
func importSeverity(p *audit.Pass, f *source.File, written string) (severity audit.Severity, outside bool) {
	written, _, _ = strings.Cut(written, "#")
	switch {
	case strings.HasPrefix(written, "~"):
		if len(written) < 3 || written[1] != '/' {
			return 0, false // a version range, a user's name
		}
	case tree.IsAbs(written):
		if !isFilePath(written) {
			return 0, false
		}
	case isDrive(written):
		return audit.High, true
	default:
		base := path.Base(written)
		if base == ".." || base == "." || strings.HasSuffix(written, "/") {
			return 0, false // a folder, which nothing imports
		}
	}
	if _, inside := p.Inside(path.Dir(f.Rel), written); inside {
		return 0, false
	}
	if tree.IsAbs(written) || isSecretFile(p, path.Dir(f.Rel), written) {
		return audit.High, true
	}
	return audit.Medium, true
}

// systemFolders are first parts of absolute paths. Others, "@/components/ui", are aliases of a build tool.
var systemFolders = []string{
	"etc", "home", "users", "root", "var", "tmp", "opt", "usr", "proc", "dev", "sys", "mnt", "media", "srv", "private", "volumes", "run", "boot",
}

// isFilePath tells an absolute path from an alias.
func isFilePath(written string) bool {
	first, rest, _ := strings.Cut(strings.TrimLeft(written, "/"), "/")
	if rest != "" && slices.Contains(systemFolders, strings.ToLower(first)) {
		return true
	}
	switch strings.ToLower(path.Ext(written)) {
	case ".md", ".txt", ".rst", ".pem", ".key", ".env":
		return true
	}
	return false
}

// isDrive reports whether a path starts with a drive: "C:/Users".
func isDrive(p string) bool {
	return len(p) > 2 && p[1] == ':' && (p[2] == '/' || p[2] == '\\') && (p[0]|0x20 >= 'a' && p[0]|0x20 <= 'z')
}

// isSecretFile reports whether an import names a place of credentials; notes for an agent in its own folder of the
// home are none.
func isSecretFile(p *audit.Pass, base, written string) bool {
	if ext := path.Ext(written); ext == ".md" || ext == ".mdc" {
		return false
	}
	if !strings.HasPrefix(written, "~") {
		written = tree.Join(path.Join(p.Set.Root, base), written)
		if parts := strings.Split(written, "/"); slices.Contains(parts, ".ssh") || slices.Contains(parts, ".aws") || slices.Contains(parts, ".gnupg") {
			return true
		}
	}
	return facts.Sensitive(written, p.Set.Root, p.Set.Home)
}
