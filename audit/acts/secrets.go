package acts

import (
	"path"
	"strings"

	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/shell"
)

// stores are files and folders below home that hold credentials.
var stores = []string{
	".ssh", ".aws", ".gnupg", ".kube", ".docker/config.json", ".azure", ".config/gcloud", ".config/gh", ".netrc", "_netrc",
	".npmrc", ".pypirc", ".git-credentials", ".config/git/credentials", ".codex/auth.json",
	".claude/.credentials.json", ".claude.json", ".gemini/oauth_creds.json", ".config/github-copilot",
	".local/share/keyrings", ".local/share/opencode/auth.json", ".password-store", ".mozilla", ".config/google-chrome",
	".config/chromium", ".config/BraveSoftware", ".config/microsoft-edge", "Library/Keychains", "Library/Cookies",
	"Library/Application Support/Google/Chrome", "Library/Application Support/Firefox", "AppData/Local/Google/Chrome",
	"AppData/Roaming/Mozilla", ".config/op", ".vault-token", ".terraform.d/credentials.tfrc.json", ".cargo/credentials",
	".cargo/credentials.toml", ".gem/credentials", ".pgpass", ".my.cnf", ".bash_history", ".zsh_history", ".s3cfg", ".boto",
	".config/rclone", ".config/solana", ".ethereum", ".bitcoin", ".electrum",
}

// public are files in such folders that hold none.
var public = []string{".ssh/known_hosts", ".ssh/config", ".ssh/authorized_keys", ".aws/config", ".kube/cache", ".aws/cli"}

// systemStores are absolute paths that hold credentials.
var systemStores = []string{"/etc/shadow", "/etc/gshadow", "/var/run/secrets", "/run/secrets", "/etc/kubernetes/admin.conf", "/etc/krb5.keytab"}

// inCode are the ends of such paths as code of another language writes them.
var inCode = []string{
	".ssh/id_", ".aws/credentials", ".codex/auth.json", ".claude/.credentials.json", ".netrc", ".git-credentials",
	".kube/config", ".docker/config.json", ".config/gcloud", ".config/gh/hosts", ".gnupg/", "/etc/shadow", "Login Data",
	"cookies.sqlite", ".npmrc", ".pypirc",
}

// tools print credentials: a program and the words that make it do so.
var tools = []string{
	"security find-generic-password", "security find-internet-password", "security dump-keychain", "security export",
	"secret-tool lookup", "secret-tool search", "gh auth token", "aws configure export-credentials", "aws sts get-session-token",
	"gcloud auth print-access-token", "gcloud auth print-identity-token", "gcloud auth application-default print-access-token",
	"az account get-access-token", "op read", "op item get", "pass show", "bw get", "git credential fill", "keyring get",
	"kubectl config view --raw", "heroku auth:token", "gopass show", "cmdkey /list", "vault kv get", "vault read",
}

// blind are programs that take a path without reading what lies there.
const blind = "echo printf test [ [[ mkdir rmdir chmod chown touch ls stat cd pushd popd rm alias export unset touch which type " +
	"ssh-keygen ssh-keyscan dirname basename realpath readlink du df true :"

// copiers take what they write to as their last word.
const copiers = "cp mv install ln rsync scp"

// keyed are programs that log in with the key they are given.
const keyed = "ssh scp sftp rsync ssh-add git ssh-copy-id mosh autossh sshfs ansible ansible-playbook"

// secrets reports credentials that a pipeline reads, and the environment that it sends.
func (f *finder) secrets(p shell.Pipeline) {
	dump := false // the environment, or credentials, flow into the next call
	told := false // and that they are read is reported
	for _, raw := range p.Calls {
		c := unwrap(raw)
		if word, what := readsStore(c); what != "" {
			f.add(ReadsSecrets, raw, word, "reads ", what)
			dump, told = true, true
		}
		if word, what := f.codeReads(c); what != "" {
			f.add(ReadsSecrets, raw, c.dropped+word, what)
		}
		if isSender(c) && !told {
			f.sends(raw, c, dump)
		}
		if c.name == "env" && isDump(raw) || isDump(c.Call) || readsEnviron(c) {
			dump = true
		}
		for _, w := range c.Writes {
			switch {
			case dump && !told && isSocket(w.Text):
				f.add(ReadsSecrets, raw, -1, "sends the environment or credentials to ", w.Text)
			case dump:
				f.dumps[fileKey(w.Text)] = true
			}
		}
		if dump && c.name == "tee" {
			for _, name := range c.plain() {
				f.dumps[fileKey(name)] = true
			}
		}
	}
}

// isSocket reports whether a path is one that bash opens as a connection.
func isSocket(p string) bool {
	return strings.HasPrefix(p, "/dev/tcp/") || strings.HasPrefix(p, "/dev/udp/")
}

// readsStore finds a place of credentials among the words of a call that it reads.
func readsStore(c call) (word int, what string) {
	if t := printsSecret(c); t != "" {
		return c.dropped, "credentials through " + t
	}
	if strings.HasPrefix(c.name, "docker-credential-") {
		return c.dropped, "credentials through " + c.name
	}
	for _, w := range c.Reads {
		if s := store(w.Text); s != "" {
			return -1, s
		}
	}
	if oneOf(c.name, blind) || oneOf(c.name, "tee dd truncate sponge") {
		return 0, ""
	}
	for i, a := range c.args {
		if oneOf(c.name, copiers) && i == len(c.args)-1 {
			continue
		}
		if oneOf(c.name, keyed) && i > 0 && (c.args[i-1] == "-i" || c.name == "ssh-add") {
			continue
		}
		if oneOf(c.name, keyed) && strings.Contains(a, "ssh -i ") || c.name == "ssh-add" {
			continue
		}
		for _, p := range candidates(a) {
			if s := store(p); s != "" {
				return c.dropped + 1 + i, s
			}
		}
	}
	return 0, ""
}

