package dialect

// Instructions describes the Markdown files that an agent puts before the conversation: where candidates
// stand, which of them are taken, how their text is prepared and joined, and what bounds it.
type Instructions struct {
	Form     string            `json:"form,omitempty"`    // "joined" or "blocks"; "" when the agent reads no such files
	Sources  []DocumentSource  `json:"sources,omitempty"` // in load order
	Walk     DocumentWalk      `json:"walk,omitzero"`
	Fallback DocumentFallback  `json:"fallback,omitzero"`
	Budget   DocumentBudget    `json:"budget,omitzero"`
	Joint    DocumentJoint     `json:"joint,omitzero"`
	Trust    DocumentTrust     `json:"trust,omitzero"`
	Text     DocumentText      `json:"text,omitzero"`
	Imports  DocumentImports   `json:"imports,omitzero"`
	Excludes string            `json:"excludes,omitempty"` // config key with patterns of files to leave out
	Others   []string          `json:"others,omitempty"`   // file names that other agents read and this one does not
	Limits   DocumentLimits    `json:"limits,omitzero"`
	Options  map[string]string `json:"options,omitempty"` // dotted config keys that switch parts, by what they switch
}

// The values of Instructions.Form.
const (
	Joined = "joined" // one text under one heading, parts separated by Joint
	Blocks = "blocks" // one block a file, each named by its path
)

// DocumentSource is one place where candidates stand.
type DocumentSource struct {
	Scope string `json:"scope"` // "global", "managed", "user", "project", "local", "rule", "memory"

	// In is the folder: absolute, "~home" for the agent's own, "~" for the user's, or "walk" for every folder
	// of the walk. An agent with blocks also has "added" for folders given on the command line, "below" for what
	// reading a file below the working directory adds, and "memory" for the folder of its notes.
	In    string         `json:"in"`
	Names []DocumentName `json:"names"` // in order of preference, or of loading when all are taken
	Pick  string         `json:"pick"`  // PickFile, PickText or PickAll

	Trim     bool `json:"trim,omitempty"`     // white space around the whole text is removed
	Fallback bool `json:"fallback,omitempty"` // configured names follow the built-in ones
	Counted  bool `json:"counted,omitempty"`  // spends the budget
	Gated    bool `json:"gated,omitempty"`    // falls under Trust
	// Fragile: an input error at any file, other than that it is missing, loses every file of this source.
	Fragile bool `json:"fragile,omitempty"`
	// Imports: import lines in these files are followed.
	Imports bool `json:"imports,omitempty"`
}

// The values of DocumentSource.Pick.
const (
	PickFile = "first-file" // the first regular file of each folder, whatever it holds
	PickText = "first-text" // the first file of each folder that holds more than white space
	PickAll  = "all"        // every file
)

// DocumentName is one candidate name. File is relative to the folder of its source and may hold a folder; a
// last part "**/*.md" stands for every such file at any depth.
type DocumentName struct {
	File  string `json:"file"`
	Role  string `json:"role"`            // "override", "primary", "rule", "agents", ...
	Scope string `json:"scope,omitempty"` // where it differs from the source's
}

// DocumentWalk says which folders are visited.
type DocumentWalk struct {
	Top   string `json:"top,omitempty"`   // "root": the project root; "file-system": "/"
	Order string `json:"order,omitempty"` // "down": from the top to the working directory; "up": the other way
	Lazy  bool   `json:"lazy,omitempty"`  // folders below the working directory load when a file there is read
	// GitNeedsHead is as in Roots, for this walk: a ".git" folder without HEAD is no root.
	GitNeedsHead bool `json:"gitNeedsHead,omitempty"`
}

// DocumentFallback describes names that a user configures.
type DocumentFallback struct {
	Key       string `json:"key,omitempty"`       // config key, a list of names
	PlainOnly bool   `json:"plainOnly,omitempty"` // an entry that is not a plain file name is left out; else it is a path
}

// DocumentBudget bounds the bytes of all counted files together.
type DocumentBudget struct {
	Key     string `json:"key,omitempty"`     // config key, bytes
	Default int64  `json:"default,omitempty"` // bytes
	// Warns: the agent tells when a file is cut, when one is skipped, and when the whole text is over the limit.
	Warns bool `json:"warns,omitempty"`
}

// DocumentJoint is how the texts of a "joined" agent become one.
type DocumentJoint struct {
	Between string `json:"between,omitempty"` // between two texts
	Project string `json:"project,omitempty"` // between the global text and the first project text
	Heading string `json:"heading,omitempty"` // "cwd": the heading names the working directory when a project text is present
}

// DocumentTrust says what distrust does to gated sources.
type DocumentTrust struct {
	Untrusted bool `json:"untrusted,omitempty"` // a project marked as untrusted contributes nothing
}

// DocumentText is how bytes become text.
type DocumentText struct {
	Invalid        string `json:"invalid,omitempty"`        // "replace": U+FFFD for what is not UTF-8
	DropBOM        bool   `json:"dropBom,omitempty"`        // a byte order mark at the start is removed
	FrontMatter    bool   `json:"frontMatter,omitempty"`    // a YAML head is removed
	BlockComments  bool   `json:"blockComments,omitempty"`  // HTML comments that stand alone are removed
	PathsCondition bool   `json:"pathsCondition,omitempty"` // "paths" in the head of a rule delays it until a matching file is read
}

// DocumentImports says how one file pulls in another.
type DocumentImports struct {
	Syntax   string   `json:"syntax,omitempty"`   // "at-path": @path in Markdown text; "" for none
	Depth    int      `json:"depth,omitempty"`    // hops from the file that starts
	Suffixes []string `json:"suffixes,omitempty"` // allowed suffixes without the dot, any letter case; none is always allowed
	Boundary string   `json:"boundary,omitempty"` // "cwd": files outside need an approval
}

// DocumentLimits are the agent's own bounds. 0 means none.
type DocumentLimits struct {
	FileBytes   int64 `json:"fileBytes,omitempty"`   // a longer file is passed over
	MemoryLines int   `json:"memoryLines,omitempty"` // lines of the memory index that load
	MemoryChars int   `json:"memoryChars,omitempty"` // UTF-16 units of the memory index that load, whole lines
}
