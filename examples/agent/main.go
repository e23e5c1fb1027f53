// Agent is the start-up of a small coding agent, minnow, that stands on package resolve alone: a dialect of its own,
// requirements from a service, a set of system skills, settings in its own struct, and a tool that loads skills.
//
//	dialect.json ──┐
//	policy ────────┤
//	Host ──────────┴─> resolve.Dir ─> Result ─┬─> Strict, Decode ─> Settings
//	                                          ├─> Instructions, Catalog ─> Prompt
//	                                          ├─> LoadSkill <─ the model's tool call
//	                                          └─> Refresh <─ files that changed
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"

	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
)

// policy stands for the answer of a service that the company runs.
//
//go:embed policy.toml
var policy []byte

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	cwd, err := os.Getwd()
	if err == nil {
		host := resolve.HostFrom(disk.FS(), os.LookupEnv, disk.Slash(cwd))
		host.Now = time.Now
		err = run(ctx, host, disk.Writer(), os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "minnow:", term.Style{}.EscapeText(err.Error()))
		os.Exit(1)
	}
}

// run starts minnow, shows what it found, and handles one call of the model. Files may hold anything, so nothing of
// them is printed raw.
func run(ctx context.Context, host resolve.Host, w tree.Writer, out io.Writer) error {
	a, err := Start(ctx, host, w, policy)
	if err != nil {
		return err
	}
	text := "minnow\n"
	for _, row := range []struct {
		key   string
		value any
	}{{"model", a.Settings.Model}, {"approval", a.Settings.Approval}, {"timeout", a.Settings.Timeout}} {
		_, origin, set := a.Result.Config().Get(row.key)
		from := "default"
		if set {
			from = origin.String()
		}
		text += fmt.Sprintf("  %-9s %-8v %s\n", row.key, row.value, from)
	}
	text += fmt.Sprintf("  %-9s %+v\n", "tools", a.Settings.Tools)
	for _, d := range a.Result.Diags.Sorted() {
		text += d.String() + "\n"
	}
	text += "\nwhat the model reads first\n" + a.Prompt + "\n"
	for _, call := range []string{`{"name": "release"}`, `{"name": "relase"}`} {
		answer, err := json.MarshalIndent(a.LoadSkill(ctx, json.RawMessage(call)), "  ", "  ")
		if err != nil {
			return err
		}
		text += "\nload_skill " + call + "\n  " + string(answer) + "\n"
	}
	_, err = io.WriteString(out, term.Style{}.EscapeText(text))
	return err
}
