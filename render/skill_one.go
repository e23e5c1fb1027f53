package render

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/skills"
)

// SkillNamed writes what becomes of a mention of name, and of every skill that has it. known is false when there
// is none.
func (s Screen) SkillNamed(name string) (screen *term.Builder, known bool) {
	b := s.Style.Builder()
	set := s.Result.Skills
	hits, enabled := s.skillsNamed(name)
	if len(hits) == 0 {
		_, err := set.Load(name)
		b.Hang("", 0, s.Style.Escape(err.Error()))
		return b, false
	}
	head := s.Style.Paint(term.Heading, s.Style.Escape(set.Dialect.Mentions.Sigil+set.Dialect.Commands.Sigil+name))
	b.Line(head)
	if s.asCommands() {
		b.Hang("  ", 2, s.commandWords(hits[0]))
	} else {
		b.Hang("  ", 2, s.mentionWords(enabled))
	}
	b.Blank()
	s.pathTable(b, hits)
	for _, i := range hits {
		s.skillChecks(b, set.Skills[i])
	}
	if s.asCommands() {
		s.losers(b, name)
		return b, true
	}
	if enabled > 1 {
		s.ambiguousFix(b, set.Skills[hits[len(hits)-1]])
	}
	return b, true
}

// skillsNamed lists the skills of a name and counts those that are turned on.
func (s Screen) skillsNamed(name string) (hits []int, enabled int) {
	for i, sk := range s.Result.Skills.Skills {
		if sk.Name == name {
			hits = append(hits, i)
			if sk.Enabled {
				enabled++
			}
		}
	}
	if i := s.Result.Skills.Answering(name); i >= 0 && len(hits) == 0 {
		hits, enabled = []int{i}, 1
	}
	return hits, enabled
}

func (s Screen) mentionWords(enabled int) string {
	switch enabled {
	case 0:
		return "turned off, so a mention loads nothing"
	case 1:
		return "a mention loads this skill"
	}
	return fmt.Sprintf("ambiguous: %d skills have this name, so a mention loads none of them", enabled)
}

func (s Screen) pathTable(b *term.Builder, hits []int) {
	t := term.Table{Indent: 2, Columns: []term.Column{{}, {Shrink: term.ShrinkPath, Min: 24}, {}}}
	for _, i := range hits {
		sk := s.Result.Skills.Skills[i]
		state := stateOf(sk, s.entryOf(i)).words()
		t.Rows = append(t.Rows, []term.Cell{{Text: sk.Scope}, {Text: s.name(sk.Path), Paint: term.Place}, {Text: state}})
	}
	b.Table(t)
}

// entryOf is a skill's place in the catalog, or nil.
func (s Screen) entryOf(i int) *skills.Entry {
	for k := range s.Result.Catalog.Entries {
		if e := &s.Result.Catalog.Entries[k]; e.Skill == i {
			return e
		}
	}
	return nil
}

// skillState is what becomes of a skill, as JSON says it.
type skillState string

const (
	stateOff       skillState = "off"
	stateOnMention skillState = "on-mention"
	stateNoCatalog skillState = "catalog-off"
	stateOmitted   skillState = "omitted"
	stateShortened skillState = "shortened"
	stateListed    skillState = "listed"

	stateTyped    skillState = "typed-only"
	stateWaiting  skillState = "waiting"
	stateNameOnly skillState = "name-only"
)

// words say it to people.
func (s skillState) words() string {
	return map[skillState]string{
		stateOff: "turned off", stateOnMention: "loaded on mention only", stateNoCatalog: "not offered: the catalog is off",
		stateOmitted: "omitted: no room in the catalog", stateShortened: "listed, description shortened", stateListed: "listed",
		stateTyped: "for users only", stateWaiting: "waits for a file", stateNameOnly: "listed, name only",
	}[s]
}

// stateOf takes a skill with its line of the catalog, nil when it has none.
func stateOf(sk *skills.Skill, e *skills.Entry) skillState {
	if state := commandState(sk); state != "" {
		return state
	}
	switch {
	case !sk.Enabled:
		return stateOff
	case sk.Meta.Explicit:
		return stateOnMention
	case e == nil:
		return stateNoCatalog
	case e.Line == "":
		return stateOmitted
	case e.Shortened():
		return stateShortened
	}
	return stateListed
}

// SkillFile writes what becomes of one file. known is false when the path is no skill file that was met.
func (s Screen) SkillFile(absPath string) (screen *term.Builder, known bool) {
	b := s.Style.Builder()
	name := s.name(absPath)
	switch m := s.met(absPath); {
	case len(m.skills) > 0:
		sk := s.Result.Skills.Skills[m.skills[0]]
		b.Line(s.Style.Paint(term.Heading, s.Style.Escape(sk.Name)), "   ", stateOf(sk, s.entryOf(m.skills[0])).words())
		b.Blank()
		s.pathTable(b, m.skills)
		s.skillChecks(b, sk)
	case m.failed != nil:
		b.Line(name, "   no skill: ", s.Style.Escape(m.failed.Text))
		b.Blank()
		s.reporter().Report(b, s.problemsIn(absPath))
	case m.passed != nil:
		b.Hang("", 0, name+"   not taken as a skill ("+m.passed.Reason+"): "+s.Style.Escape(m.passed.Text))
	default:
		b.Hang("", 0, name+" is below none of the places where "+s.Result.Dialect.Name+" looks for skills here:")
		s.skillRoots(b)
		return b, false
	}
	return b, true
}

// metFile is what the search made of one file.
type metFile struct {
	skills []int // one index into Set.Skills, or none
	failed *skills.Failure
	passed *skills.Passed
}

