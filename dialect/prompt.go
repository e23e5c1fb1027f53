package dialect

// PromptPart is one part of what the model reads before the user's first words.
type PromptPart struct {
	Name  string `json:"name"`            // "skills": how people choose it
	Role  string `json:"role,omitempty"`  // of the message that holds it, "developer" or "user"; "" when it is no message, or not known
	From  string `json:"from,omitempty"`  // what it is made of: PartInstructions, PartSkills, PartMemory; "" for the agent's own text
	About string `json:"about,omitempty"` // what the agent's own text is about, for people
}

// The values of PromptPart.From.
const (
	PartInstructions = "instructions"
	PartSkills       = "skills"
	PartMemory       = "memory"
)

// codexPrompt lists the parts in the order of the first request of a session. Version 0.171.0 puts skills before
// permissions and says more about how it works.
func codexPrompt(skillsFirst bool) []PromptPart {
	skills := PromptPart{Name: "skills", Role: "developer", From: PartSkills}
	permissions := PromptPart{Name: "permissions", Role: "developer", About: "sandbox and approvals"}
	middle := []PromptPart{permissions, skills}
	if skillsFirst {
		middle = []PromptPart{skills, permissions, {Name: "collaboration", Role: "developer", About: "the mode of working"}}
	}
	out := []PromptPart{
		{Name: "tools", About: "what the model may call"},
		{Name: "base prompt", Role: "developer", About: "how to behave"},
		{Name: "memory", Role: "developer", From: PartMemory},
	}
	out = append(out, middle...)
	return append(
		out,
		PromptPart{Name: "agents", Role: "developer", About: "work of several agents"},
		PromptPart{Name: "instructions", Role: "user", From: PartInstructions},
		PromptPart{Name: "environment", Role: "user", About: "folder, shell, date"},
	)
}

func claudePrompt() []PromptPart {
	return []PromptPart{
		{Name: "tools", About: "what the model may call"},
		{Name: "base prompt", Role: "system", About: "how to behave"},
		{Name: "instructions", Role: "user", From: PartInstructions},
		{Name: "skills", From: PartSkills},
	}
}
