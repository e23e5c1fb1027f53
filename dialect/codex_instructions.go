package dialect

// codexInstructions describes AGENTS.md as Codex reads it.
//
// Cases: doc-*, field/docs-*, codex-random/docs-*.
func codexInstructions() Instructions {
	names := []DocumentName{
		{File: "AGENTS.override.md", Role: "override"},
		{File: "AGENTS.md", Role: "primary"},
	}
	return Instructions{
		Form: Joined,
		Sources: []DocumentSource{
			{Scope: "global", In: "~home", Names: names, Pick: PickText, Trim: true},
			{Scope: "project", In: "walk", Names: names, Pick: PickFile, Fallback: true, Counted: true, Gated: true, Fragile: true},
		},
		Walk:     DocumentWalk{Top: "root", Order: "down"},
		Fallback: DocumentFallback{Key: "project_doc_fallback_filenames"},
		Budget:   DocumentBudget{Key: "project_doc_max_bytes", Default: 32 << 10},
		Joint:    DocumentJoint{Between: "\n\n", Project: "\n\n--- project-doc ---\n\n", Heading: "cwd"},
		Text:     DocumentText{Invalid: "replace"},
		Others: []string{
			"AGENT.md", "AGENTS.local.md", "CLAUDE.md", "CLAUDE.local.md", "CRUSH.md", "GEMINI.md", "QWEN.md",
			".cursorrules", ".goosehints", ".windsurfrules",
		},
	}
}

// codexInstructions171 is what 0.171.0 changes: it warns, it heeds distrust, and it takes plain names only.
func codexInstructions171() Instructions {
	i := codexInstructions()
	i.Fallback.PlainOnly = true
	i.Budget.Warns = true
	i.Trust.Untrusted = true
	return i
}
