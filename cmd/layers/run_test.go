package main

import (
	"strings"
	"testing"
)

// TestWanted: a command line gets every command that it can mean or show.
func TestWanted(t *testing.T) {
	t.Parallel()
	a := &app{}
	flags := a.command(nil).PersistentFlags()
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
		"-C . list":            "list",
		"--json list":          "list",
		"--agent codex list":   "list",
		"-C=explain list":      "list",
		"--dir explain list":   "list",
		"-C explain":           every,
		"-C":                   every,
		"-Cexplain list":       every,
		"--short explain":      every,
		"-h list":              every,
		"--help list":          every,
		"-- list":              every,
		"help list":            every,
		"completion bash":      every,
		"__complete exp":       every,
		"lst":                  every,
		"-- explain":           every,
	} {
		var got []string
		for _, p := range a.wanted(flags, strings.Fields(line)) {
			got = append(got, p.name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("layers %s: %v, want %s", line, got, want)
		}
	}
}
