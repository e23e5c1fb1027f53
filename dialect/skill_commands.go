package dialect

// The values of Skills.Form.
const (
	// SkillsAsCommands: a skill is a command that a user types with a slash as well, files of commands stand beside
	// skills, one name is taken once, and the model is given names with descriptions and no paths.
	SkillsAsCommands = "commands"
)

// SkillCommands describes an agent of the form SkillsAsCommands.
type SkillCommands struct {
	Sigil     string            `json:"sigil,omitempty"`     // what a user types before a name
	Suffix    string            `json:"suffix,omitempty"`    // of files of commands, ".md"
	Labels    map[string]string `json:"labels,omitempty"`    // by scope: the word that follows a description for the user
	Generic   map[string]string `json:"generic,omitempty"`   // by kind: the description of a file with neither description nor text
	Words     []string          `json:"words,omitempty"`     // of Overrides: on, name only, not for the model, off
	FirstMax  int               `json:"firstMax,omitempty"`  // UTF-16 units of a description that is the first line of the text
	FileBytes map[string]int64  `json:"fileBytes,omitempty"` // by kind: a longer file is passed over
	NameMax   int               `json:"nameMax,omitempty"`   // characters of a name in the head; a longer one is passed over

	Overrides  string `json:"overrides,omitempty"`  // dotted key of the table that turns skills off, by name
	PluginOnly string `json:"pluginOnly,omitempty"` // dotted key of an administrator: no skills but their own and those of plugins
	PluginWord string `json:"pluginWord,omitempty"` // the word in a list there that means skills
	NoBundled  string `json:"noBundled,omitempty"`  // dotted key that removes the agent's own skills
	NoManaged  string `json:"noManaged,omitempty"`  // environment variable that removes an administrator's skills
	BareEnv    string `json:"bareEnv,omitempty"`    // environment variable that means bare mode

	Near   string `json:"near,omitempty"`   // what is put behind the description of a skill of a folder; {dir}
	Scoped string `json:"scoped,omitempty"` // the same where the name is taken elsewhere; {dir} and {name}

	Plugins SkillPlugins `json:"plugins"`
	Listing SkillListing `json:"listing"`

	// Own are the agent's own entries of the listing, in its order; Taken are further names of its commands. A
	// name of either is not shown as a second name of a skill.
	Own   []OwnSkill `json:"own,omitempty"`
	Taken []string   `json:"taken,omitempty"`
	// Reserved are further names that the agent\'s own commands answer to, in other sessions too. A skill of the name
	// may have another title; then it no longer answers to its own.
	Reserved []string `json:"reserved,omitempty"`
}

// SkillPlugins says what a plugin's folder holds.
type SkillPlugins struct {
	Manifest string `json:"manifest,omitempty"` // ".claude-plugin/plugin.json"
	Skills   string `json:"skills,omitempty"`   // folder of skills, and the key of the manifest that adds to it
	Commands string `json:"commands,omitempty"` // folder of commands, and the key of the manifest that replaces it
	Prefix   string `json:"prefix,omitempty"`   // of paths in a manifest, "./"
}

// SkillListing bounds what the model is told.
type SkillListing struct {
	EntryMax    int     `json:"entryMax,omitempty"`    // UTF-16 units of one entry's text
	EntryKey    string  `json:"entryKey,omitempty"`    // dotted key that sets it
	Fraction    float64 `json:"fraction,omitempty"`    // of the context window that the whole may take
	FractionKey string  `json:"fractionKey,omitempty"` // dotted key that sets it
	BudgetEnv   string  `json:"budgetEnv,omitempty"`   // environment variable that sets the budget, in UTF-16 units
	// Windows are the models whose budget is known, the default first; looked up as in SkillCatalog.
	Windows []ListingWindow `json:"windows,omitempty"`
	Other   ListingWindow   `json:"other"`
}

// ListingWindow is the context window of one model, and how many UTF-16 units count as a token.
type ListingWindow struct {
	Model  string `json:"model,omitempty"`
	Window int64  `json:"window"`
	Chars  int64  `json:"chars"`
}

// OwnSkill is one entry that the agent has of its own. Its text is not kept, only what it costs.
type OwnSkill struct {
	Name  string `json:"name"`
	Chars int    `json:"chars,omitempty"` // UTF-16 units of its text; 0 when the listing does not hold it
	// Fixed: its text is kept whatever the budget.
	Fixed bool `json:"fixed,omitempty"`
	// Skill: it is one of the skills that a session names.
	Skill bool `json:"skill,omitempty"`
}
