package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/agentlayers/layers/render"
)

// The marks by which the parts are found in what codex prints.
const (
	documentMark  = "# AGENTS.md instructions"
	documentBegin = "\n\n<INSTRUCTIONS>\n"
	documentEnd   = "\n</INSTRUCTIONS>"
	skillMark     = "<skills_instructions>"
	skillBegin    = "### Available skills\n"
	skillEnd      = "\n</skills_instructions>"
	memoryBegin   = "MEMORY_SUMMARY BEGINS ========="
	memoryEnd     = "\n========= MEMORY_SUMMARY ENDS"
)

// readCodexPrompt takes the messages that codex prints apart. Only what is compared is kept.
func readCodexPrompt(data []byte) (render.Sent, error) {
	var messages []struct {
		Role    string `json:"role"`
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
	}
	var out render.Sent
	if err := json.Unmarshal(data, &messages); err != nil {
		return out, fmt.Errorf("its output is not understood: %w", err)
	}
	for _, m := range messages {
		for _, c := range m.Content {
			switch {
			case m.Role == "user" && strings.HasPrefix(c.Text, documentMark):
				heading, rest, _ := strings.Cut(c.Text, documentBegin)
				out.InstructionsFor = strings.TrimPrefix(strings.TrimPrefix(heading, documentMark), " for ")
				out.Instructions = strings.TrimSuffix(rest, documentEnd)
			case m.Role == "developer" && strings.Contains(c.Text, memoryBegin):
				text := between(c.Text, memoryBegin+"\n", memoryEnd)
				out.Memory = &text
			case m.Role == "developer" && strings.HasPrefix(c.Text, skillMark):
				readSkills(c.Text, &out)
			}
		}
	}
	return out, nil
}

// readSkills takes the table of abbreviations and the lines of the catalog out of codex's own text. A line that
// does not begin an entry belongs to the one above it.
func readSkills(text string, out *render.Sent) {
	head, rest, _ := strings.Cut(text, skillBegin)
	alias := regexp.MustCompile("^- `r[0-9]+` = `.*`$")
	for line := range strings.SplitSeq(head, "\n") {
		if alias.MatchString(line) {
			out.Aliases = append(out.Aliases, line)
		}
	}
	list, _, _ := strings.Cut(rest, skillEnd)
	list, _, _ = strings.Cut(list, "\n### ")
	for line := range strings.SplitSeq(list, "\n") {
		switch {
		case strings.HasPrefix(line, "- "):
			out.Skills = append(out.Skills, line)
		case len(out.Skills) > 0:
			out.Skills[len(out.Skills)-1] += "\n" + line
		}
	}
}

// between is what stands between two marks, "" when they are not there.
func between(text, begin, end string) string {
	_, rest, _ := strings.Cut(text, begin)
	found, _, _ := strings.Cut(rest, end)
	return found
}
