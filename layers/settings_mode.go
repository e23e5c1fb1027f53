package layers

import (
	"slices"
	"strings"
	"unicode"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
)

// bypassMode is the mode that skips every permission check.
const bypassMode = "bypassPermissions"

// mode is the permission mode that a session starts with: the first that is allowed of what the command line
// asks for and what the settings choose, else the default.
//
// Cases: settings-mode-*.
func (j *settingsJudge) mode() string {
	m := j.o.Dialect.Session.Modes
	if m.Key == "" {
		return ""
	}
	var asked []string
	if j.o.Launch.Bypass {
		asked = append(asked, bypassMode)
	}
	if j.o.Launch.Mode != "" {
		asked = append(asked, j.named(j.o.Launch.Mode))
	}
	for _, mode := range asked {
		if j.modeOff(mode, nil) == "" {
			return mode
		}
	}
	n := j.setting(m.Key)
	if n == nil {
		return m.Default
	}
	mode := textOf(n)
	why := j.modeOff(mode, n)
	if why == "" {
		return mode
	}
	j.add(diag.Diagnostic{
		Code: "mode-refused", Severity: diag.Warning, Subject: n.Origin.Value(),
		Summary: m.Key + " = " + quote(mode) + " has no effect", Detail: why,
		Effect: "a session starts in the mode " + quote(m.Default),
	})
	return m.Default
}

// named is the mode's name as the settings read it: some have two.
func (j *settingsJudge) named(mode string) string {
	k := j.l.Schema.Lookup(strings.Split(j.o.Dialect.Session.Modes.Key, "."))
	if k == nil {
		return mode
	}
	if as, ok := k.Reads[mode]; ok {
		return as
	}
	return mode
}

// modeOff says why a session does not start in mode, or "". chosen is the setting that chooses it, nil for the
// command line.
func (j *settingsJudge) modeOff(mode string, chosen *Node) string {
	for _, off := range j.o.Dialect.Session.Modes.Off {
		if off.Mode != mode {
			continue
		}
		if n := j.setting(off.Key); n != nil && textOf(n) == off.Value {
			return off.Key + " forbids it"
		}
		if chosen != nil && chosen.Origin.Source != nil && slices.Contains(off.Kinds, chosen.Origin.Source.Kind) {
			return "a project may not choose this mode"
		}
	}
	return ""
}

// model reports a model name that the agent does not know.
//
// Case: claude/060-settings-precedence.
func (j *settingsJudge) model() {
	m := j.o.Dialect.Models
	if m.Class == "" {
		return
	}
	name := j.o.Launch.Model
	if env, ok := j.variable(m.Env); name == "" && ok {
		name = env
	}
	if name == "" {
		name = textOf(j.setting(m.Key))
	}
	if name != "" && !knownModel(name, m) {
		j.warn(diag.Event{Class: m.Class})
	}
}

func knownModel(name string, m dialect.Models) bool {
	name = strings.TrimSuffix(strings.ToLower(strings.TrimSpace(name)), m.Suffix)
	if slices.Contains(m.Aliases, name) {
		return true
	}
	return slices.ContainsFunc(m.Names, func(known string) bool {
		_, after, ok := strings.Cut(name, known)
		return ok && !continuesVersion(after)
	})
}

// continuesVersion reports whether a text goes on with a short number, as -9 after claude-opus-4; a date does not.
func continuesVersion(after string) bool {
	rest, ok := strings.CutPrefix(after, "-")
	if !ok {
		return strings.IndexFunc(after, unicode.IsDigit) == 0
	}
	digits := len(rest) - len(strings.TrimLeftFunc(rest, unicode.IsDigit))
	return digits == 1 || digits == 2
}
