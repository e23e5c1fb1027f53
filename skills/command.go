package skills

import (
	"context"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// CommandOptions is what an agent whose skills are commands is asked besides.
type CommandOptions struct {
	Added      []string   // absolute folders that the command line adds
	Plugins    []string   // absolute folders of plugins that the command line names
	Overrides  []Override // by name, each once
	Without    []string   // scopes that are not read: "user", "project", "managed" for an administrator's skills
	WithoutBy  string     // what leaves them out, for people
	Bare       bool       // added folders and plugins alone, and no listing for the model
	None       bool       // no skills and no commands at all
	PluginOnly Switch     // Off: an administrator allows only their own skills and those of plugins
	Worktree   Worktree
	Listing    ListingOptions
}

// Worktree names a linked worktree that holds the working directory. The zero value means that there is none.
type Worktree struct {
	Root string // of the linked worktree
	Main string // root of the main checkout
}

// Override is what a setting makes of the skills of one name.
type Override struct {
	Name  string
	Value string // a word of dialect.SkillCommands.Words
	At    diag.Span
	Layer string
}

// ListingOptions bound what the model is told. Zero values leave the agent's own bounds.
type ListingOptions struct {
	Budget   int     // UTF-16 units of the whole
	BudgetBy string  // what sets it, for people
	Fraction float64 // of the context window
	EntryMax int     // UTF-16 units of one entry's text
	At       diag.Span
}

// The kinds of Command.
const (
	KindSkill   = "skill"
	KindCommand = "command"
)

// Command is what only agents with commands have; the zero value for others.
type Command struct {
	Kind     string   `json:"kind,omitempty"`
	Title    string   `json:"title,omitempty"`   // a name in the head that differs; "" for none
	Aliases  []string `json:"aliases,omitempty"` // further names that a user may type
	Hint     string   `json:"hint,omitempty"`    // what a user is shown for arguments
	When     string   `json:"when,omitempty"`    // when_to_use
	Own      bool     `json:"own,omitempty"`     // the description is the head's, not the first line of the text
	Untyped  bool     `json:"untyped,omitempty"` // a user cannot type it
	NameOnly bool     `json:"nameOnly,omitempty"`
	Paths    []string `json:"paths,omitempty"` // it waits for a file that one of these patterns matches
	Near     string   `json:"near,omitempty"`  // folder that its description is scoped to

	UserOnly bool `json:"userOnly,omitempty"` // a setting keeps it from the model
	Typed    bool `json:"typed,omitempty"`    // a user can type it
	Listed   bool `json:"listed,omitempty"`   // the model is told of it
	Named    bool `json:"named,omitempty"`    // a session names it among its skills

	whole  bool   // it comes from a skill file, wherever that stands
	titled bool   // the model may use Title too
	base   string // the name before a folder's was put in front
	bare   string // a plugin's name without the plugin, where its own folder is the skill
	inline []byte // the text of a command that has no file
}

// findCommands answers for an agent whose skills are commands.
//
// Skills come before commands, and of one name the first that is found counts: an administrator's, the user's, the
// project's from the nearest folder up. A skill of an added folder whose name is taken gets the folder in front.
//
// Cases: claude/040-skills-sources, 041-skills-clash, 050-skills-and-commands-clash, skills-added-folders.
func findCommands(ctx context.Context, fsys tree.FS, o Options) (*Set, error) {
	l := &commandLoader{
		loader: loader{
			ctx: ctx, fsys: fsys, o: o,
			set: &Set{
				Dialect: o.Dialect, Bundled: o.Bundled, Include: o.Include, Window: o.Window,
				listing: o.Commands.Listing, fsys: fsys,
			},
			passed: map[passedKey]int{},
		},
		byPath: map[string]int{}, c: o.Commands, names: newNames(), taken: map[string]bool{},
	}
	if o.Commands.Bare {
		l.set.Include = Switch{Off: true, Key: "bare mode"}
	}
	for _, ov := range o.Commands.Overrides {
		l.set.Rules = append(l.set.Rules, Rule{Name: ov.Name, Value: ov.Value, Enabled: ov.Value != l.word(wordOff), At: ov.At, Layer: ov.Layer})
	}
	l.search()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	l.settle()
	for _, s := range l.set.Skills {
		s.Diags = append(s.Diags, s.problems()...)
	}
	l.diagnose(len(l.set.Skills))
	return l.set, nil
}

// commandLoader is one search of such an agent.
type commandLoader struct {
	loader
	c     CommandOptions
	names *names
	taken map[string]bool // names of skills that do not wait

	byPath map[string]int // real path of a file taken, to the root that took it

	skills, commands, scoped, pluginCommands, pluginSkills []*Skill
}

// search reads the roots in order.
func (l *commandLoader) search() {
	l.set.Roots = l.roots()
	for i := range l.set.Roots {
		r := &l.set.Roots[i]
		switch {
		case l.ctx.Err() != nil:
			return
		case r.Same != "" || r.Off != "":
		case r.Dialect.Each == dialect.EachPlugin:
			l.plugin(i)
		case r.Dialect.Commands:
			l.commandRoot(i)
		default:
			l.skillRoot(i)
		}
	}
	l.below()
}

// The places of dialect.SkillCommands.Words.
const (
	wordOn = iota
	wordNameOnly
	wordUserOnly
	wordOff
)

func (l *commandLoader) word(i int) string { return l.set.word(i) }

func (s *Set) word(i int) string {
	if words := s.Dialect.Commands.Words; i < len(words) {
		return words[i]
	}
	return ""
}
