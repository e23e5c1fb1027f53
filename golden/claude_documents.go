package golden

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

// claudeBlocks gives the blocks of the first request, in order. Where the case depends on the order in which
// its file system lists folders, they are held to the set alone.
func claudeBlocks(v Views, want any) (any, presence) {
	run := v.claudeRun()
	out := []any{}
	for _, d := range v.Prompt.Documents {
		if d.Loaded() && v.Prompt.Outcome.Exit == 0 {
			out = append(out, run.block(d, ""))
		}
	}
	if list, ok := want.([]any); ok && v.Claude.AsWritten && sameSet(list, out) {
		return want, present
	}
	return out, present
}

func sameSet(want, got []any) bool {
	neutral, err := Canonical(got)
	list, ok := neutral.([]any)
	return err == nil && ok && jsonText(sorted(want)) == jsonText(sorted(list))
}

// claudeLazy gives the blocks that the scripted tool calls add, in order.
func claudeLazy(v Views, _ any) (any, presence) {
	if len(v.Claude.Tools) == 0 || v.Prompt.Outcome.Exit != 0 {
		return nil, absent
	}
	run := v.claudeRun()
	out := []any{}
	for _, e := range run.reads {
		var last map[string]any
		for _, d := range e.docs {
			if !d.Loaded() {
				continue
			}
			b := run.block(d, e.file)
			out = append(out, b)
			if !d.Announced {
				last = b
			}
		}
		if last != nil { // the note that carries another agent's files ends in a line break, which the recorder keeps
			last["content"] = fmt.Sprint(last["content"], "\n")
		}
	}
	return out, present
}

// claudeHookOnly gives the files that the hook names and no block carries, by path.
func claudeHookOnly(v Views, _ any) (any, presence) {
	run := v.claudeRun()
	var out []any
	for _, d := range v.Prompt.Documents {
		if d.Announced && !d.Loaded() {
			b := run.block(d, "")
			out = append(out, map[string]any{"path": b["path"], "memory_type": b["memory_type"], "reason": b["reason"]})
		}
	}
	if len(out) == 0 || v.Claude.HooksOff {
		return nil, absent
	}
	slices.SortFunc(out, func(a, b any) int {
		return strings.Compare(fmt.Sprint(a.(map[string]any)["path"]), fmt.Sprint(b.(map[string]any)["path"]))
	})
	return out, present
}

// claudeRun is a session with its scripted reads.
type claudeRun struct {
	reads  []claudeRead
	events bool // any file had an event of the hook
	hooks  bool
}

type claudeRead struct {
	file string
	docs []agentsmd.Document
}

// claudeRun plays the tool calls.
func (v Views) claudeRun() claudeRun {
	run := claudeRun{hooks: !v.Claude.HooksOff}
	s := agentsmd.Session{Documents: v.Prompt.Documents}
	run.note(s.Documents)
	for _, t := range v.Claude.Tools {
		file := t.reads(v.Prompt)
		if file == "" || !v.mayRead(file) {
			continue
		}
		more, err := agentsmd.ForFile(context.Background(), v.FS, v.Prompt.DocumentOptions, s, file)
		if err != nil {
			return run // only when the context is done
		}
		s.Read = append(s.Read, file)
		s.Documents = append(s.Documents[:len(s.Documents):len(s.Documents)], more.Documents...)
		run.reads = append(run.reads, claudeRead{file, more.Documents})
		run.note(more.Documents)
	}
	return run
}

// mayRead reports whether print mode lets the model read a file: below the working directory and added folders.
func (v Views) mayRead(file string) bool {
	for _, dir := range append([]string{"."}, v.Claude.AddDirs...) {
		if tree.Within(tree.Join(v.Prompt.Cwd, dir), file) {
			return true
		}
	}
	return false
}

func (r *claudeRun) note(docs []agentsmd.Document) {
	r.events = r.events || slices.ContainsFunc(docs, func(d agentsmd.Document) bool { return d.Announced })
}

// reads is the absolute path of the file that the call reads, or "" when it counts as none: of shell commands
// only "cat FILE" and "head ... FILE" count, and a file is written only where the mode permits it unasked.
func (t ClaudeTool) reads(r *resolve.Result) string {
	if file, ok := t.Input["file_path"].(string); ok {
		if t.Name != "Read" && r.Session.Mode != "acceptEdits" && r.Session.Mode != "bypassPermissions" {
			return ""
		}
		return file
	}
	command, _ := t.Input["command"].(string)
	words := strings.Fields(command)
	if strings.ContainsAny(command, "|<>") || len(words) < 2 {
		return ""
	}
	if words[0] == "cat" && len(words) == 2 || words[0] == "head" {
		return tree.Join(r.Cwd, words[len(words)-1])
	}
	return ""
}

// block is a document in the recorder's words; trigger is the file whose reading added it, "" at the start.
func (r claudeRun) block(d agentsmd.Document, trigger string) map[string]any {
	kind := string(d.Scope)
	if d.Scope == agentsmd.Memory {
		kind = "auto-memory"
	}
	b := map[string]any{"path": d.Path, "kind": kind}
	switch {
	case d.Announced && r.hooks:
		r.event(b, d, trigger)
	case trigger != "":
		b["kind"] = "unmarked"
		fallthrough
	default:
		if r.events && r.hooks {
			b["hook_event"] = false
		}
	}
	if c := d.Cut; c != nil {
		b["cut"] = cutFact(c)
	}
	briefContent(b, d.Text)
	return b
}

func (r claudeRun) event(b map[string]any, d agentsmd.Document, trigger string) {
	kind := string(d.Scope)
	b["memory_type"] = strings.ToUpper(kind[:1]) + kind[1:]
	b["reason"] = "session_start"
	if trigger != "" {
		b["reason"], b["trigger_file_path"] = "nested_traversal", trigger
	}
	if d.Role == agentsmd.Import {
		b["reason"], b["parent_file_path"] = "include", d.From.Path
	}
	if len(d.Patterns) == 0 {
		return
	}
	globs := make([]any, len(d.Patterns))
	for i, p := range d.Patterns {
		globs[i] = p
	}
	b["globs"] = globs
	if trigger != "" {
		b["reason"] = "path_glob_match"
	}
}

func cutFact(c *agentsmd.Cut) map[string]any {
	out := map[string]any{"first_line_cut": int64(c.FirstLost), "size": strconv.Itoa(c.Lines) + " lines", "limit": "200"}
	if !c.ByLines {
		out["size"], out["limit"] = fmt.Sprintf("%.1fKB", float64(c.Chars)/1024), "24.4KB"
	}
	return out
}

// briefContent gives a text as the recorder keeps it: a long one by size, digest and ends.
func briefContent(b map[string]any, text string) {
	const limit, ends = 3000, 80
	if len(text) <= limit {
		b["content"] = text
		return
	}
	sum := sha256.Sum256([]byte(text))
	runes := []rune(text)
	b["content_bytes"], b["content_sha256"] = int64(len(text)), hex.EncodeToString(sum[:])
	b["content_head"], b["content_tail"] = string(runes[:ends]), string(runes[len(runes)-ends:])
}