// printsSecret is the tool, and its words, when a call prints credentials.
func printsSecret(c call) string {
	for _, t := range tools {
		if strings.HasPrefix(t, c.name+" ") && (c.starts(strings.Fields(t)[1:]...) || strings.HasPrefix(strings.Join(c.args, " ")+" ", t[len(c.name)+1:]+" ")) {
			return t
		}
	}
	return ""
}

// store is the path itself when it holds credentials, else "".
func store(p string) string {
	if within(path.Clean(p), systemStores) || strings.HasPrefix(p, "/proc/") && strings.HasSuffix(p, "/environ") && p != "/proc/self/environ" {
		return p
	}
	rel, ok := belowHome(p)
	if !ok || !within(rel, stores) || within(rel, public) || strings.HasSuffix(rel, ".pub") {
		return ""
	}
	return p
}

// codeReads finds places of credentials, and the whole environment on its way out, in code of another language.
func (f *finder) codeReads(c call) (word int, what string) {
	text, word := c.code()
	for _, p := range inCode {
		if strings.Contains(text, p) {
			return word, "reads " + p
		}
	}
	if text == "" {
		return 0, ""
	}
	all := tokens(text)
	whole := follows(all, "dict", "os", "environ") || follows(all, "stringify", "process", "env") || follows(all, "env", "to_h")
	for i, t := range all {
		whole = whole || t.text == "environ" && t.next != '[' && t.next != '.' && i > 0
	}
	out := named(all, "urlopen requests httpx fetch axios post request urllib socket webclient") != "" || follows(all, "net", "http")
	for _, t := range all {
		out = out || (t.text == "http" || t.text == "https") && t.next != ':'
	}
	if whole && out {
		return word, "sends the environment away"
	}
	return 0, ""
}

// senders give another machine what they are told.
const senders = "curl wget http https xh nc ncat netcat socat iwr irm invoke-webrequest invoke-restmethod telnet ftp sftp scp ssh rsync " +
	"mail sendmail mailx mutt nslookup dig host ping"

func isSender(c call) bool {
	return oneOf(c.name, senders) || c.name == "openssl" && c.starts("s_client") || c.name == "aws" && c.starts("s3", "cp") ||
		c.name == "gh" && (c.starts("gist", "create") || c.starts("api") || c.starts("issue", "create"))
}

// isDump reports whether a call prints the whole environment.
func isDump(c shell.Call) bool {
	args := c.Args()
	switch c.Name() {
	case "env":
		for _, a := range args {
			if a != "-0" && a != "--null" {
				return false
			}
		}
		return true
	case "printenv":
		return len(args) == 0 || args[0] == "-0"
	case "set":
		return len(args) == 0
	case "export", "declare", "typeset":
		return len(c.Assigns) == 1 && oneOf(c.Assigns[0].Text, "-p -x -px -xp")
	case "get-childitem", "gci", "dir":
		return len(args) == 1 && strings.EqualFold(args[0], "env:")
	}
	return false
}

func readsEnviron(c call) bool {
	for _, w := range append(append([]shell.Word{}, c.Words...), c.Reads...) {
		if w.Text == "/proc/self/environ" {
			return true
		}
	}
	return false
}

// sends looks at a call that talks to another machine.
func (f *finder) sends(raw shell.Call, c call, dump bool) {
	host := ""
	for _, a := range c.args {
		if h := facts.HostOf(a); h != "" {
			host = h
			break
		}
	}
	if host != "" && facts.Loopback(host) {
		return
	}
	if dump {
		f.add(ReadsSecrets, raw, c.dropped, "sends the environment or credentials through ", c.name)
		return
	}
	for i, w := range append(append([]shell.Word{}, c.Words[1:]...), c.Here...) {
		word := c.dropped + 1 + i
		if i >= len(c.Words)-1 {
			word = -1
		}
		for _, inner := range shell.Deep(w.Subst) {
			for _, ic := range inner.Calls {
				if isDump(ic) || readsEnviron(unwrap(ic)) {
					f.add(ReadsSecrets, raw, word, "sends the environment through ", c.name)
					return
				}
			}
		}
		to := host
		if oneOf(c.name, "nslookup dig host ping") {
			to = "a name server"
		}
		if name := strangeSecret(w.Text, to); name != "" {
			f.add(ReadsSecrets, raw, word, "sends ", name, " to ", to)
			return
		}
		for _, p := range candidates(w.Text) {
			if f.dumps[fileKey(p)] || isDotenv(p) && strings.Contains(w.Text, "@") {
				f.add(ReadsSecrets, raw, word, "sends ", p, " through ", c.name)
				return
			}
		}
	}
	for _, w := range c.Reads {
		if f.dumps[fileKey(w.Text)] || isDotenv(w.Text) {
			f.add(ReadsSecrets, raw, -1, "sends ", w.Text, " through ", c.name)
			return
		}
	}
}

// strangeSecret is a variable in text that is known to belong to another host; "" when there is none.
func strangeSecret(text, host string) string {
	for _, name := range facts.VariablesIn(text) {
		if owned, known := facts.OwnerOf(name, host); known && !owned && host != "" && !strings.HasPrefix(host, "$") {
			return name
		}
	}
	return ""
}

// isDotenv reports whether a path is an environment file with values.
func isDotenv(p string) bool {
	base := path.Base(p)
	return base == ".env" || strings.HasPrefix(base, ".env.") && !strings.HasSuffix(base, ".example") &&
		!strings.HasSuffix(base, ".sample") && !strings.HasSuffix(base, ".template")
}
