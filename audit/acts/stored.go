package acts

import (
	"path"
	"strings"

	"github.com/agentlayers/layers/audit/shell"
)

// stores remembers the file that a downloader writes by itself.
func (f *finder) stores(c call, from string) {
	name := ""
	switch c.name {
	case "curl", "aria2c", "xh", "http", "https":
		name = c.value("-o", "--output", "--out")
		if c.has("-O", "--remote-name", "-OJ", "-JO") || name == "" && (c.name == "aria2c" || hasGroup(c.args, 'O')) {
			name = lastPart(c.args)
		}
		if dir := c.value("--output-dir"); dir != "" && name != "" {
			name = path.Join(dir, name)
		}
	case "wget", "wget2", "fetch":
		name = c.value("-O", "--output-document")
		if c.name == "fetch" {
			name = c.value("-o")
		}
		if name == "" {
			name = path.Join(c.value("-P", "--directory-prefix"), lastPart(c.args))
		}
	case "iwr", "invoke-webrequest", "irm", "invoke-restmethod":
		name = c.value("-OutFile", "-outfile", "-o")
	case "certutil", "bitsadmin", "scp", "aws", "gsutil":
		if plain := c.plain(); len(plain) > 0 {
			name = plain[len(plain)-1]
		}
	}
	if name != "" && name != "-" {
		f.files[fileKey(name)] = from
	}
}

func hasGroup(args []string, letter byte) bool {
	for _, a := range args {
		if isGroup(a, letter) {
			return true
		}
	}
	return false
}

// lastPart is the file name of the address among the arguments.
func lastPart(args []string) string {
	for _, a := range args {
		if isRemote(a) {
			a, _, _ = strings.Cut(a, "?")
			return path.Base(a)
		}
	}
	return ""
}

// written remembers files that something fetched flows into.
func (f *finder) written(c call, from string) {
	for _, w := range c.Writes {
		if w.Text != "" && w.Text != "/dev/null" {
			f.files[fileKey(w.Text)] = from
		}
	}
	if c.name == "tee" || c.name == "sponge" {
		for _, name := range c.plain() {
			f.files[fileKey(name)] = from
		}
	}
}

// verifies reports whether a call compares a file with a checksum or a signature.
func (f *finder) verifies(c call) bool {
	switch {
	case oneOf(c.name, "sha256sum sha512sum sha384sum sha1sum shasum gsha256sum b2sum md5sum b3sum"):
		return c.has("-c", "--check", "-sc", "-cs", "--status") || hasGroup(c.args, 'c')
	case c.name == "gpg" || c.name == "gpg2" || c.name == "gpgv":
		return c.name == "gpgv" || c.has("--verify")
	case c.name == "cosign":
		return c.starts("verify-blob") || c.starts("verify")
	case c.name == "minisign" || c.name == "signify":
		return hasGroup(c.args, 'V')
	case c.name == "slsa-verifier" || c.name == "gh" && c.starts("attestation", "verify"):
		return true
	case oneOf(c.name, "test [ [["):
		for _, w := range c.Words {
			for _, name := range names(w.Text) {
				if f.sums[name] {
					return true
				}
			}
		}
		for _, call := range shell.Calls([]shell.Pipeline{{Calls: []shell.Call{c.Call}}})[1:] {
			if strings.HasSuffix(call.Name(), "sum") {
				return true
			}
		}
	}
	return false
}
