package diag

// Event is something that the agent itself reports when it is started: a class of message and what it names.
// The agent's own sentences are not repeated.
type Event struct {
	Class   string     `json:"class"`
	At      Span       `json:"at,omitzero"`
	Field   string     `json:"field,omitempty"`   // the requirement that a fallback is about
	Keys    []string   `json:"keys,omitempty"`    // keys in the order in which the agent names them
	Folders []string   `json:"folders,omitempty"` // project folders, root first
	Entries []NamedKey `json:"entries,omitempty"` // unknown settings that are named
	More    int        `json:"more,omitempty"`    // how many more are only counted
	Loaded  int64      `json:"loaded,omitempty"`  // bytes that were read
	Of      int64      `json:"of,omitempty"`      // bytes on disk
	Count   int        `json:"count,omitempty"`   // entries of a list that are ignored
	Trust   string     `json:"trust,omitempty"`   // the folder whose trust would change it
}

// NamedKey is one setting with the layer that holds it.
type NamedKey struct {
	Layer string `json:"layer"`
	File  string `json:"file,omitempty"`
	Key   string `json:"key"`
}
