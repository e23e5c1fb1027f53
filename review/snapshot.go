package review

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
)

// Snapshot is the content of one root at the time of an audit: the bytes that were audited, nothing read again.
type Snapshot struct {
	Root      string
	Entries   []Entry  // in order
	Uncovered []string // in words: what the pin does not cover, links that lead out of the root and the like
	Audit     *audit.Result

	content map[string][]byte       // by digest
	files   map[string]*source.File // by path below the root
}

// Pin names the content for one scope.
func (s *Snapshot) Pin(scope Scope) string { return Pin(s.Entries, scope) }

// ErrIncomplete is wrapped by errors of Take: there is content that the audit did not see.
var ErrIncomplete = errors.New("not everything could be audited")

// Take makes a snapshot of what an audit has read. The audit must have asked every rule and suppressed nothing. It
// is an error that wraps ErrIncomplete when the audit is incomplete.
func Take(r *audit.Result) (*Snapshot, error) {
	if len(r.Incomplete) > 0 {
		return nil, fmt.Errorf("%w: %s", ErrIncomplete, r.Incomplete[0])
	}
	s := &Snapshot{Root: r.Set.Root, Audit: r, content: map[string][]byte{}, files: map[string]*source.File{}}
	git := gitFiles(r)
	for _, f := range r.Set.Files {
		if f.User || git[f.Rel] == leftOut {
			continue
		}
		if f.Cut || f.Err != nil && f.Mode.IsRegular() {
			return nil, fmt.Errorf("%w: %s", ErrIncomplete, f.Rel)
		}
		s.add(f)
	}
	s.gitKeys(r)
	s.elsewhere(r)
	slices.SortFunc(s.Entries, order)
	return s, nil
}

// gitFile is what becomes of a file that git reads.
type gitFile int

const leftOut gitFile = 1

// gitFiles finds the files of git folders that are no entries: configuration, of which only some keys count; hooks
// that git does not run; ".git" files whose git folder points back, because a checkout elsewhere has another one.
func gitFiles(r *audit.Result) map[string]gitFile {
	out := map[string]gitFile{}
	for _, repo := range r.Set.Repos {
		if repo.Bare {
			continue
		}
		for _, f := range repo.Configs {
			out[f.Rel] = leftOut
		}
		for _, f := range repo.Hooks {
			if f.Link == nil && !isExec(f.Mode) {
				out[f.Rel] = leftOut
			}
		}
		if repo.File != nil && repo.Refused == "" {
			out[repo.File.Rel] = leftOut
		}
	}
	return out
}

func isExec(m fs.FileMode) bool { return m.IsRegular() && m.Perm()&0o111 != 0 }

func (s *Snapshot) add(f *source.File) {
	e := Entry{Path: f.Rel, Kind: File, Exec: isExec(f.Mode), Text: isText(f)}
	var data []byte
	switch {
	case f.Link != nil:
		e.Kind, data = Link, []byte(f.Link.Text)
		if f.Link.Outside {
			s.Uncovered = append(s.Uncovered, f.Rel+" leads out of the root")
		}
	case f.Text == nil:
		e.Kind, data = Special, []byte(f.Mode.Type().String())
	default:
		data = f.Text.Bytes
	}
	e.Bytes, e.Hash = int64(len(data)), digest(data)
	s.Entries = append(s.Entries, e)
	s.files[f.Rel] = f
	if f.Kind != source.Env { // what is kept for later comparison holds no secrets of such files
		s.content[e.Hash] = data
	}
	if head := actingHead(f); e.Text && head != nil {
		s.Entries = append(s.Entries, Entry{Path: f.Rel + "#head", Kind: Head, Bytes: int64(len(head)), Hash: digest(head)})
	}
}

// elsewhere names what git reads from places that are not part of the set.
func (s *Snapshot) elsewhere(r *audit.Result) {
	for _, repo := range r.Set.Repos {
		if repo.HooksAway != "" {
			s.Uncovered = append(s.Uncovered, repo.HooksAway)
		}
		if _, inside := r.Set.Rel(repo.Target); repo.File != nil && repo.Refused == "" && !inside {
			s.Uncovered = append(s.Uncovered, "settings and hooks of git in "+repo.Target)
		}
	}
	for _, e := range s.Entries {
		_, key, _ := strings.Cut(e.Path, "#")
		if e.Kind == GitKey && (key == "include.path" || strings.HasPrefix(key, "includeif.")) {
			s.Uncovered = append(s.Uncovered, "the settings of git that "+e.Path+" includes")
		}
	}
}

// textEndings are the endings of files that an agent only reads.
var textEndings = []string{".md", ".mdc", ".txt", ".markdown"}

// isText reports whether a file is text for the model and nothing else. What is not known to be text is active.
func isText(f *source.File) bool {
	if f.Link != nil || f.Text == nil {
		return false
	}
	switch f.Kind {
	case source.Instructions, source.Skill, source.Workflow:
		return true
	case source.Env:
		return strings.HasPrefix(f.Inner, ".env") && f.Inner != ".envrc"
	case source.Command, source.SkillFile, source.Other:
		return slices.Contains(textEndings, path.Ext(f.Inner))
	}
	return false
}

// actingKeys are keys of front matter that do more than describe.
var actingKeys = []string{"hooks:", "allowed-tools:", "tools:", "mcpServers:", "permissionMode:"}

// actingHead is the front matter of a text that grants tools or runs hooks; nil for others.
func actingHead(f *source.File) []byte {
	doc, problem := f.Head()
	if problem != nil || doc.Body > len(f.Text.Bytes) {
		return nil
	}
	head := f.Text.Bytes[:doc.Body]
	for _, key := range actingKeys {
		if bytes.Contains(head, []byte("\n"+key)) {
			return head
		}
	}
	return nil
}

// gitKeys adds the settings of git that run a program, as the audit found them.
func (s *Snapshot) gitKeys(r *audit.Result) {
	values := map[string][]byte{}
	for _, list := range [][]audit.Finding{r.Findings, r.Suppressed} {
		for _, f := range list {
			if f.Rule != "git-config-exec" {
				continue
			}
			for _, e := range f.File.GitConfig() {
				if e.At == f.Span && e.Name != "" {
					id := f.Path + "#" + e.Key()
					values[id] = append(append(values[id], e.Value...), 0)
				}
			}
		}
	}
	for id, value := range values {
		s.Entries = append(s.Entries, Entry{Path: id, Kind: GitKey, Bytes: int64(len(value)), Hash: digest(value)})
	}
}
