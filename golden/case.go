package golden

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"
)

// Case is one parsed archive.
type Case struct {
	Name     string            // file name without ".txtar"
	Title    string            // the free text of the header
	Agent    string            // "codex" unless the header or the recorded facts say otherwise
	Cwd      string            // absolute, as the case names it; links not resolved
	Args     []string          // arguments of the agent, Root in place
	Profile  string            // selected profile, "" for none
	Env      map[string]string // environment of the agent, Root in place
	Mentions []string          // user texts to be sent, Root and line breaks in place
	Claude   ClaudeStart       // for cases of that agent: what else its start says

	steps []directive // header order
	files []txtar.File
	want  map[string]string // sections below "want/" by their name without it
}

// agentEnv is the environment in which the facts were recorded, before a case changes it.
func agentEnv() map[string]string {
	return map[string]string{
		"PATH": "/usr/bin:/bin", "HOME": Root + "/home", "LANG": "C.UTF-8",
		"USER": "nobody", "TERM": "dumb", "TMPDIR": "/tmp",
	}
}

// Load reads and parses the archive at file.
func Load(file string) (*Case, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return Parse(strings.TrimSuffix(filepath.Base(file), ".txtar"), data)
}

// Parse reads an archive. A directive that is not known, a value that its directive cannot use and a path that
// leaves the case are errors.
//
// The directives are cwd, agent, args, profile, env, unset, mention for the question, and mkdir, git-init,
// git-worktree, repeat, chomp, crlf, bom, bytes, expand, symlink, delete, mode for the tree. versions and facts
// are notes for people. Cases of Claude Code have their own; see claudeQuestions and claudeSteps.
func Parse(name string, data []byte) (*Case, error) {
	ar := txtar.Parse(data)
	c := &Case{Name: name, Agent: agentOf(ar), Cwd: Root + "/repo", Env: agentEnv(), want: map[string]string{}}
	if c.Agent == claudeAgent {
		ar = txtar.Parse([]byte(strings.ReplaceAll(string(data), "$SLUG", slug)))
	}
	if err := c.parseHeader(string(ar.Comment)); err != nil {
		return nil, fmt.Errorf("case %s: %w", name, err)
	}
	for _, f := range ar.Files {
		switch {
		case strings.HasPrefix(f.Name, "want/"):
			c.want[strings.TrimPrefix(f.Name, "want/")] = string(f.Data)
		case f.Name == "expect.md": // an answer in words, no part of the tree
		default:
			if _, err := place(f.Name); err != nil {
				return nil, fmt.Errorf("case %s: %w", name, err)
			}
			c.files = append(c.files, f)
		}
	}
	return c, nil
}

// place gives a path of the case its absolute form below Root. It is cleaned as text, links unseen.
func place(rel string) (string, error) {
	p := path.Join(Root, rel)
	if p != Root && !strings.HasPrefix(p, Root+"/") {
		return "", fmt.Errorf("path leaves the case: %s", rel)
	}
	return p, nil
}

// Versions lists the dialects for which facts were recorded, as "codex-0.145.0", in order.
func (c *Case) Versions() []string {
	var out []string
	for name := range c.want {
		if v, ok := strings.CutSuffix(name, ".json"); ok {
			out = append(out, v)
		}
	}
	slices.Sort(out)
	return out
}

// Recorded returns the facts of one version such as "codex-0.145.0", in the canonical form of Canonical; ok is
// false when the case has none. A section that says it is the same as another version's is followed.
func (c *Case) Recorded(version string) (facts map[string]any, ok bool, err error) {
	for range len(c.want) + 1 {
		text, found := c.want[version+".json"]
		if !found {
			return nil, false, nil
		}
		v, err := Canonical(json.RawMessage(text))
		if err != nil {
			return nil, false, fmt.Errorf("want/%s.json: %w", version, err)
		}
		facts, isTable := v.(map[string]any)
		if !isTable {
			return nil, false, fmt.Errorf("want/%s.json: not a JSON object", version)
		}
		same, isSame := facts["same-as"].(string)
		if !isSame {
			return facts, true, nil
		}
		version = same
	}
	return nil, false, fmt.Errorf("want/%s.json: same-as goes round in a circle", version)
}

// Section returns the text of "want/name" and whether the case has it.
func (c *Case) Section(name string) (string, bool) {
	text, ok := c.want[name]
	return text, ok
}
