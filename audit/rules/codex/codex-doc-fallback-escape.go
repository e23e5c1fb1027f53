package codex

import (
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/dialect"
)

func docFallbackEscape() audit.Rule {
	return audit.Rule{
		ID:         "codex-doc-fallback-escape",
		Title:      "project config takes a file that is no document into the prompt",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Agents:     []string{"codex"},
		Doc: audit.Doc{
			Why:   "The files that project_doc_fallback_filenames names are read as instructions. Version 0.145 takes paths too, up to absolute ones, so a trusted repository can put any readable file into the prompt; newer versions take plain names only.",
			Fires: "an entry with a path separator or \"..\", and the plain names of files that hold secrets or settings, such as .env and auth.json.",
			Quiet: "plain names of documents.",
			File:  ".codex/config.toml",
			Bad:   "project_doc_fallback_filenames = [\"../../.netrc\"]",
			Good:  "project_doc_fallback_filenames = [\"NOTES.md\"]",
			Fix:   "use plain names of documents",
		},
		Check: func(p *audit.Pass) {
			for s := range settings(p, "project_doc_fallback_filenames[]") {
				name := s.text()
				isPath := strings.ContainsAny(name, `/\`) || name == ".."
				if !isPath && !isSecretName(name) {
					continue
				}
				s.found.Message = audit.What("project config takes ", name, " into the prompt")
				if isPath {
					s.found.Effects = plainOnly(p.Effects(s.found))
				}
				p.Report(s.found)
			}
		},
	}
}

// plainOnly corrects the effects of a name with a path for versions that ignore such names.
func plainOnly(effects []audit.Effect) []audit.Effect {
	for i := range effects {
		d, err := dialect.Codex(effects[i].Version)
		if err != nil || !d.Instructions.Fallback.PlainOnly {
			continue
		}
		const none = "none, this version takes plain file names only"
		effects[i].Now, effects[i].Trusted = none, none
		effects[i].Honoured, effects[i].Active = false, false
	}
	return effects
}

// isSecretName reports whether a plain file name is one under which secrets or settings are kept.
func isSecretName(name string) bool {
	switch name = strings.ToLower(name); name {
	case "auth.json", "config.toml", "credentials", "credentials.json", "secrets.json", "secrets.yaml", "secrets.yml",
		"settings.json", "terraform.tfstate", "terraform.tfvars", "id_rsa", "id_ed25519", "id_ecdsa", "known_hosts":
		return true
	}
	for _, prefix := range []string{".env", ".netrc", ".npmrc", ".pypirc", ".git-credentials", ".pgpass", ".htpasswd", ".dockercfg", ".bash_history", ".zsh_history"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	for _, ext := range []string{".pem", ".key", ".p12", ".pfx", ".keystore", ".jks", ".kdbx"} {
		if strings.HasSuffix(name, ext) {
			return true
		}
	}
	return false
}
