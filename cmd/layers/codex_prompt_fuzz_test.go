package main

import (
	"strings"
	"testing"
)

// FuzzCodexPrompt takes any output of another program apart: what is found stands in it.
func FuzzCodexPrompt(f *testing.F) {
	for _, s := range []string{
		`[{"role":"user","content":[{"text":"# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>\na\n</INSTRUCTIONS>"}]}]`,
		`[{"role":"developer","content":[{"text":"<skills_instructions>\n- ` + "`r0` = `/a`" + `\n### Available skills\n- a: b (file: r0/x)\nmore\n</skills_instructions>"}]}]`,
		`[{"role":"developer","content":[{"text":"MEMORY_SUMMARY BEGINS =========\nx"}]}]`, `[]`, `{`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		sent, err := readCodexPrompt(data)
		if err != nil {
			return
		}
		for _, line := range sent.Skills {
			if !strings.HasPrefix(line, "- ") {
				t.Errorf("%q is no line of a catalog", line)
			}
		}
	})
}
