package source

import (
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
	"github.com/agentlayers/layers/internal/frontmatter"
	"github.com/agentlayers/layers/internal/jsonsrc"
	"github.com/agentlayers/layers/internal/tomlsrc"
)

// Parsed is a configuration file as a tree with places.
type Parsed struct {
	Root     *doc.Value // nil when nothing could be read
	Problems diag.List  // what the reader found, duplicate keys as warnings included
	// Strict is false when the file could be read only by allowing comments that its agent refuses.
	Strict bool
}

// commented are the files that their agents read as JSON with comments.
var commented = []string{".vscode/", ".devcontainer", ".zed/", "opencode.json", ".gemini/", ".opencode/"}

// JSON reads f as JSON, with comments where the agent accepts them. Where it does not, a file that needs them is
// still read, with the problem in the list and Strict false.
func (f *File) JSON() Parsed {
	f.memo.json.Do(func() {
		if f.Text == nil || f.Cut {
			return
		}
		allowed := false
		for _, p := range commented {
			allowed = allowed || strings.HasPrefix(f.Inner, p)
		}
		root, problems := jsonsrc.Parse(f.Text, jsonsrc.Options{Comments: allowed})
		f.memo.jsonTree = Parsed{Root: root, Problems: problems, Strict: true}
		if root == nil && !allowed {
			lenient, _ := jsonsrc.Parse(f.Text, jsonsrc.Options{Comments: true})
			f.memo.jsonTree.Root, f.memo.jsonTree.Strict = lenient, false
		}
	})
	return f.memo.jsonTree
}

// codexNesting is what Codex reads; a deeper file keeps it from starting.
const codexNesting = 80

// TOML reads f as TOML. After an error the tree holds what came before it.
func (f *File) TOML() Parsed {
	f.memo.toml.Do(func() {
		if f.Text == nil || f.Cut {
			return
		}
		o := tomlsrc.Options{}
		if f.ReadBy("codex") {
			o = tomlsrc.Options{Depth: codexNesting, KeyParts: codexNesting, LeapSecond: true}
		}
		root, problems := tomlsrc.Parse(f.Text, o)
		f.memo.tomlTree = Parsed{Root: root, Problems: problems, Strict: true}
	})
	return f.memo.tomlTree
}

// Tree reads f by the ending of its name, JSON or TOML; nil when it is neither or cannot be read.
func (f *File) Tree() *doc.Value {
	switch {
	case strings.HasSuffix(f.Inner, ".toml"):
		return f.TOML().Root
	case strings.HasSuffix(f.Inner, ".json"), strings.HasSuffix(f.Inner, ".jsonc"):
		return f.JSON().Root
	}
	return nil
}

// blanked is data with its first n bytes turned into blanks, line ends kept, so that offsets stay true.
func blanked(data []byte, n int) []byte {
	if n == 0 {
		return data
	}
	out := make([]byte, len(data))
	copy(out, data)
	for i := range out[:n] {
		if out[i] != '\n' {
			out[i] = ' '
		}
	}
	return out
}

// Head reads the front matter of f. The problem is nil when there is some and it is sound.
func (f *File) Head() (frontmatter.Doc, *frontmatter.Problem) {
	f.memo.head.Do(func() {
		if !f.IsText() {
			f.memo.headProblem = &frontmatter.Problem{Kind: frontmatter.NoFence}
			return
		}
		f.memo.headDoc, f.memo.headProblem = frontmatter.Parse(f.Text, 0, nil)
	})
	return f.memo.headDoc, f.memo.headProblem
}

// bodyStart is the offset of the first byte after the front matter.
func (f *File) bodyStart() int {
	head, problem := f.Head()
	if problem != nil {
		return 0
	}
	return head.Body
}
