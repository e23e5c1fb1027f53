package skills

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"slices"
	"unicode/utf8"

	"github.com/agentlayers/layers/tree"
)

// Bounds limit what a Call gives. The zero value of a field stands for its default.
type Bounds struct {
	Bytes int // of the text; 64 KiB
	Files int // resources that are listed; 200
}

// The defaults of Bounds.
const (
	defaultCallBytes = 64 << 10
	defaultCallFiles = 200
)

// Call is what a tool that loads skills answers: the instructions without their head, and what lies beside them.
type Call struct {
	Name      string   `json:"name"`
	Dir       string   `json:"dir"`                 // absolute; relative paths in the text start here
	Text      string   `json:"text"`                // whole lines, within Bounds.Bytes
	CutBytes  int      `json:"cutBytes,omitempty"`  // bytes of the text that were left out at its end
	Resources []string `json:"resources,omitempty"` // files below Dir, in byte order, relative to it
	CutFiles  bool     `json:"cutFiles,omitempty"`  // there are more
}

// DisabledError is a skill that is there and turned off.
type DisabledError struct {
	Name string
	Rule *Rule // what turns it off; nil when it is the agent's own rule
}

// Error says which line turns the skill off.
func (e *DisabledError) Error() string {
	text := fmt.Sprintf("skill %q is turned off", e.Name)
	if e.Rule != nil && e.Rule.At.HasPosition() {
		text += " by " + e.Rule.At.String()
	}
	return text
}

// Call loads a skill for the model, by name or path: the text, which is the one that was found, and the names of the
// files beside it, which are listed now. None of them is opened, no link is followed, and hidden files are left out.
//
// The error is a *NotFoundError with the nearest names, a *DisabledError, a *ChangedError where the file is no longer
// the one that was found, or that ctx is done. A folder that cannot be
// listed gives no resources.
func (s *Set) Call(ctx context.Context, fsys tree.FS, name string, b Bounds) (Call, error) {
	l, err := s.Load(name)
	if err != nil {
		return Call{}, err
	}
	if !l.Skill.Enabled {
		return Call{}, &DisabledError{Name: l.Skill.Name, Rule: l.Skill.Rule}
	}
	whole := bytes.TrimLeft(l.Body[len(l.Skill.Head):], "\r\n")
	text := wholeLines(whole, orDefault(b.Bytes, defaultCallBytes))
	out := Call{Name: l.Skill.Name, Dir: path.Dir(l.Skill.Path), Text: string(text)}
	out.CutBytes = len(whole) - len(text)
	if l.Skill.Command.Kind != KindCommand { // a command is one file among others
		out.Resources, out.CutFiles = resources(ctx, fsys, l.Skill, orDefault(b.Files, defaultCallFiles))
	}
	return out, ctx.Err()
}

func orDefault(n, otherwise int) int {
	if n > 0 {
		return n
	}
	return otherwise
}

// wholeLines cuts a text after the last line that ends within limit; of a longer first line as much as fits.
func wholeLines(text []byte, limit int) []byte {
	if len(text) <= limit {
		return text
	}
	if i := bytes.LastIndexByte(text[:limit], '\n'); i >= 0 {
		return text[:i+1]
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit]
}

// The bounds of a listing of resources, besides the number of files.
const (
	maxResourceDepth   = 8   // folders below the skill's own
	maxResourceFolders = 200 // read in all
)

// resources lists regular files below a skill's folder, each folder's files before those of its folders, then puts
// them in byte order. It stops at max files and says so.
func resources(ctx context.Context, fsys tree.FS, sk *Skill, max int) (out []string, cut bool) {
	type place struct {
		rel   string
		depth int
	}
	dir, own := path.Dir(sk.Path), path.Base(sk.Path)
	queue := []place{{}}
	for read := 0; len(queue) > 0 && ctx.Err() == nil; read++ {
		at := queue[0]
		queue = queue[1:]
		if read == maxResourceFolders {
			cut = true
			break
		}
		entries, err := fsys.ReadDir(path.Join(dir, at.rel))
		if err != nil {
			continue
		}
		for _, e := range entries {
			rel := path.Join(at.rel, e.Name())
			switch {
			case e.Name()[0] == '.' || rel == own:
			case e.IsDir() && at.depth == maxResourceDepth:
				cut = true
			case e.IsDir():
				queue = append(queue, place{rel, at.depth + 1})
			case !e.Type().IsRegular():
			case len(out) == max:
				return slices.Sorted(slices.Values(out)), true
			default:
				out = append(out, rel)
			}
		}
	}
	return slices.Sorted(slices.Values(out)), cut
}
