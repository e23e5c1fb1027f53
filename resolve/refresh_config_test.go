package resolve_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

// choices are settings that one file may hold, each in one of several ways: right, of a wrong type, under an old name,
// unknown, refused. Those before the empty line stand outside all tables.
var choices = [][]string{
	{`model = "a"`, `model = "b"`, `model = 3`, `modle = "x"`, `model = "an odd one"`},
	{`approval_policy = "never"`, `approval_policy = "on-request"`, `approval_policy = "untrusted"`, `approval_policy = {granular = {}}`, `approval_policy = "odd"`},
	{`sandbox_mode = "workspace-write"`, `sandbox_mode = "danger-full-access"`, `sandbox_mode = 7`},
	{`project_root_markers = [".git"]`, `project_root_markers = []`, `project_root_markers = 4`, `project_root_markers = ["b", 1]`},
	{`project_doc_max_bytes = 9`, `project_doc_max_bytes = "x"`, `project_doc_max_bytes = -1`, `nothing_known = {a = 1}`},
	{`model_provider = "openai"`, `model_provider = "mine"`, `model_provider = "nobody"`},
	{`model_instructions_file = "/repo/there.md"`, `model_instructions_file = "there.md"`, `model_instructions_file = "$HOME/x.md"`, `model_instructions_file = 1`, `web_search = "odd"`},
	{`experimental_thread_store.type = "local"`, `experimental_thread_store.type = "in_memory"`},
	{`experimental_thread_store.id = "x"`, `experimental_thread_store.id = 3`},
	{`check_for_update_on_startup = true`, `experimental_thread_store_endpoint = "http://x"`, `check_for_update_on_startup = 1`},
	{``},
	{"[projects.\"/repo\"]\ntrust_level = \"trusted\"", "[projects.\"/repo\"]\ntrust_level = \"untrusted\"", "[projects.\"/repo\"]\ntrust_level = \"odd\"", "[projects.\"/repo\"]", "[projects]\n\"/repo\" = 1", "[projects.\"/REPO\"]\ntrust_level = \"trusted\""},
	{"[projects.\"/repo/a\"]\ntrust_level = \"trusted\"", "[projects.\"/repo/a\"]\ntrust_level = \"untrusted\""},
	{"[mcp_servers.one]\ncommand = \"x\"\nargs = [\"--port\", \"1\"]", "[mcp_servers.one]\ncommand = \"x\"\n[mcp_servers.one.env]\nREGION = \"x\"", "[mcp_servers.one.env]\nREGION = 1", "[mcp_servers.one]\nurl = \"http://x\"", "[mcp_servers.one]\ncommand = \"x\"\nurl = \"http://x\"", "[mcp_servers.one]\nargs = 3", "[mcp_servers.one]\nenabled = false\nnowhere = 1", "[mcp_servers]\none = 1"},
	{"[mcp_servers.two]\ncommand = \"y\"", "[mcp_servers.two]\ncommand = \"y\"\nenabled = false", "[mcp_servers.two]\ncommand = \"\""},
	{"[memories]\nno_memories_if_mcp_or_web_search = true", "[memories]\ndisable_on_external_context = true", "[memories]\nno_memories_if_mcp_or_web_search = true\ndisable_on_external_context = false", "[memories]\nno_memories_if_mcp_or_web_search = 3"},
	{"[agents]\nmax_threads = 3", "[agents]\nmax_concurrent_threads_per_session = 0", "[agents]\nmax_threads = 0\nmax_concurrent_threads_per_session = 2", "[agents.x]\ndescription = 3"},
	{"[features]\nmulti_agent = true", "[features]\nmulti_agent = \"yes\"", "[features]\nnothing_known = true", "[features]\nnothing_known = 1", "[features]\nmemories = true"},
	{"[model_providers.mine]\nname = \"mine\"", "[model_providers.mine]\nname = \"\"", "[model_providers.mine]\nname = 3", "[model_providers.openai]\nname = \"x\"", "[model_providers.mine]\nname = \"m\"\nwire_api = \"chat\""},
	{"[shell_environment_policy]\ninherit = \"core\"", "[shell_environment_policy]\nexclude = [1]", "[shell_environment_policy]\nfilters = []\nexclude = []", "[shell_environment_policy]\ninherit = {core = {}}"},
	{"[[hooks.PreToolUse]]\nmatcher = \"x\"\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = \"x\"", "[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = \"mcp_tool\"\ncommand = \"x\"", "[hooks]\nPreToolUse = [[\"x\", []]]"},
	{"[tools]\nweb_search = true", "[permissions.p]\n", "[tools]\nweb_search = {unknown = 1}", "[history]\npersistence = \"odd\"", "[history]\npersistence = \"none\"\nmax_bytes = 1"},
	{"[[skills.config]]\nname = \"x\"\nenabled = false", "[[skills.config]]\nname = 3"},
	{"[sandbox_workspace_write]\nnetwork_access = true", "[sandbox_workspace_write]\nwritable_roots = [\"x\", \"~/y\"]", "[sandbox_workspace_write]\nwritable_roots = [1]"},
}

