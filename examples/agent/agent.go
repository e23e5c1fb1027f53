package main

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/skills"
	"github.com/agentlayers/layers/tree"
)

// Settings are minnow's own configuration, typed. The values here are its defaults.
type Settings struct {
	Model    string          `koanf:"model"`
	Approval string          `koanf:"approval"`
	Timeout  time.Duration   `koanf:"timeout"`
	Tools    map[string]Tool `koanf:"tools"`
}

// Tool is a program that the model may call.
type Tool struct {
	Command string `koanf:"command"`
	Enabled bool   `koanf:"enabled"`
}

// Agent is minnow, ready for the first words of the user.
type Agent struct {
	Settings Settings
	Prompt   string          // what the model reads first
	Result   *resolve.Result // where all of it comes from

	fsys tree.FS
}

//go:embed dialect.json
var dialectJSON []byte

//go:embed skills
var systemSkills embed.FS

// Start releases the system skills, resolves the host's working directory, and refuses to start on anything that
// minnow cannot answer for.
func Start(ctx context.Context, host resolve.Host, w tree.Writer, policy []byte) (*Agent, error) {
	d, err := dialect.Load(dialectJSON)
	if err != nil {
		return nil, err
	}
	if err := releaseSkills(w, host.AgentHome(d)); err != nil {
		return nil, err
	}
	res, err := resolve.Dir(ctx, resolve.Options{
		Dialect: d, Host: host,
		Enforced: []resolve.Policy{{Name: "policy service", Data: policy}},
	})
	if err != nil {
		return nil, err
	}
	return ready(res, host.FS)
}

// releaseSkills puts minnow's own skills where its dialect looks for them. Nothing is written when they are there.
func releaseSkills(w tree.Writer, home string) error {
	if home == "" {
		return errors.New("neither HOME nor MINNOW_HOME is set")
	}
	set, err := fs.Sub(systemSkills, "skills")
	if err != nil {
		return err
	}
	if _, err := skills.ReleaseTo(w, set, path.Join(home, "system-skills")); err != nil {
		return fmt.Errorf("release the system skills: %w", err)
	}
	return nil
}

// Refresh is the agent after files have changed. changed names them, as a watcher does, or as Result.Changed finds
// them. After an error a is what it was and goes on: a half-written file stops nobody.
func (a *Agent) Refresh(ctx context.Context, changed []string) (*Agent, error) {
	res, err := resolve.Refresh(ctx, a.Result, changed)
	if err != nil {
		return nil, err
	}
	return ready(res, a.fsys)
}

// ready makes an agent of a result, unless an error in it, such as a policy that cannot be read, stands against that.
func ready(res *resolve.Result, fsys tree.FS) (*Agent, error) {
	if err := res.Strict(); err != nil {
		return nil, err
	}
	a := &Agent{
		Settings: Settings{Model: "small", Approval: "ask", Timeout: time.Minute},
		Prompt:   prompt(res), Result: res, fsys: fsys,
	}
	if err := res.Decode(&a.Settings); err != nil {
		return nil, err
	}
	return a, nil
}

// prompt is the instructions, and the catalog of skills with the way to load one.
func prompt(res *resolve.Result) string {
	text := res.Instructions
	if len(res.Catalog.Lines) > 0 {
		text += "\n\nSkills, to be loaded with load_skill:\n" + strings.Join(res.Catalog.Lines, "\n")
	}
	return text
}

// LoadSkill handles the tool load_skill. Whatever goes wrong is an answer to the model, which can then do better.
func (a *Agent) LoadSkill(ctx context.Context, arguments json.RawMessage) any {
	var in struct {
		Name string `json:"name"`
	}
	if err := json.Unmarshal(arguments, &in); err != nil {
		return toolError{"arguments: " + err.Error()}
	}
	skill, err := a.Result.LoadSkill(ctx, a.fsys, in.Name)
	if err != nil {
		return toolError{err.Error()} // names the nearest skills, or the file that was written since: Refresh takes it in
	}
	return skill
}

type toolError struct {
	Error string `json:"error"`
}
