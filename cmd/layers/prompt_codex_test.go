package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

const gitHead = "ref: refs/heads/main\n"

// promptTrees are the trees of TestPromptEqualsCodex: files, the folder to start in, and overrides.
var promptTrees = map[string]struct {
	cwd       string
	overrides []string
	files     map[string]string
}{
	"root and nested documents": {cwd: "repo/svc/api", files: map[string]string{
		"home/.codex/AGENTS.md":  "Answer in short sentences.\n",
		"repo/.git/HEAD":         gitHead,
		"repo/AGENTS.md":         "# Shop\n\nRun make before commits.\n",
		"repo/svc/AGENTS.md":     "# Service\r\n\r\nNever panic.\r\n",
		"repo/svc/api/AGENTS.md": "# API\n",
		"repo/web/AGENTS.md":     "not on the way\n",
	}},
	"overrides and fallback names": {cwd: "repo/svc", files: map[string]string{
		"home/.codex/config.toml":        "project_doc_fallback_filenames = [\"NOTES.md\"]\n",
		"home/.codex/AGENTS.md":          "gives way\n",
		"home/.codex/AGENTS.override.md": "Global, for now.\n",
		"repo/.git/HEAD":                 gitHead,
		"repo/AGENTS.override.md":        "# Freeze\n\nNo releases this week.\n",
		"repo/AGENTS.md":                 "gives way\n",
		"repo/svc/NOTES.md":              "# Notes\n",
	}},
	"budget cut": {cwd: "repo/svc", overrides: []string{"project_doc_max_bytes=50"}, files: map[string]string{
		"repo/.git/HEAD":     gitHead,
		"repo/AGENTS.md":     "# Shop\n\nRun make before commits.\n",
		"repo/svc/AGENTS.md": strings.Repeat("é€", 40) + "\n",
	}},
	"many skills under pressure": {cwd: "repo", overrides: []string{"model_context_window=60000"}, files: manySkills()},
	"memory summary": {cwd: "repo", overrides: []string{"features.memories=true"}, files: map[string]string{
		"home/.codex/memories/memory_summary.md": memorySummary,
		"home/.agents/skills/notes/SKILL.md":     "---\nname: notes\ndescription: Write notes.\n---\n\n# Notes\n",
		"repo/.git/HEAD":                         gitHead,
		"repo/AGENTS.md":                         "# Shop\n",
	}},
}

// memorySummary is over the limit, so that its middle is cut out.
var memorySummary = "\n\n# What I learned\n\n" + strings.Repeat("- The shop's tests need a database; start it first. é\n", 300) + "\n"

// manySkills are skills in three roots that do not fit, with texts of very different length.
func manySkills() map[string]string {
	out := map[string]string{"repo/.git/HEAD": gitHead, "home/.codex/config.toml": ""}
	for i := range 45 {
		root := []string{"home/.agents/skills", "home/.codex/skills", "repo/.agents/skills"}[i%3]
		name := fmt.Sprintf("skill-%02d", i)
		text := strings.TrimSpace(strings.Repeat("release notes and é changelogs ", 1+i%9))
		out[root+"/group/"+name+"/SKILL.md"] = "---\nname: " + name + "\ndescription: " + text + "\n---\n\n# Steps\n"
	}
	return out
}

// TestPromptEqualsCodex lets "layers prompt --check" compare five trees with the installed program.
func TestPromptEqualsCodex(t *testing.T) {
	t.Parallel()
	for version, program := range installedCodex(t) {
		for name, tr := range promptTrees {
			t.Run(version+"/"+name, func(t *testing.T) {
				t.Parallel()
				r := writeTree(t, tr.cwd, tr.files)
				r.env[codexEnv] = version + "=" + program
				args := []string{"--agent", "codex@" + version, "prompt", "--check", "--json"}
				for _, o := range tr.overrides {
					args = append(args, "-c", o)
				}
				code, out, complaints := r.layers(t, args...)
				if code != exitFine {
					t.Fatalf("exit %d\n%s%s", code, out, complaints)
				}
				var compared struct {
					Parts []struct{ Part, State string }
				}
				if err := json.Unmarshal([]byte(out), &compared); err != nil {
					t.Fatal(err)
				}
				if len(compared.Parts) < 3 {
					t.Errorf("only %d parts are compared", len(compared.Parts))
				}
			})
		}
	}
}

