package review

import (
	"fmt"
	"io/fs"

	"github.com/agentlayers/layers/tree"
)

// Places are folders of the machine that are no project.
type Places struct {
	Home   string
	Temp   []string // folders of temporary files; what lies below may be a root
	Agents []string // the agents' own folders
}

// RootError says why a folder can never be a trusted root.
type RootError struct{ Root, Reason string }

func (e *RootError) Error() string { return fmt.Sprintf("%s cannot be trusted: %s", e.Root, e.Reason) }

// CheckRoot refuses "/", the home folder, the temporary folder, what lies above them, an agent's own folder, and
// what another user owns. root has its links resolved.
func (s Store) CheckRoot(root string, p Places) error {
	if root == "/" {
		return &RootError{root, "it is the whole machine"}
	}
	for _, c := range []struct {
		what string
		dirs []string
	}{{"your home folder", []string{p.Home}}, {"the folder of temporary files", p.Temp}, {"the agent's own folder", p.Agents}} {
		for _, dir := range c.dirs {
			if dir == "" {
				continue
			}
			if dir = tree.Canonical(s.FS, dir); root == dir {
				return &RootError{root, "it is " + c.what}
			}
			if tree.Within(root, dir) {
				return &RootError{root, "it holds " + c.what}
			}
		}
	}
	info, err := s.FS.Lstat(root)
	if err != nil {
		return err
	}
	if info.Mode().Type() != fs.ModeDir {
		return &RootError{root, "it is no folder"}
	}
	if owner, known := s.owner(info); known && owner != s.UID {
		return &RootError{root, "another user owns it"}
	}
	return nil
}
