package dialect

// Skills describes how an agent finds, lists, offers and loads skills.
//
// Everything an agent reads as one skill is a folder with a file of the name File; front matter of that file
// names and describes it.
type Skills struct {
	Form  string      `json:"form,omitempty"`  // SkillsAsCommands; "" for one flat list
	File  string      `json:"file,omitempty"`  // "SKILL.md", compared exactly; "" when the agent has no skills
	Roots []SkillRoot `json:"roots,omitempty"` // in scan order: the first root that reaches a file decides its scope
	Walk  SkillWalk   `json:"walk"`
	Order []string    `json:"order,omitempty"` // scopes in the order of the agent's own listing; by name, then path inside each

	Limits   SkillLimits   `json:"limits"`
	Metadata SkillMetadata `json:"metadata"`
	Switches SkillSwitches `json:"switches"`
	Catalog  SkillCatalog  `json:"catalog"`
	Mentions SkillMentions `json:"mentions"`
	Implicit SkillImplicit `json:"implicit"`
	Memory   Memory        `json:"memory"`
	Commands SkillCommands `json:"commands,omitzero"` // of the form SkillsAsCommands
}

// The strategies of SkillRoot.Each.
const (
	EachLayer  = "layer"  // once per folder of a project layer, nearest first, disabled layers too
	EachFolder = "folder" // once per folder from the project root down to the working directory
	EachUp     = "up"     // once per folder from the working directory up to the repository, not the user's home
	EachAdded  = "added"  // once per folder that the command line adds
	EachPlugin = "plugin" // once per folder of a plugin that the command line names
)

// SkillRoot is one place where skills are looked for.
//
// Path is absolute ("/etc/codex/skills"), below the agent's home ("~home/skills"), below the user's home
// ("~/.agents/skills"), or, with Each, below every folder that Each walks.
type SkillRoot struct {
	Path  string `json:"path"`
	Each  string `json:"each,omitempty"`
	Scope string `json:"scope"` // "repo", "user", "system", "admin": a word of Order
	From  string `json:"from"`  // what names it, for people: "user layer"
	// NoLinks: links to folders are not followed below this root.
	NoLinks bool `json:"noLinks,omitempty"`
	// Bundled: the agent writes its own skills there before it scans, unless they are switched off, which
	// removes the root.
	Bundled bool `json:"bundled,omitempty"`
	// Gated: skills below it are offered only where the folder is trusted.
	Gated bool `json:"gated,omitempty"`
	// Commands: it holds files of commands, not folders of skills.
	Commands bool `json:"commands,omitempty"`
}

// SkillWalk bounds the search below one root. Counts; 0 means no limit of that kind.
type SkillWalk struct {
	Depth     int  `json:"depth,omitempty"`     // folders below the root that are still read
	Folders   int  `json:"folders,omitempty"`   // folders read, the root included, breadth first in byte order of names
	Hidden    bool `json:"hidden,omitempty"`    // names that start with a dot are entered too
	FileLinks bool `json:"fileLinks,omitempty"` // a link to a file of the right name counts
}

// SkillLimits bound single texts, in characters unless the name says bytes.
type SkillLimits struct {
	Name        int   `json:"name,omitempty"`        // a longer name makes the skill an error
	Qualified   int   `json:"qualified,omitempty"`   // of a name with its plugin's in front; 0 means no limit
	Description int   `json:"description,omitempty"` // a longer description is cut in the catalog, its last three characters dots
	HeadBytes   int64 `json:"headBytes,omitempty"`   // our own bound: longer front matter is reported, not parsed
	FileBytes   int64 `json:"fileBytes,omitempty"`   // our own bound: a longer file is reported, not read
}

// SkillMetadata is the optional file beside a skill, and the manifest above it that gives a namespace.
type SkillMetadata struct {
	File      string   `json:"file,omitempty"`      // "agents/openai.yaml", below the skill's folder
	Short     int      `json:"short,omitempty"`     // limit of names and types, characters
	Long      int      `json:"long,omitempty"`      // limit of all other texts, characters
	Assets    string   `json:"assets,omitempty"`    // folder that icons must lie in
	Products  []string `json:"products,omitempty"`  // product words that are known; another word spoils the file
	Product   string   `json:"product,omitempty"`   // the running product
	Manifests []string `json:"manifests,omitempty"` // ".codex-plugin/plugin.json": the name in the nearest one above goes before the skill's
}

