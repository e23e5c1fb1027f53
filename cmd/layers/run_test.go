package main

import (
	"strings"
	"testing"
)

// TestWanted: a command line gets every command that it can mean or show.
func TestWanted(t *testing.T) {
	t.Parallel()
	a := &app{}
	var all []string
	for _, p := range a.parts() {
		all = append(all, p.name)
		if got := p.make().Name(); got != p.name {
			t.Errorf("the part %s makes the command %s", p.name, got)
		}
	}
	every := strings.Join(all, " ")
	for line, want := range map[string]string{
		"":                     "",
		"--version":            "",
		"--json --agent=codex": "",
		"explain model":        "explain",
		"audit --help":         "audit",
		"exit-codes":           "exit-codes",
		"--help":               every,
		"--json --help=true":   every,
		"-h":                   every,
		"-C . list":            every,
		"--json list":          every,
		"help list":            every,
		"completion bash":      every,
		"__complete exp":       every,
		"lst":                  every,
		"-- explain":           every,
	} {
		var got []string
		for _, p := range a.wanted(strings.Fields(line)) {
			got = append(got, p.name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("layers %s: %v, want %s", line, got, want)
		}
	}
}
