package facts

import (
	"strings"
	"sync"
)

// owner are the hosts that credentials of one kind belong to. Names are the first words of variables; hosts cover
// their sub-domains. Without hosts no other machine is to have them. What is written with "any." people also run
// themselves: any host with that word as one of its labels is theirs.
type owner struct{ names, hosts string }

var owners = []owner{
	{"GITHUB GH GHCR", "github.com githubcopilot.com ghcr.io githubusercontent.com ghe.com"},
	{"GITLAB CI_JOB", "gitlab.com any.gitlab"},
	{"BITBUCKET ATLASSIAN JIRA CONFLUENCE", "bitbucket.org atlassian.com atlassian.net any.jira any.confluence any.bitbucket"},
	{"OPENAI", "openai.com azure.com"},
	{"ANTHROPIC CLAUDE", "anthropic.com claude.ai claude.com"},
	{"GOOGLE GEMINI GCP GCLOUD", "google.com googleapis.com google.dev run.app"},
	{"AZURE ARM_CLIENT", "azure.com microsoft.com windows.net azure-api.net microsoftonline.com"},
	{"AWS", "amazonaws.com aws.amazon.com api.aws aws"},
	{"HF HUGGINGFACE HUGGING_FACE", "huggingface.co hf.co hf.space"},
	{"MISTRAL", "mistral.ai"},
	{"GROQ", "groq.com"},
	{"XAI", "x.ai"},
	{"DEEPSEEK", "deepseek.com"},
	{"COHERE", "cohere.com cohere.ai"},
	{"OPENROUTER", "openrouter.ai"},
	{"PERPLEXITY", "perplexity.ai"},
	{"REPLICATE", "replicate.com"},
	{"TOGETHER", "together.ai together.xyz"},
	{"ELEVENLABS", "elevenlabs.io"},
	{"NPM NODE_AUTH", "npmjs.org npmjs.com"},
	{"PYPI TWINE", "pypi.org"},
	{"CARGO CRATES", "crates.io"},
	{"DOCKER DOCKERHUB", "docker.com docker.io"},
	{"SLACK", "slack.com"},
	{"DISCORD", "discord.com"},
	{"TELEGRAM", "telegram.org"},
	{"STRIPE", "stripe.com"},
	{"PAYPAL", "paypal.com"},
	{"SENTRY", "sentry.io sentry.dev any.sentry"},
	{"LINEAR", "linear.app"},
	{"NOTION", "notion.com notion.so"},
	{"FIGMA", "figma.com"},
	{"SUPABASE", "supabase.com supabase.co any.supabase"},
	{"VERCEL", "vercel.com"},
	{"NETLIFY", "netlify.com netlify.app"},
	{"CLOUDFLARE CF_API", "cloudflare.com workers.dev"},
	{"DIGITALOCEAN", "digitalocean.com"},
	{"HEROKU", "heroku.com"},
	{"DATADOG DD_API DD_APP", "datadoghq.com datadoghq.eu"},
	{"SNYK", "snyk.io"},
	{"SONAR", "sonarcloud.io any.sonar any.sonarqube"},
	{"TWILIO", "twilio.com"},
	{"SENDGRID", "sendgrid.com"},
	{"BRAVE", "brave.com"},
	{"TAVILY", "tavily.com"},
	{"EXA", "exa.ai"},
	{"FIRECRAWL", "firecrawl.dev"},
	{"CONTEXT7", "context7.com"},
	{"ASANA", "asana.com"},
	{"AIRTABLE", "airtable.com"},
	{"HUBSPOT", "hubspot.com"},
	{"SHOPIFY", "shopify.com"},
	{"MONGODB", "mongodb.com"},
	{"NEON", "neon.tech"},
	{"PINECONE", "pinecone.io"},
	{"POSTHOG", "posthog.com any.posthog"},
	{"GRAFANA", "grafana.com grafana.net any.grafana"},
	{"PAGERDUTY", "pagerduty.com"},
	{"SMITHERY", "smithery.ai"},
	{"VAULT KUBE KUBECONFIG SSH ACTIONS_RUNTIME ACTIONS_ID_TOKEN DATABASE", ""},
}