func (m metFile) known() bool { return len(m.skills) > 0 || m.failed != nil || m.passed != nil }

func (s Screen) met(absPath string) metFile {
	set := s.Result.Skills
	var m metFile
	if i := slices.IndexFunc(set.Skills, func(sk *skills.Skill) bool { return sk.Path == absPath || sk.Seen == absPath }); i >= 0 {
		m.skills = []int{i}
		return m
	}
	if i := slices.IndexFunc(set.Failed, func(f skills.Failure) bool { return f.Path == absPath }); i >= 0 {
		m.failed = &set.Failed[i]
		return m
	}
	if i := slices.IndexFunc(set.Passed, func(p skills.Passed) bool { return p.Path == absPath }); i >= 0 {
		m.passed = &set.Passed[i]
	}
	return m
}

func (s Screen) problemsIn(absPath string) diag.List {
	var out diag.List
	for _, d := range s.Result.Diags {
		if d.Subject.Path == absPath {
			out = append(out, d)
		}
	}
	return out
}

// skillChecks lists what was checked of one skill, each with what decides it.
func (s Screen) skillChecks(b *term.Builder, sk *skills.Skill) {
	b.Blank()
	if sk.Command.Kind != "" {
		s.commandChecks(b, sk)
		return
	}
	if len(sk.Repaired) > 0 {
		s.verdict(b, false, "frontmatter", "not valid YAML; read as plain text: "+s.at(sk.Repaired[0].Value))
	} else {
		s.verdict(b, true, "frontmatter", fmt.Sprintf("description of %s", term.Plural(utf8.RuneCountInString(sk.Description), "character")))
	}
	switch {
	case sk.Rule == nil:
		s.verdict(b, true, "enabled", "no "+s.Result.Skills.Dialect.Switches.Rules+" rule selects it")
	default:
		s.verdict(b, sk.Enabled, "enabled", "turned "+onOff(sk.Enabled)+" by "+s.ruleAt(*sk.Rule))
	}
	s.implicitVerdict(b, sk)
	s.catalogVerdict(b, sk)
	s.standardVerdict(b, sk)
}

func (s Screen) verdict(b *term.Builder, ok bool, what, text string) {
	mark := "✓"
	if !ok {
		mark = "⚠"
	}
	b.Hang("  "+s.Style.Draw(mark)+" "+term.PadRight(what, 14), 18, text)
}

func (s Screen) implicitVerdict(b *term.Builder, sk *skills.Skill) {
	file := s.Result.Skills.Dialect.Metadata.File
	switch m := sk.Meta; {
	case m.Ignored != "":
		s.verdict(b, false, "implicit use", file+" is ignored as a whole: "+s.Style.Escape(m.Ignored)+"  "+s.at(m.IgnoredAt))
	case m.Explicit:
		s.verdict(b, false, "implicit use", "not offered to the model: "+s.at(m.At))
	case m.File == "":
		s.verdict(b, true, "implicit use", "no "+file+" forbids it")
	default:
		s.verdict(b, true, "implicit use", file+" allows it")
	}
}

func (s Screen) catalogVerdict(b *term.Builder, sk *skills.Skill) {
	for i := range s.Result.Skills.Skills {
		if s.Result.Skills.Skills[i] != sk {
			continue
		}
		e := s.entryOf(i)
		switch {
		case e == nil:
			return
		case e.Line == "":
			s.verdict(b, false, "omitted", "no room in the catalog: its shortest line costs "+term.Count(e.Cost))
			return
		case !e.Shortened():
			s.verdict(b, true, "whole", fmt.Sprintf("all %s chars reach the model", term.Count(e.Written)))
			return
		}
		s.verdict(b, false, "shortened", fmt.Sprintf("%s of %s chars reach the model", term.Count(e.Kept), term.Count(e.Written)))
		b.Hang("      ", 6, s.Style.Escape(string([]rune(sk.Description)[:min(e.Kept, utf8.RuneCountInString(sk.Description))]))+s.Style.Draw("…"))
		if e.Lost != "" {
			b.Hang("      ", 6, "lost words: "+s.Style.Escape(firstWords(e.Lost, 20)))
		}
	}
}

func firstWords(text string, n int) string {
	words := strings.Fields(text)
	if len(words) <= n {
		return text
	}
	return strings.Join(words[:n], " ") + fmt.Sprintf(" and %d more", len(words)-n)
}

// standardVerdict is the public standard's view, apart from the agent's.
func (s Screen) standardVerdict(b *term.Builder, sk *skills.Skill) {
	var texts []string
	for _, x := range sk.Standard {
		if !x.Advice {
			texts = append(texts, x.Text)
		}
	}
	if len(texts) == 0 {
		s.verdict(b, true, "standard", "valid by the public skill standard")
		return
	}
	s.verdict(b, false, "standard", "not valid by the public skill standard: "+s.Style.Escape(strings.Join(texts, "; ")))
}

func (s Screen) ambiguousFix(b *term.Builder, sk *skills.Skill) {
	b.Blank()
	b.Line("fix  rename one of them, or turn one off:")
	b.Line("       [[", s.Result.Skills.Dialect.Switches.Rules, "]]")
	b.Line("       path = ", s.Style.Escape(quoted(sk.Path)))
	b.Line("       enabled = false")
}

func quoted(text string) string {
	return `"` + strings.ReplaceAll(strings.ReplaceAll(text, `\`, `\\`), `"`, `\"`) + `"`
}

func folderOf(p string) string { return path.Base(path.Dir(p)) }
