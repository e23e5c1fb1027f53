package golden

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// sourceOf are the agent's words for where a skill comes from, by scope.
var sourceOf = map[string]string{
	"managed": "policySettings", "user": "userSettings", "project": "projectSettings", "added": "projectSettings", "plugin": "plugin",
}

// notRecorded is a name that the recorder takes for one of the agent's own wherever it meets it.
const notRecorded = "keybindings-help"

// claudeCommands is what a user may type, with the descriptions that a user sees.
func claudeCommands(v Views, _ any) (any, presence) {
	out := []any{}
	if v.Prompt.Outcome.Exit != 0 {
		return out, present
	}
	set := v.Prompt.Skills
	for i := range set.Skills {
		s := set.Skills[i]
		if !s.Command.Typed || s.Shown() == notRecorded {
			continue
		}
		c := map[string]any{"name": s.Shown()}
		briefText(c, s.UserText(set.Dialect.Commands))
		if s.Command.Hint != "" {
			c["argumentHint"] = s.Command.Hint
		}
		if names := s.Command.Aliases; len(names) > 0 {
			list := make([]any, len(names))
			for i, name := range names {
				list[i] = name
			}
			c["aliases"] = list
		}
		out = append(out, c)
	}
	return out, present
}

// claudeModelSkills is what a session names. Of the agent's own skills it holds only those whose name a user's
// command has: the recorder cannot tell these apart.
func claudeModelSkills(v Views, _ any) (any, presence) {
	out := []any{}
	if v.Prompt.Outcome.Exit != 0 {
		return out, present
	}
	set := v.Prompt.Skills
	for i := range set.Skills {
		if s := set.Skills[i]; s.Command.Named && s.Name != notRecorded {
			out = append(out, s.Name)
		}
	}
	for _, name := range set.OwnNamed() {
		out = append(out, name)
	}
	return out, present
}

// claudeListing is what the model is told, line by line.
//
// The agent reports sources by the name that a user sees, which the recorder looks up by the name in the line.
func claudeListing(v Views, _ any) (any, presence) {
	out := []any{}
	if v.Prompt.Outcome.Exit != 0 {
		return out, present
	}
	set := v.Prompt.Skills
	sources := map[string]string{}
	for _, e := range v.Prompt.Catalog.Entries {
		s := set.Skills[e.Skill]
		sources[s.Shown()] = sourceOf[s.Scope]
	}
	for _, line := range v.Prompt.Catalog.Lines {
		name, text, _ := strings.Cut(strings.TrimPrefix(line, "- "), ": ")
		if name == notRecorded {
			continue
		}
		e := map[string]any{"name": name}
		briefText(e, text)
		if source := sources[name]; source != "" {
			e["source"] = source
		}
		out = append(out, e)
	}
	return out, present
}

// listingLines leaves out what is no file's: in plan mode the request goes on with instructions of the agent's own,
// the first of whose points is in bold type, and the agent's own skill stands in the listing where a user's of that
// name is kept from the model.
func listingLines(recorded any) (any, presence) {
	list, ok := recorded.([]any)
	if !ok {
		return recorded, present
	}
	end := slices.IndexFunc(list, func(line any) bool {
		t, _ := line.(map[string]any)
		name, _ := t["name"].(string)
		return strings.HasPrefix(name, "**")
	})
	if end < 0 {
		end = len(list)
	}
	return slices.DeleteFunc(slices.Clone(list[:end]), func(line any) bool {
		t, _ := line.(map[string]any)
		return t["source"] == "built-in"
	}), present
}

// briefText gives a description as the recorder keeps it: a long one by size, digest and ends.
func briefText(out map[string]any, text string) {
	const limit, ends = 400, 80
	if len(text) <= limit {
		out["description"] = text
		return
	}
	sum := sha256.Sum256([]byte(text))
	runes := []rune(text)
	out["description_bytes"], out["description_sha256"] = int64(len(text)), hex.EncodeToString(sum[:])
	out["description_head"], out["description_tail"] = string(runes[:min(ends, len(runes))]), string(runes[max(0, len(runes)-ends):])
}
