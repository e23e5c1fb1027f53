package gittree

import (
	"path"
	"strings"

	"github.com/agentlayers/layers/tree"
)

// settings are what the configuration of one repository says, by "section.key" in lower case, the last value
// of each. Keys of sub-sections are left out. Includes are not followed, and the user's and the system's
// configuration are not read: what a repository is never stands there.
type settings struct {
	values   map[string]string
	promises bool // a remote keeps objects that this clone left out
}

// config reads the named files, later ones stronger; a missing one is empty.
func (p *place) config(files ...string) (settings, error) {
	s := settings{values: map[string]string{}}
	for _, file := range files {
		data, err := p.read(file, maxConfig)
		if tree.IsMissing(err) {
			continue
		}
		if err != nil {
			return s, err
		}
		if err := lines(data, s.add); err != nil {
			return s, broken(file, "is no git configuration", err)
		}
	}
	return s, nil
}

// add takes one line; a key without "=" is true.
func (s *settings) add(section, sub, key, value string, alone bool) {
	section, key = strings.ToLower(section), strings.ToLower(key)
	if alone {
		value = "true"
	}
	switch {
	case key == "":
	case sub == "":
		s.values[section+"."+key] = value
	case section == "remote" && (key == "promisor" || key == "partialclonefilter"):
		s.promises = true
	}
	if section == "extensions" && key == "partialclone" {
		s.promises = true
	}
}

func (s settings) isTrue(key string) bool {
	switch strings.ToLower(s.values[key]) {
	case "true", "yes", "on", "1":
		return true
	}
	return false
}

// settings reads the configuration of the repository, and that of the worktree where there is one.
func (p *place) settings() (settings, error) {
	common := path.Join(p.commonDir, "config")
	s, err := p.config(common)
	if err != nil || !s.isTrue("extensions.worktreeconfig") {
		return s, err
	}
	return p.config(common, path.Join(p.gitDir, "config.worktree"))
}
