package render

// Git is what the repository itself says it is, beside what the agent makes of it. It decides nothing.
type Git struct {
	Branch       string // full name of what HEAD is on; "" when detached
	Commit       string // id in hex; "" without a commit
	Main         string // the main checkout; "" when there is none
	Linked       bool   // this is a linked worktree
	Bare         bool
	Shallow      bool
	ObjectFormat string // "sha1" or "sha256"
	Unread       string // why nothing else is known; "" when it is
}

type gitJSON struct {
	Branch       string `json:"branch"`
	Commit       string `json:"commit"`
	Main         string `json:"main"`
	Linked       bool   `json:"linked"`
	Bare         bool   `json:"bare"`
	Shallow      bool   `json:"shallow"`
	ObjectFormat string `json:"objectFormat"`
	Unread       string `json:"unread"`
}

// git is nil when the repository was not asked.
func (s Screen) git() *gitJSON {
	if s.Git == nil {
		return nil
	}
	g := gitJSON(*s.Git)
	return &g
}
