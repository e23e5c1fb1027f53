package main

import (
	"io"
	"os"
	"os/exec"
	"strings"
)

// page writes text to stdout; on a terminal that is too low for it, through the user's pager: LAYERS_PAGER,
// else PAGER, else less.
func (a *app) page(text string) error {
	_, height, isTerminal := a.terminal()
	pager := a.pager()
	if !isTerminal || a.noPager || pager == "" || pager == "cat" || strings.Count(text, "\n") < height {
		_, err := io.WriteString(a.stdout, text)
		return err
	}
	args := strings.Fields(pager)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(text), os.Stdout, os.Stderr
	cmd.Env = os.Environ()
	if a.getenv("LESS") == "" {
		cmd.Env = append(cmd.Env, "LESS=FRX")
	}
	if err := cmd.Start(); err != nil {
		_, err = io.WriteString(a.stdout, text) // no such pager: the text is what matters
		return err
	}
	_ = cmd.Wait() // quitting the pager early is no error of ours
	return nil
}

func (a *app) pager() string {
	if v, ok := a.env("LAYERS_PAGER"); ok {
		return strings.TrimSpace(v)
	}
	if a.settings.Pager != "" {
		return a.settings.Pager
	}
	if v := strings.TrimSpace(a.getenv("PAGER")); v != "" {
		return v
	}
	return "less"
}