// TestPromptPressure: the tree that is meant to be under pressure is, in every version, and uses abbreviations.
func TestPromptPressure(t *testing.T) {
	t.Parallel()
	tr := promptTrees["many skills under pressure"]
	r := writeTree(t, tr.cwd, tr.files)
	for _, version := range []string{"0.145.0", "0.171.0"} {
		code, out, complaints := r.layers(t, "--agent", "codex@"+version, "-c", tr.overrides[0], "--json", "skills")
		var got struct {
			Catalog struct {
				Cut     int
				Aliases []any
			}
		}
		if err := json.Unmarshal([]byte(out), &got); code != exitFine || err != nil {
			t.Fatalf("exit %d, %v\n%s", code, err, complaints)
		}
		if got.Catalog.Cut == 0 || len(got.Catalog.Aliases) == 0 {
			t.Errorf("codex %s: %d characters cut, %d abbreviations", version, got.Catalog.Cut, len(got.Catalog.Aliases))
		}
	}
}

// TestMemoryEqualsCodex compares the memory summary with the request of a real turn, because codex's own listing
// does not print it. The model is a server in this process.
func TestMemoryEqualsCodex(t *testing.T) {
	t.Parallel()
	for version, program := range installedCodex(t) {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			tr := promptTrees["memory summary"]
			r := writeTree(t, tr.cwd, tr.files)
			var want *string
			for _, body := range turn(t, r, program, tr.overrides) {
				sent, err := readCodexPrompt(body)
				if err != nil {
					t.Fatal(err)
				}
				if sent.Memory != nil {
					want = sent.Memory
				}
			}
			if want == nil {
				t.Fatal("no request holds a memory summary")
			}
			code, got, complaints := r.layers(t, "--agent", "codex@"+version, "-c", tr.overrides[0], "prompt", "--part", "memory")
			if code != exitFine {
				t.Fatalf("exit %d\n%s", code, complaints)
			}
			if got != *want {
				t.Errorf("codex %s sends %d bytes of memory, --part memory has %d", version, len(*want), len(got))
			}
			if !strings.Contains(got, "truncated") {
				t.Error("the summary is meant to be cut")
			}
		})
	}
}

// turn runs one turn of the program against a model of our own and gives the messages of every request.
func turn(t *testing.T, r realTree, program string, overrides []string) [][]byte {
	t.Helper()
	var (
		mu       sync.Mutex
		messages [][]byte
	)
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		var body struct{ Input json.RawMessage }
		if data, err := io.ReadAll(q.Body); q.Method != http.MethodPost || err != nil || json.Unmarshal(data, &body) != nil {
			http.NotFound(w, q)
			return
		}
		mu.Lock()
		messages = append(messages, body.Input)
		mu.Unlock()
		w.Header().Set("Content-Type", "text/event-stream")
		for _, event := range emptyTurn {
			fmt.Fprintf(w, "event: %s\ndata: %s\n\n", event[0], event[1])
		}
	}))
	defer model.Close()
	args := []string{
		"-c", `model_provider="here"`,
		"-c", `model_providers.here={name="here",base_url="` + model.URL + `/v1",wire_api="responses",requires_openai_auth=false,request_max_retries=0,stream_max_retries=0}`,
	}
	for _, o := range overrides {
		args = append(args, "-c", o)
	}
	out, complaints, err := r.start(t.Context(), r.cwd, program, append(args, "exec", "--skip-git-repo-check", "hello")...)
	if err != nil {
		t.Fatalf("%s exec: %v\n%s%s", program, err, out, complaints)
	}
	mu.Lock()
	defer mu.Unlock()
	return messages
}

// emptyTurn is a model's answer that says "ok".
var emptyTurn = [][2]string{
	{"response.created", `{"type":"response.created","response":{"id":"r1"}}`},
	{"response.output_item.done", `{"type":"response.output_item.done","item":{"type":"message","role":"assistant","id":"m1","content":[{"type":"output_text","text":"ok"}]}}`},
	{"response.completed", `{"type":"response.completed","response":{"id":"r1","usage":{"input_tokens":1,"input_tokens_details":null,"output_tokens":1,"output_tokens_details":null,"total_tokens":2}}}`},
}
