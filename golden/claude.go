package golden

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/agentlayers/layers/layers"
)

const claudeAgent = "claude"

// slug is the case root as the agent names its folders after projects: what $SLUG in a case stands for.
const slug = "-mnt"

// ClaudeStart is how a case starts Claude Code, beyond what all agents share.
type ClaudeStart struct {
	Launch layers.Launch

	AddDirs    []string // further folders, as given
	PluginDirs []string
	Tools      []ClaudeTool // calls that the model makes, one a turn
	Prompt     string       // the user's text

	HooksOff  bool // the recorder's own hook was left out: no events
	AsWritten bool // folders list their files in the order in which the case writes them
}

// ClaudeTool is one scripted call, Root in place.
type ClaudeTool struct {
	Name  string
	Input map[string]any
}

// agentOf tells whose case it is: the header says so, or the facts that were recorded.
func agentOf(ar *txtar.Archive) string {
	for line := range strings.Lines(string(ar.Comment)) {
		if agent, ok := strings.CutPrefix(line, "agent:"); ok {
			return strings.TrimSpace(agent)
		}
	}
	if slices.ContainsFunc(ar.Files, func(f txtar.File) bool { return strings.HasPrefix(f.Name, "want/"+claudeAgent+"-") }) {
		return claudeAgent
	}
	return "codex"
}

// directives are those of the case's recorder.
func (c *Case) directives() (map[string]func(*Case, string) error, map[string]func(string) error) {
	if c.Agent == claudeAgent {
		return claudeQuestions, claudeSteps
	}
	return questions, steps
}

var ignoredNote = func(*Case, string) error { return nil }

// claudeQuestions are the directives of oracle cases for Claude Code that say how it is started. What is observed
// after the run and the tracing of its reads concern the recorder alone.
var claudeQuestions = map[string]func(*Case, string) error{
	"agent":   questions["agent"],
	"cwd":     questions["cwd"],
	"env":     questions["env"],
	"unset":   questions["unset"],
	"args":    (*Case).addClaudeArgs,
	"tool":    (*Case).addTool,
	"prompt":  func(c *Case, v string) error { c.Claude.Prompt = v; return nil },
	"hooks":   func(c *Case, v string) error { c.Claude.HooksOff = v == "off"; return nil },
	"order":   func(c *Case, v string) error { c.Claude.AsWritten = v == "as-written"; return nil },
	"observe": ignoredNote,
	"trace":   ignoredNote,
	"note":    ignoredNote,
}

// claudeSteps are its directives that build the tree.
var claudeSteps = map[string]func(string) error{
	"mkdir": onePath, "git-init": onePath, "chomp": onePath, "trust": onePath,
	"git-worktree": steps["git-worktree"], "symlink": steps["symlink"], "hardlink": steps["symlink"],
	"bytes": steps["bytes"], "expand": steps["expand"], "mode": steps["mode"],
}

func (c *Case) addTool(v string) error {
	name, text, _ := strings.Cut(v, " ")
	tool := ClaudeTool{Name: name}
	if err := json.Unmarshal([]byte(inRoot(text)), &tool.Input); err != nil {
		return err
	}
	c.Claude.Tools = append(c.Claude.Tools, tool)
	return nil
}

// claudeFlags are the arguments that are understood, by what they do with their value. Those in claudeSwitches
// have none; those in claudeLists take every word up to the next flag.
var (
	claudeFlags = map[string]func(*ClaudeStart, string){
		"--settings":        func(s *ClaudeStart, v string) { s.Launch.Settings, s.HooksOff = v, true },
		"--setting-sources": func(s *ClaudeStart, v string) { s.Launch.Sources = splitList(v) },
		"--permission-mode": func(s *ClaudeStart, v string) { s.Launch.Mode = v },
		"--model":           func(s *ClaudeStart, v string) { s.Launch.Model = v },
		"--plugin-dir":      func(s *ClaudeStart, v string) { s.PluginDirs = append(s.PluginDirs, v) },
	}
	claudeSwitches = map[string]func(*ClaudeStart){
		"--disable-slash-commands":       func(s *ClaudeStart) { s.Launch.NoSkills = true },
		"--bare":                         func(s *ClaudeStart) { s.Launch.Bare = true },
		"--dangerously-skip-permissions": func(s *ClaudeStart) { s.Launch.Bypass = true },
	}
	claudeLists = map[string]func(*ClaudeStart, []string){
		"--add-dir":         func(s *ClaudeStart, v []string) { s.AddDirs = append(s.AddDirs, v...) },
		"--allowedTools":    func(*ClaudeStart, []string) {}, // rules of the command line count beside the settings
		"--disallowedTools": func(*ClaudeStart, []string) {},
	}
)

// splitList cuts at commas; no text is a list of none.
func splitList(v string) []string {
	out := []string{}
	for part := range strings.SplitSeq(v, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

func (c *Case) addClaudeArgs(v string) error {
	var args []string
	if err := json.Unmarshal([]byte(inRoot(v)), &args); err != nil {
		return err
	}
	c.Args = append(c.Args, args...)
	for len(args) > 0 {
		name, value, joined := strings.Cut(args[0], "=")
		args = args[1:]
		switch {
		case claudeSwitches[name] != nil && !joined:
			claudeSwitches[name](&c.Claude)
		case claudeFlags[name] != nil && joined:
			claudeFlags[name](&c.Claude, value)
		case claudeFlags[name] != nil && len(args) > 0:
			claudeFlags[name](&c.Claude, args[0])
			args = args[1:]
		case claudeLists[name] != nil && !joined:
			n := slices.IndexFunc(args, func(a string) bool { return strings.HasPrefix(a, "--") })
			if n < 0 {
				n = len(args)
			}
			claudeLists[name](&c.Claude, args[:n])
			args = args[n:]
		default:
			known := slices.Concat(slices.Sorted(maps.Keys(claudeFlags)), slices.Sorted(maps.Keys(claudeSwitches)), slices.Sorted(maps.Keys(claudeLists)))
			return fmt.Errorf("argument %s is not known, or lacks its value; known are %s", strconv.Quote(name), strings.Join(known, ", "))
		}
	}
	return nil
}