// secretWords mark a variable that holds a credential.
var secretWords = sync.OnceValue(func() map[string]bool {
	return map[string]bool{
		"TOKEN": true, "KEY": true, "SECRET": true, "PASSWORD": true, "PASSWD": true, "PASS": true, "PAT": true, "CREDENTIAL": true,
		"CREDENTIALS": true, "APIKEY": true, "PASSPHRASE": true, "COOKIE": true, "URL": false, "KUBECONFIG": true,
	}
})

// publicWords at the end of a name mark a variable that holds none.
var publicWords = sync.OnceValue(func() map[string]bool {
	return map[string]bool{
		"URL": true, "HOST": true, "FILE": true, "PATH": true, "ID": true, "NAME": true, "LIMIT": true, "PORT": true, "DIR": true,
		"TYPE": true, "USER": true, "ENDPOINT": true, "REGION": true, "MODE": true, "SIZE": true, "COUNT": true, "ENABLED": true, "ISSUER": true,
	}
})

// IsSecretName reports whether a variable, header or option of that name holds a credential.
func IsSecretName(name string) bool {
	words := Words(name)
	if len(words) == 0 || publicWords()[words[len(words)-1]] && !strings.HasSuffix(strings.ToUpper(name), "ACCESS_KEY_ID") {
		return false
	}
	for _, w := range words {
		if secretWords()[w] {
			return true
		}
	}
	return false
}

// Words splits a name at "_", "-" and where a capital follows a small letter, in upper case.
func Words(name string) []string {
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		if c >= 'A' && c <= 'Z' && i > 0 && name[i-1] >= 'a' && name[i-1] <= 'z' {
			b.WriteByte(' ')
		}
		if c == '_' || c == '-' || c == '.' {
			c = ' '
		}
		b.WriteByte(c)
	}
	return strings.Fields(strings.ToUpper(b.String()))
}

// OwnerOf says whether a variable that holds a credential belongs to a host. known is false where nobody can tell.
func OwnerOf(variable, host string) (owned, known bool) {
	if !IsSecretName(variable) {
		return false, false
	}
	upper := strings.ToUpper(variable)
	for _, o := range owners {
		for _, name := range strings.Fields(o.names) {
			if upper != name && !strings.HasPrefix(upper, name+"_") {
				continue
			}
			return ofHosts(host, o.hosts), true
		}
	}
	return false, false
}

// ofHosts reports whether host is one of the hosts, or below one.
func ofHosts(host, hosts string) bool {
	for _, h := range strings.Fields(hosts) {
		if label, own := strings.CutPrefix(h, "any."); own && strings.Contains("."+host+".", "."+label+".") {
			return true
		}
		if host == h || strings.HasSuffix(host, "."+h) {
			return true
		}
	}
	return false
}

// VariablesIn lists the environment variables that a text of a configuration names: $NAME, ${NAME}, ${env:NAME},
// ${NAME:-default}, {env:NAME} and %NAME%. Values that the user is asked for (${input:x}) are none.
func VariablesIn(text string) []string {
	var out []string
	for i := 0; i < len(text); i++ {
		rest := text[i:]
		start := 0
		for _, open := range []string{"${env:", "${localEnv:", "{env:", "$env:", "${", "$"} {
			if strings.HasPrefix(rest, open) {
				start = len(open)
				break
			}
		}
		if start == 0 {
			continue
		}
		end := start
		for end < len(rest) && isNameByte(rest[end]) {
			end++
		}
		if end > start && isName(rest[start:end]) && !(rest[:start] == "${" && end < len(rest) && rest[end] == ':' && !strings.HasPrefix(rest[end:], ":-")) {
			out = append(out, rest[start:end])
		}
		i += end - 1
	}
	return out
}

func isNameByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
