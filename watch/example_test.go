package watch_test

import (
	"context"
	"fmt"
	"time"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/watch"
)

// told is a Notifier that is told by hand; a program leaves Options.Open out and gets the operating system's.
type told chan watch.Change

func (told) Add(string) error               { return nil }
func (told) Remove(string) error            { return nil }
func (t told) Changes() <-chan watch.Change { return t }
func (told) Close() error                   { return nil }

func Example() {
	const file = "/home/u/.codex/config.toml"
	m := tree.NewMemory()
	m.WriteFile(file, []byte("model = \"small\"\n"))
	d, err := dialect.Codex("0.171.0")
	if err != nil {
		fmt.Println(err)
		return
	}
	env := func(name string) (string, bool) { return "/home/u", name == "HOME" }
	o := resolve.Options{Dialect: d, Host: resolve.HostFrom(m, env, "/shop")}

	ctx, cancel := context.WithCancel(context.Background())
	changes := make(told, 1)
	err = watch.Run(ctx, o, watch.Options{
		Quiet: time.Millisecond,
		Open:  func() (watch.Notifier, error) { return changes, nil },
	}, func(e watch.Event) {
		fmt.Println(e.Kind)
		if e.Kind == watch.Started {
			m.WriteFile(file, []byte("model = \"large\"\n"))
			changes <- watch.Change{Path: file}
			return
		}
		for _, c := range e.Difference.Config {
			fmt.Println(c.Key, c.From.Value, c.To.Value)
		}
		cancel()
	})
	fmt.Println(err)
	// Output:
	// started
	// changed
	// model small large
	// context canceled
}
