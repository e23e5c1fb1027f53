package dialect

// What a file does that cannot be used as it is: Layer.Faulty.
const (
	FaultStops     = ""           // it stops the agent, once what is wrong takes effect
	FaultDropsFile = "drops-file" // the whole file is left out, and the agent goes on
	FaultDropsKey  = "drops-key"  // broken text stops the agent, a wrong value is left out alone, with a warning
)

// Ignored are settings that the agent merges and reports, and does not act on.
type Ignored struct {
	Keys   []string `json:"keys"`             // dotted
	Kinds  []Kind   `json:"kinds"`            // the layers whose setting has no effect
	When   string   `json:"when"`             // IgnoredAlways, IgnoredUntrusted, or IgnoredSet and a dotted key
	Values []string `json:"values,omitempty"` // only these values; empty: any
	Class  string   `json:"class,omitempty"`  // the agent's warning about it; "" when it is silent
	Reason string   `json:"reason"`           // our words, after "ignored: "
}

// The strategies of Ignored.When.
const (
	IgnoredAlways    = "always"
	IgnoredUntrusted = "untrusted" // the folder is not trusted
	IgnoredSet       = "set:"      // a managed layer sets the key that follows to true
)

// Modes describes the permission mode that a session starts with.
type Modes struct {
	Key     string    `json:"key,omitempty"`     // dotted setting; "" when the agent has no such notion
	Default string    `json:"default,omitempty"` // without a setting
	Off     []ModeOff `json:"off,omitempty"`
}

// ModeOff forbids a mode: the session starts in the default mode instead.
type ModeOff struct {
	Mode  string `json:"mode"`
	Key   string `json:"key,omitempty"`   // dotted setting that forbids it
	Value string `json:"value,omitempty"` // the value with which Key does
	Kinds []Kind `json:"kinds,omitempty"` // layers that may not choose the mode
}

// Models describes which model names the agent takes without a warning.
type Models struct {
	Key     string   `json:"key,omitempty"`     // dotted setting; "" when the agent does not check names
	Env     string   `json:"env,omitempty"`     // variable that wins over it, also in the settings for the environment
	Class   string   `json:"class,omitempty"`   // the warning
	Suffix  string   `json:"suffix,omitempty"`  // may follow a name
	Aliases []string `json:"aliases,omitempty"` // short names, letter case aside
	Names   []string `json:"names,omitempty"`   // names that a longer spelling of a provider may hold
}

// AutoMemory describes the folder in which the agent keeps notes about a project between sessions.
type AutoMemory struct {
	Dir    string `json:"dir,omitempty"`    // below the agent's home, "{slug}" in it; "" when the agent keeps none
	DirKey string `json:"dirKey,omitempty"` // setting that names another folder: absolute, or below "~/"
	OnKey  string `json:"onKey,omitempty"`  // boolean setting
	OffEnv string `json:"offEnv,omitempty"` // variable of the environment or of EnvKey that decides over OnKey
	DirEnv string `json:"dirEnv,omitempty"` // variable that names the folder, before everything else
	EnvKey string `json:"envKey,omitempty"` // setting with variables for the agent's own environment

	AlwaysOff []string `json:"alwaysOff,omitempty"` // variables that switch it off for good

	SlugLength int `json:"slugLength,omitempty"` // a longer slug is cut there and a checksum added; 0: never
}
