package paths

import (
	"io/fs"

	"github.com/agentlayers/layers/audit"
)

func specialFile() audit.Rule {
	return audit.Rule{
		ID:         "special-file",
		Title:      "a pipe, socket or device stands where an agent reads a file",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		WorkTree:   true,
		Intent:     true,
		Doc: audit.Doc{
			Why:   "Reading a pipe can hang a program, or give it other text than anybody has seen. Git cannot hold one, so somebody put it there.",
			Fires: "a FIFO, socket or device at a path that an agent reads. It is never opened.",
			Quiet: "folders.",
			File:  ".codex/config.toml",
			Bad:   "(a FIFO)",
			Good:  "(a file)",
			Fix:   "remove it",
		},
		Check: func(p *audit.Pass) {
			const plain = fs.ModeDir | fs.ModeSymlink
			for f := range p.Files() {
				if t := f.Mode.Type(); t != 0 && t&plain == 0 {
					p.Report(audit.Finding{File: f, Message: kindOf(t) + " stands where an agent reads a file"})
				}
			}
		},
	}
}

func kindOf(t fs.FileMode) string {
	switch {
	case t&fs.ModeNamedPipe != 0:
		return "a pipe"
	case t&fs.ModeSocket != 0:
		return "a socket"
	case t&fs.ModeDevice != 0:
		return "a device"
	}
	return "a special file"
}
