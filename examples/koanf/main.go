// Koanf shows how a program that already uses koanf reads what a coding agent is configured with: its own defaults
// below, the agent's layers with requirements enforced in the middle, its own flags on top.
//
//	defaults ─> koanf <─ Result.Config().Provider()
//	             │  <─ flags
//	             └─> Unmarshal into a struct; Config().Get(key) still says which line a value comes from
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/knadh/koanf/v2"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree/disk"
)

// delim separates the parts of a key. It is no ".", because names of servers and profiles may hold dots.
const delim = "\x1f"

type settings struct {
	Model   string            `koanf:"model"`
	Retries int               `koanf:"retries"` // this program's own
	Servers map[string]server `koanf:"mcp_servers"`
}

type server struct {
	Command string   `koanf:"command"`
	Args    []string `koanf:"args"`
}

func main() {
	cwd, err := os.Getwd()
	if err == nil {
		host := resolve.HostFrom(disk.FS(), os.LookupEnv, disk.Slash(cwd))
		err = run(context.Background(), host, map[string]any{}, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, term.Style{}.EscapeText(err.Error()))
		os.Exit(1)
	}
}

func run(ctx context.Context, host resolve.Host, flags map[string]any, out io.Writer) error {
	d, err := dialect.Codex("0.145.0")
	if err != nil {
		return err
	}
	res, err := resolve.Dir(ctx, resolve.Options{Dialect: d, Host: host})
	if err != nil {
		return err
	}
	k := koanf.New(delim)
	if err := k.Set("retries", 3); err != nil {
		return err
	}
	if err := k.Load(res.Config().Provider(), nil); err != nil {
		return err
	}
	for key, value := range flags {
		if err := k.Set(key, value); err != nil {
			return err
		}
	}
	var s settings
	if err := k.Unmarshal("", &s); err != nil {
		return err
	}
	from := "nowhere"
	if _, origin, set := res.Config().Get("model"); set {
		from = origin.String()
	}
	text := fmt.Sprintf("model %q, set at %s\nretries %d\nservers %v\n", s.Model, from, s.Retries, s.Servers)
	_, err = io.WriteString(out, term.Style{}.EscapeText(text))
	return err
}
