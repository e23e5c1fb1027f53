package layers

// Launch is what the agent's own command line says, for agents whose settings depend on it.
type Launch struct {
	Settings string   // a settings file, or settings as JSON text; "" for none
	Sources  []string // the layers below it that are read, by kind: "user", "project", "local"; nil for all
	Mode     string   // permission mode, "" for the configured one
	Bypass   bool     // the mode that skips every permission check, where settings allow it
	Bare     bool     // without anything that is loaded for the model by itself
	Model    string   // "" for the configured one
	AddDirs  []string // further folders, as given
	Plugins  []string // folders of plugins, as given
	NoSkills bool     // without skills and commands
}
