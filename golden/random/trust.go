package random

import (
	"path"
	"slices"
	"strings"
)

var levels = []any{"trusted", "untrusted"}

// trust writes which folders the user trusts; good is how often the project is.
func (m *maker) trust(good float64) {
	key := m.root
	if m.main != "" && m.chance(.7) {
		key = m.main
	}
	entries := &table{}
	add := func(place string, level any) {
		if !slices.Contains(entries.keys, place) {
			entries.put(place, level)
		}
	}
	switch weigh(m, weighted[string]{"yes", good * 100}, weighted[string]{"none", 8}, weighted[string]{"no", 8}, weighted[string]{"near", 10}) {
	case "yes":
		m.note("trusted")
		add("$ROOT/"+key, "trusted")
	case "no":
		m.note("marked-untrusted")
		add("$ROOT/"+key, "untrusted")
	case "near":
		m.note("trust-near-miss")
		add(m.nearMiss("$ROOT/"+key), pick(m, levels))
	default:
		m.note("undecided")
	}
	if m.chance(.22) {
		around := slices.Concat(m.chain, m.above, m.below)
		if m.main != "" {
			around = append(around, m.main)
		}
		for _, f := range some(m, around, m.between(1, 2)) {
			add("$ROOT/"+f, m.kind("trusted:55 untrusted:45"))
			m.note("trust-extra")
		}
	}
	if m.linkRoot != "" && m.chance(.5) {
		add("$ROOT/"+m.linkRoot, pick(m, levels))
	}
	if m.chance(.08) {
		add(m.nearMiss("$ROOT/"+pick(m, m.chain)), pick(m, levels))
	}
	if m.chance(.05) {
		add("$ROOT/"+one(m, "gone", "home", "repo/none"), pick(m, levels))
	}
	m.writeTrust(entries)
	if m.chance(.04) {
		own := m.layer(pick(m, m.chain) + "/.codex/config.toml").sub("projects")
		own.put("$ROOT/"+pick(m, m.chain), tableOf("trust_level", pick(m, levels)))
		m.note("trust-in-project")
	}
}

// writeTrust puts the entries into the user's file or, now and then, elsewhere.
func (m *maker) writeTrust(levels *table) {
	if len(levels.keys) == 0 {
		return
	}
	entries := &table{}
	for _, place := range levels.keys {
		entry := tableOf("trust_level", levels.values[place])
		if m.chance(.015) {
			entry = one(m, &table{}, tableOf("trust_level", levels.values[place], "extra", 1))
		}
		entries.put(place, entry)
	}
	const system = "etc/codex/config.toml"
	switch m.kind("user:88 system:4 runtime:5 split:3") {
	case "user":
		m.layer(m.user).set([]string{"projects"}, entries)
	case "system":
		m.layer(system).set([]string{"projects"}, entries)
		m.note("trust-system")
	case "runtime":
		m.override("projects", entries)
		m.note("trust-flag")
	default:
		for _, place := range entries.keys {
			m.layer(one(m, m.user, system)).sub("projects").put(place, entries.values[place])
		}
	}
}

// nearMiss is a spelling that may or may not name the folder p.
func (m *maker) nearMiss(p string) string {
	parent := path.Dir(p)
	if parent == "." || parent == "/" {
		parent = "$ROOT"
	}
	return one(m, p+"/", parent, p+"/.", p+"x", strings.Replace(p, "$ROOT/", "$ROOT//", 1), strings.Replace(p, "$ROOT/", "$ROOT/./", 1),
		"repo", "~/repo", "$ROOT"+strings.ToUpper(strings.TrimPrefix(p, "$ROOT")), "*", p+"/*", p+" ")
}
