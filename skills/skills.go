// Package skills finds the skills an agent sees, says which are offered to the model and how, and loads them.
//
//	Options, tree.FS ─> Find ─> Set ─┬─> Catalog: a line a skill, within the budget
//	                            ^    ├─> Mentioned, Used, Rank: which skill a text means
//	                            │    ├─> Load, Call: its text for the model
//	embed.FS ─> ReleaseTo ──────┘    └─> Failed, Passed, Diags: what is not offered, and why
//
// It takes plain Options, not a configuration: the caller passes in what the layers say. What an agent does is
// data of its dialect.Skills.
package skills

import (
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/internal/frontmatter"
	"github.com/agentlayers/layers/tree"
)

// Options is one question. Paths are absolute.
type Options struct {
	Dialect   dialect.Skills
	Cwd       string     // where the walk over project folders ends
	Root      string     // where it begins: the project root as far as skills are concerned
	Home      string     // the user's home; "" when unknown
	AgentHome string     // the agent's own folder, links resolved; "" when there is none
	Layers    []LayerDir // folders of project layers, lowest first
	Rules     []Rule     // in the order in which they apply
	Bundled   Switch     // the agent's own skills; the zero value is on
	Include   Switch     // the catalog; the zero value is on
	Window    Window
	Commands  CommandOptions // for an agent whose skills are commands
	Previous  *Found         // an earlier answer to the same question: files with the same bytes are not parsed again
}

// LayerDir is the folder of one project layer.
type LayerDir struct {
	Path     string
	Name     string // what people read
	Disabled string // why the layer has no effect; "" when it has. Its skills are read all the same
}

// Switch is a configuration key that turns something off.
type Switch struct {
	Off   bool
	Key   string // dotted
	At    diag.Span
	Layer string
}

// Window is what is known of the model's context window.
type Window struct {
	Model  string    // as configured; "" for the agent's default
	Set    bool      // the configuration sets a window
	Tokens int64     // as set
	Asked  bool      // Tokens comes from whoever asks and is taken as it is
	At     diag.Span // who sets it; zero when nothing does
	Layer  string
}

// Rule turns skills on or off. Exactly one of Path and Name is set in a rule that counts.
type Rule struct {
	Path    string // a skill's file
	Name    string
	Value   string // of an agent whose settings have more words than on and off
	Enabled bool
	At      diag.Span
	Layer   string
	Ignored string // why the rule does not count; "" when it does
	Hits    int    // skills that it selects
}

// Root is one place that was searched.
type Root struct {
	Path    string            `json:"path"` // as named
	Real    string            `json:"real"` // links resolved
	Scope   string            `json:"scope"`
	From    string            `json:"from"`              // which layer or rule names it
	Layer   string            `json:"layer,omitempty"`   // why that layer has no effect otherwise
	Exists  bool              `json:"exists"`            // a folder that could be read
	Assumed bool              `json:"assumed,omitempty"` // the agent fills it before it scans, and it is not there yet
	Same    string            `json:"same,omitempty"`    // the earlier root with the same path, which is searched instead
	Off     string            `json:"off,omitempty"`     // what keeps it from being searched
	Folders int               `json:"folders"`           // folders read
	Found   int               `json:"found"`             // skills taken
	Dialect dialect.SkillRoot `json:"-"`
}

// Skill is one skill that the agent lists.
type Skill struct {
	Name        string
	Description string // whole, blanks collapsed
	Short       string
	Path        string // the file, links resolved
	Seen        string // the file as the walk reached it, below the root's resolved path
	Root        int    // index into Set.Roots
	Scope       string
	Namespace   string    // of a plugin; Name begins with it and ":"
	Meta        *Metadata // never nil
	Command     *Command  // never nil; zero for other agents
	Enabled     bool
	Rule        *Rule  // the last rule that selects it
	Head        string // the file up to its text: the head, and what stands around it
	Digest      string // sha256 of the file's bytes; "" where it is none by itself
	Repaired    []frontmatter.Repair
	Standard    []Breach // where the public standard is not met
	Diags       diag.List

	places []place // of what the head gives
	below  summary // the text after the head
}

// Offered reports whether the skill may stand in the catalog.
func (s *Skill) Offered() bool {
	if s.Command.Kind != "" {
		return s.Command.Listed
	}
	return s.Enabled && !s.Meta.Explicit
}

// Failure is a file that the agent reports instead of listing it.
type Failure struct {
	Path  string    `json:"path"`
	Class string    `json:"class"`           // "missing-frontmatter", "bad-yaml", "missing-field", "field-too-long", "unreadable"
	Field string    `json:"field,omitempty"` // for the last two but one
	Limit int       `json:"limit,omitempty"` // characters
	At    diag.Span `json:"at"`
	Root  int       `json:"root"`
	Quiet bool      `json:"quiet,omitempty"` // the agent itself says nothing about it
	Text  string    `json:"text"`
	Fix   string    `json:"fix,omitempty"`
}

// The reasons of Passed.
const (
	PassedLink      = "link-file"      // the file is a link
	PassedHidden    = "hidden"         // below a hidden folder
	PassedDeep      = "too-deep"       // deeper than the walk goes
	PassedLimit     = "folder-limit"   // after the last folder that the walk reads
	PassedName      = "wrong-name"     // a name that differs in letter case
	PassedDuplicate = "same-file"      // reached before, from this or another root
	PassedProduct   = "other-product"  // meant for another product
	PassedFolder    = "unreadable"     // a folder that cannot be read
	PassedLinkOut   = "link-not-taken" // a link to a folder where links are not followed, or to nothing
	PassedLoop      = "link-loop"      // a link that leads to a folder already searched
	PassedShadowed  = "shadowed"       // another has its name
	PassedBeside    = "beside-skill"   // beside a skill file that stands for the whole folder
	PassedUseless   = "no-use"         // kept from the user and from the model
	PassedLater     = "later"          // offered once a file below its folder is read
	PassedPlugin    = "plugin"         // of a plugin that is not loaded
)

// Passed is something that looked like a skill, or could hold one, and was not taken.
type Passed struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
	Text   string `json:"text"`
	Root   int    `json:"root"`
	More   int    `json:"more,omitempty"` // how many more of the kind are only counted
}

// Set is everything that was found, plain data. Share it freely; change nothing in it.
type Set struct {
	Dialect dialect.Skills
	Roots   []Root    // in scan order
	Skills  []*Skill  // in the agent's own listing order
	Failed  []Failure // in scan order
	Passed  []Passed  // in scan order
	Rules   []Rule
	Bundled Switch
	Include Switch
	Window  Window
	Diags   diag.List

	listing  ListingOptions
	ownNamed []string
	fsys     tree.FS
}
