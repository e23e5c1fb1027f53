package golden

import (
	"strings"

	"github.com/agentlayers/layers/skills"
)

// ownSkills reports a path of a skill that the agent wrote itself: no case holds those.
func ownSkills(p string) bool { return strings.Contains(p, "/.system/") }

// skillsFact is the agent's listing.
func skillsFact(v Views, _ any) (any, presence) {
	if !v.ServerAsked || v.Server.Skills == nil {
		return nil, absent
	}
	out := []any{}
	for _, s := range v.Server.Skills.Skills {
		if !ownSkills(s.Path) {
			out = append(out, skillFact(s))
		}
	}
	if len(out) == 0 {
		return nil, absent
	}
	return out, present
}

func skillFact(s *skills.Skill) map[string]any {
	out := map[string]any{
		"name": s.Name, "description": s.Description, "enabled": s.Enabled, "path": s.Path, "scope": s.Scope,
	}
	texts(out, map[string]string{"shortDescription": s.Short})
	i := s.Meta.Interface
	look := map[string]any{}
	texts(look, map[string]string{
		"displayName": i.DisplayName, "shortDescription": i.ShortDescription, "iconSmall": i.IconSmall,
		"iconLarge": i.IconLarge, "brandColor": i.BrandColor, "defaultPrompt": i.DefaultPrompt,
	})
	if len(look) > 0 {
		out["interface"] = look
	}
	var tools []any
	for _, t := range s.Meta.Tools {
		tool := map[string]any{}
		texts(tool, map[string]string{
			"type": t.Type, "value": t.Value, "description": t.Description, "transport": t.Transport,
			"command": t.Command, "url": t.URL,
		})
		tools = append(tools, tool)
	}
	if tools != nil {
		out["dependencies"] = map[string]any{"tools": tools}
	}
	return out
}

// texts puts those that are not empty into out.
func texts(out map[string]any, values map[string]string) {
	for key, value := range values {
		if value != "" {
			out[key] = value
		}
	}
}

// classedSkillErrors leaves out messages that were not classified when they were recorded.
func classedSkillErrors(recorded any) (any, presence) {
	var out []any
	for _, e := range tables(recorded) {
		if e["class"] != "unclassified" {
			out = append(out, e)
		}
	}
	if out == nil {
		return nil, outOfScope
	}
	return out, present
}

func skillErrorsFact(v Views, _ any) (any, presence) {
	if !v.ServerAsked || v.Server.Skills == nil {
		return nil, absent
	}
	var out []any
	for _, f := range v.Server.Skills.Failed {
		if f.Quiet || ownSkills(f.Path) || f.Class == "qualified-name-too-long" {
			continue // the recorder has no class for the last
		}
		e := map[string]any{"path": f.Path, "class": f.Class}
		texts(e, map[string]string{"field": f.Field})
		if f.Limit > 0 {
			e["limit"] = f.Limit
		}
		out = append(out, e)
	}
	if out == nil {
		return nil, absent
	}
	return out, present
}

// catalogFact is the lines as the model gets them, without those of the agent's own skills. Where these take part
// a fixture does not hold them, and the recorder says that they came first.
func catalogFact(v Views, _ any) (any, presence) {
	c := v.Prompt.Catalog
	if v.Prompt.Outcome.Exit != 0 || len(c.Entries) == 0 && !c.Unknown || c.Off {
		return nil, absent
	}
	lines := []any{}
	for _, e := range c.Entries {
		if e.Line != "" && !ownSkills(v.Prompt.Skills.Skills[e.Skill].Path) {
			lines = append(lines, e.Line)
		}
	}
	out := map[string]any{"lines": lines}
	if c.Unknown {
		if len(lines) == 0 {
			return nil, absent
		}
		out["system_skills"] = "first"
	}
	if len(c.Aliases) > 0 {
		var roots []any
		for _, a := range c.Aliases {
			roots = append(roots, map[string]any{"alias": a.Name, "path": a.Path})
		}
		out["roots"] = roots
	}
	return out, present
}

// mentionsFact is what each text loads.
func mentionsFact(v Views, _ any) (any, presence) {
	if len(v.Mentions) == 0 || v.Prompt.Outcome.Exit != 0 {
		return nil, absent
	}
	var out []any
	for _, text := range v.Mentions {
		injected := []any{}
		for _, i := range v.Prompt.Skills.Mentioned(text) {
			s := v.Prompt.Skills.Skills[i]
			contents, err := v.Prompt.Skills.Text(s)
			if err != nil {
				contents = []byte(err.Error())
			}
			injected = append(injected, map[string]any{
				"name": s.Name, "path": s.Path, "contents": string(contents), "role": "user", "after_user_text": true,
			})
		}
		out = append(out, map[string]any{"text": text, "injected": injected})
	}
	return out, present
}

// memoryFact is recorded of a turn only.
func memoryFact(v Views, _ any) (any, presence) {
	if len(v.Mentions) == 0 || v.Prompt.Outcome.Exit != 0 || v.Prompt.Memory.Text == "" {
		return nil, absent
	}
	return v.Prompt.Memory.Text, present
}