// requirements are what an administrator's file may hold.
var requirements = [][]string{
	{`allowed_approval_policies = ["on-request"]`, `allowed_approval_policies = []`, `allowed_approval_policies = "never"`},
	{`allowed_sandbox_modes = ["read-only"]`, `allowed_sandbox_modes = ["read-only", "workspace-write"]`, `nothing_known = 1`},
	{``},
	{"[features]\nmemories = false", "[features]\nmemories = 1", "[features]\nnothing_known = true"},
}

// configs are configuration files of which some settings change again and again.
type configs struct {
	*rand.Rand
	fsys  *tree.Memory
	files map[string][]int // the choice of each setting; 0 for none
}

var configPlaces = []string{
	"/home/u/.codex/config.toml", "/repo/.codex/config.toml", "/repo/a/.codex/config.toml", "/repo/a/b/.codex/config.toml",
	"/etc/codex/config.toml", "/etc/codex/managed_config.toml", "/etc/codex/requirements.toml",
}

func (c *configs) of(p string) [][]string {
	if strings.HasSuffix(p, "requirements.toml") {
		return requirements
	}
	return choices
}

// edit changes one setting of one file, mostly to nothing or to something that the agent takes, and tells which.
func (c *configs) edit() (told []string, what string) {
	p := configPlaces[min(c.IntN(2*len(configPlaces)), c.IntN(len(configPlaces)))]
	all := c.of(p)
	if c.files[p] == nil {
		c.files[p] = make([]int, len(all))
	}
	i := c.IntN(len(all))
	c.files[p][i] = min(c.IntN(len(all[i])+1), c.IntN(len(all[i])+1))
	c.write(p)
	return []string{p}, fmt.Sprintf("%s: %q", p, append([]string{""}, all[i]...)[c.files[p][i]])
}

// mend takes the first way, which is right, of every setting.
func (c *configs) mend() (told []string, what string) {
	for _, p := range configPlaces {
		if c.files[p] == nil {
			continue
		}
		for i := range c.files[p] {
			c.files[p][i] = min(c.files[p][i], 1)
		}
		c.write(p)
		told = append(told, p)
	}
	return told, "everything is right"
}

func (c *configs) write(p string) {
	var b strings.Builder
	for i, n := range c.files[p] {
		if n > 0 {
			b.WriteString(c.of(p)[i][n-1] + "\n")
		}
	}
	if c.IntN(4) == 0 {
		b.WriteString("# nothing\n")
	}
	c.fsys.WriteFile(p, []byte(b.String()))
}

// TestRefreshIsDirForConfigurations changes single settings, so that most of a configuration is what it was, and what
// was right, wrong or unknown before is something else in one layer and stays so in another.
func TestRefreshIsDirForConfigurations(t *testing.T) {
	t.Parallel()
	for name, d := range dialects(t) {
		if name == "claude" {
			continue
		}
		for seed := range uint64(3) {
			t.Run(fmt.Sprintf("%s/%d", name, seed), func(t *testing.T) {
				t.Parallel()
				c := &configs{rand.New(rand.NewPCG(seed, 5)), tree.NewMemory(), map[string][]int{}}
				for _, p := range configPlaces {
					c.fsys.Mkdir(path.Dir(p))
				}
				c.fsys.WriteFile("/repo/.git/HEAD", []byte("ref: refs/heads/main\n"))
				c.fsys.WriteFile("/repo/there.md", []byte("text\n"))
				user := configPlaces[0]
				c.files[user] = make([]int, len(choices))
				c.files[user][11], c.files[user][12] = 1, 1
				c.write(user)
				o := resolve.Options{Dialect: d, Host: hostOf(c.fsys), Compiled: d.Compile()}
				r := cold(t, o)
				starts := 0
				for step := range 3 * *refreshSteps {
					before := everything(t, r)
					change := c.edit
					if r.Outcome.Exit != 0 && c.IntN(3) == 0 {
						change = c.mend
					}
					told, what := change()
					next, err := resolve.Refresh(context.Background(), r, told)
					if err != nil {
						t.Fatal(err)
					}
					if want, got := everything(t, cold(t, o)), everything(t, next); want != got {
						t.Fatalf("step %d, after %s: Refresh is not Dir (-Dir +Refresh):\n%.4000s", step, what, cmp.Diff(indent(want), indent(got)))
					}
					if everything(t, r) != before {
						t.Fatalf("step %d: the answer before has changed", step)
					}
					if r = next; r.Outcome.Exit == 0 {
						starts++
					}
				}
				if starts < *refreshSteps/2 {
					t.Errorf("the agent starts after %d of the steps", starts)
				}
			})
		}
	}
}
