package dialect

// claudeInstructions describes CLAUDE.md, rules, AGENTS.md and the memory index.
//
// Cases: golden/testdata/claude.
func claudeInstructions() Instructions {
	primary := func(file string) DocumentName { return DocumentName{File: file, Role: "primary"} }
	rules := func(folder string) DocumentName { return DocumentName{File: folder + "/**/*.md", Role: "rule"} }
	local := DocumentName{File: "CLAUDE.local.md", Role: "primary", Scope: "local"}
	agents := []DocumentName{{File: "AGENTS.md", Role: "agents"}, {File: ".claude/AGENTS.md", Role: "agents"}}
	project := []DocumentName{primary("CLAUDE.md"), primary(".claude/CLAUDE.md"), rules(".claude/rules"), local}
	below := []DocumentName{primary("CLAUDE.md"), primary(".claude/CLAUDE.md"), local, rules(".claude/rules")}
	return Instructions{
		Form: Blocks,
		Sources: []DocumentSource{
			{
				Scope: "managed", In: "/etc/claude-code", Pick: PickAll, Trim: true, Imports: true,
				Names: []DocumentName{primary("CLAUDE.md"), {File: "<managed-settings>", Role: "setting"}, rules(".claude/rules")},
			},
			{
				Scope: "user", In: "~home", Pick: PickAll, Trim: true, Imports: true,
				Names: []DocumentName{primary("CLAUDE.md"), rules("rules")},
			},
			{Scope: "project", In: "walk", Pick: PickAll, Trim: true, Imports: true, Names: append(project, agents...)},
			{Scope: "project", In: "added", Pick: PickAll, Trim: true, Imports: true, Names: project},
			{Scope: "project", In: "below", Pick: PickAll, Trim: true, Imports: true, Names: append(below, agents...)},
			{
				Scope: "memory", In: "memory", Pick: PickAll, Trim: true,
				Names: []DocumentName{{File: "MEMORY.md", Role: "index"}},
			},
		},
		Walk: DocumentWalk{Top: "file-system", Order: "down", Lazy: true},
		Text: DocumentText{Invalid: "replace", DropBOM: true, FrontMatter: true, BlockComments: true, PathsCondition: true},
		Imports: DocumentImports{
			Syntax: "at-path", Depth: 4, Boundary: "cwd", Suffixes: claudeImportSuffixes(),
		},
		Excludes: "claudeMdExcludes",
		Limits:   DocumentLimits{FileBytes: 4 << 20, MemoryLines: 200, MemoryChars: 25_000},
		Options: map[string]string{
			"agents":      `pluginConfigs."agents-md@builtin".options.instructionFiles`,
			"added":       "CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD",
			"external":    "hasClaudeMdExternalIncludesApproved",
			"managedText": "claudeMd",
		},
	}
}

// claudeImportSuffixes are the suffixes that were seen to load. Of some 350 that were tried, the others do not.
//
// Cases: imports-suffixes, imports-more-suffixes.
func claudeImportSuffixes() []string {
	return []string{
		"md", "txt", "text", "rst", "adoc", "asciidoc", "org", "tex", "html", "htm", "xml", "css", "scss", "sass", "less",
		"json", "yaml", "yml", "toml", "ini", "cfg", "conf", "config", "properties", "env", "csv", "log", "lock", "diff", "patch",
		"sql", "graphql", "gql", "proto", "gradle", "sbt", "cmake", "make",
		"js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "vue", "svelte", "astro", "ejs", "hbs", "pug", "jade",
		"py", "pyi", "pyw", "rb", "erb", "rake", "php", "pl", "pm", "lua", "r", "go", "rs", "java", "kt", "kts", "scala",
		"clj", "cljs", "cljc", "edn", "ex", "exs", "erl", "hrl", "elm", "hs", "lhs", "ml", "mli",
		"c", "h", "cc", "cpp", "cxx", "hpp", "hxx", "cs", "swift", "dart", "f", "f90", "f95", "for",
		"sh", "bash", "zsh", "fish", "bat", "cmd", "ps1",
	}
}