// SkillSwitches are the configuration keys that change which skills there are.
type SkillSwitches struct {
	Rules   string `json:"rules,omitempty"`   // dotted key of the list of rules, "skills.config"
	Path    string `json:"path,omitempty"`    // key of a rule that selects one file
	Name    string `json:"name,omitempty"`    // key of a rule that selects by name
	Enabled string `json:"enabled,omitempty"` // key of a rule that says what becomes of the skill
	Layers  []Kind `json:"layers,omitempty"`  // kinds of layer whose rules count; they add up, lowest first
	Bundled string `json:"bundled,omitempty"` // dotted key of the merged configuration that removes bundled roots
	Include string `json:"include,omitempty"` // dotted key of the merged configuration that removes the catalog
}

// The values of SkillCatalog.Aliases.
const (
	AliasPressure = "pressure" // only where the plain paths do not fit
	AliasBetter   = "better"   // wherever the aliased form shows more or costs less
)

// SkillCatalog says how skills are offered to the model.
type SkillCatalog struct {
	Order   []string `json:"order,omitempty"` // scopes in catalog order
	Percent int      `json:"percent,omitempty"`
	// WindowKey and ModelKey are the dotted keys of the context window and of the model that it belongs to.
	WindowKey string `json:"windowKey,omitempty"`
	ModelKey  string `json:"modelKey,omitempty"`
	// Windows are the context windows that the agent knows, its default model first. A configured name is looked
	// up as the longest of these that it begins with, also after one "vendor/"; Other is for all other names.
	Windows []ModelWindow `json:"windows,omitempty"`
	Other   ModelWindow   `json:"other"`

	TokenSize int    `json:"tokenSize,omitempty"` // bytes that count as one token
	Chars     int    `json:"chars,omitempty"`     // budget in characters where the window is not known
	Aliases   string `json:"aliases,omitempty"`   // when roots are abbreviated
	AliasFree int    `json:"aliasFree,omitempty"` // bytes of the table of abbreviations that cost nothing
	// AliasSeen: below an alias a linked folder is shown as it was reached; otherwise a file that really lies
	// elsewhere keeps its plain path.
	AliasSeen bool `json:"aliasSeen,omitempty"`
	WarnAbove int  `json:"warnAbove,omitempty"` // characters cut on average above which the agent warns
}

// ModelWindow is the context window of one model, in tokens.
type ModelWindow struct {
	Model  string `json:"model,omitempty"`
	Window int64  `json:"window"` // where the configuration sets none
	Max    int64  `json:"max"`    // a configured window above it is lowered to it
}

// SkillMentions says how a user's text names a skill.
type SkillMentions struct {
	Sigil    string   `json:"sigil,omitempty"`    // "$"
	Reserved []string `json:"reserved,omitempty"` // names that are never mentions, whatever their case
	Scheme   string   `json:"scheme,omitempty"`   // prefix of a link's target that is dropped
	Foreign  []string `json:"foreign,omitempty"`  // prefixes of link targets that name something else
	// Seen: a link may name a file as it was reached, besides its real path.
	Seen   bool   `json:"seen,omitempty"`
	Before string `json:"before,omitempty"` // what is put around a file when it is injected
	After  string `json:"after,omitempty"`
}

// SkillImplicit says how a command line shows that a skill is being used.
type SkillImplicit struct {
	Runners    []string `json:"runners,omitempty"`    // programs that run a script
	Extensions []string `json:"extensions,omitempty"` // of scripts
	Scripts    string   `json:"scripts,omitempty"`    // folder of a skill whose scripts count
	Readers    []string `json:"readers,omitempty"`    // programs that read a file
}

// Memory says which notes of earlier sessions the model is given.
type Memory struct {
	Keys   []string `json:"keys,omitempty"`   // dotted keys of the merged configuration that turn it on; the last one set decides
	File   string   `json:"file,omitempty"`   // below the agent's home
	Tokens int      `json:"tokens,omitempty"` // a longer summary loses its middle
}
