package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/knadh/koanf/v2"
	"github.com/pelletier/go-toml/v2"

	"github.com/agentlayers/layers/tree"
)

// settings are the tool's own defaults: from the user's file and from LAYERS_* variables, never from the
// directory that is looked at.
type settings struct {
	Agent string `koanf:"agent"`
	Color string `koanf:"color"`
	Width int    `koanf:"width"`
	ASCII bool   `koanf:"ascii"`
	Pager string `koanf:"pager"`
}

// settingNames are the known settings; each has a variable LAYERS_NAME.
var settingNames = []string{"agent", "color", "width", "ascii", "pager"}

const maxSettingsBytes = 1 << 20

func (a *app) loadSettings() (settings, error) {
	var s settings
	k := koanf.New(".")
	p := a.settingsPath()
	if p != "" {
		f, _, err := tree.Read(a.fsys, p, maxSettingsBytes)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return s, usage("%s: %w", p, err)
		default:
			if err := k.Load(settingsFile(f.Data), nil); err != nil {
				return s, usage("%s: %w", p, err)
			}
		}
	}
	if err := k.Load(settingsEnv{a}, nil); err != nil {
		return s, err
	}
	for _, key := range k.Keys() {
		if !isSetting(key) {
			return s, usage("%s: unknown setting %q; known: %s", p, key, strings.Join(settingNames, ", "))
		}
	}
	if err := k.Unmarshal("", &s); err != nil {
		return s, usage("%s: %w", p, err)
	}
	return s, nil
}

func isSetting(key string) bool {
	for _, n := range settingNames {
		if n == key {
			return true
		}
	}
	return false
}

func (a *app) settingsPath() string {
	if dir := a.getenv("XDG_CONFIG_HOME"); dir != "" {
		return tree.Join(slash(dir), "layers/config.toml")
	}
	if home := a.getenv("HOME"); home != "" {
		return tree.Join(slash(home), ".config/layers/config.toml")
	}
	return ""
}

// settingsFile is a koanf provider for the bytes of the settings file.
type settingsFile []byte

func (f settingsFile) Read() (map[string]any, error) {
	out := map[string]any{}
	err := toml.Unmarshal(f, &out)
	return out, err
}

func (f settingsFile) ReadBytes() ([]byte, error) { return f, nil }

// settingsEnv is a koanf provider for the LAYERS_* variables.
type settingsEnv struct{ a *app }

func (e settingsEnv) Read() (map[string]any, error) {
	out := map[string]any{}
	for _, name := range settingNames {
		if v := e.a.getenv("LAYERS_" + strings.ToUpper(name)); v != "" {
			out[name] = v
		}
	}
	return out, nil
}

func (e settingsEnv) ReadBytes() ([]byte, error) {
	return nil, fmt.Errorf("the environment has no bytes")
}
