package editors

import (
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

func vscodeExecPath() audit.Rule {
	return audit.Rule{
		ID:         "vscode-exec-path",
		Title:      "workspace settings name a program of the repository",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Agents:     []string{"vscode"},
		Doc: audit.Doc{
			Why:   "The editor and its extensions start the program by themselves, for instance to ask git about the tree.",
			Fires: "git.path, python.defaultInterpreterPath, eslint.nodePath, terminal profiles, and settings that end in executablePath, serverPath, nodePath, binaryPath or interpreterPath, with a path inside the repository.",
			Quiet: "programs of the system; names without a folder. A Python interpreter of a virtual environment is for auditors.",
			File:  vscodeSettings,
			Bad:   `{ "git.path": "./tools/git" }`,
			Good:  `{ "git.path": "/usr/bin/git" }`,
			Fix:   "remove it, or name a program of the system",
		},
		Check: func(p *audit.Pass) {
			for f := range p.Named(vscodeSettings) {
				execPaths(p, f, "", f.Tree(), 0)
			}
		},
	}
}

// execPaths looks at every setting below v, whose names continue above.
func execPaths(p *audit.Pass, f *source.File, above string, v *doc.Value, depth int) {
	const deepest = 8
	if v == nil || v.Kind != doc.Table || depth > deepest {
		return
	}
	for i := range v.Members {
		m := &v.Members[i]
		name := strings.TrimPrefix(above+"."+m.Name, ".")
		switch {
		case isProfiles(name):
			for _, profile := range source.Members(m.Value) {
				for _, key := range []string{"path", "args"} {
					reportPaths(p, f, name, source.At(profile.Value, key))
				}
			}
		case strings.HasPrefix(name, "terminal.integrated.automationProfile."):
			for _, key := range []string{"path", "args"} {
				reportPaths(p, f, name, source.At(m.Value, key))
			}
		case isExecSetting(name):
			reportPaths(p, f, name, m)
		default:
			execPaths(p, f, name, m.Value, depth+1)
		}
	}
}

func isProfiles(name string) bool {
	os, ok := strings.CutPrefix(name, "terminal.integrated.profiles.")
	return ok && !strings.Contains(os, ".")
}

// execSettings are single settings that name a program.
var execSettings = map[string]bool{
	"git.path": true, "python.pythonPath": true, "python.condaPath": true, "python.poetryPath": true, "python.pipenvPath": true,
	"terminal.integrated.shell.linux": true, "terminal.integrated.shell.osx": true, "terminal.integrated.shell.windows": true,
	"terminal.external.linuxExec": true, "terminal.external.osxExec": true, "terminal.external.windowsExec": true,
	"rust-analyzer.server.path": true, "clangd.path": true, "deno.path": true, "ruff.path": true, "ruff.interpreter": true,
	"cmake.cmakePath": true, "go.alternateTools": true, "makefile.makePath": true,
}

func isExecSetting(name string) bool {
	if execSettings[name] {
		return true
	}
	_, last, ok := strings.Cut(name, ".")
	last = strings.ToLower(last[strings.LastIndexByte(last, '.')+1:])
	for _, end := range []string{"executablepath", "executable_path", "serverpath", "nodepath", "binarypath", "interpreterpath"} {
		if ok && strings.HasSuffix(last, end) {
			return true
		}
	}
	return false
}

// reportPaths reports the strings of a setting that are paths inside the repository.
func reportPaths(p *audit.Pass, f *source.File, name string, m *doc.Member) {
	if m == nil {
		return
	}
	report := func(value string, at diag.Span) {
		if !inRepository(p, f, value) {
			return
		}
		found := audit.Finding{
			File: f, Span: at, Key: []string{name},
			Message: audit.What("workspace settings make the editor run ", value, " ("+name+")"),
		}
		if isVirtualEnv(name, value) {
			found.Severity, found.Persona = audit.Low, audit.Auditor
		}
		p.Report(found)
	}
	if text, ok := source.String(m.Value); ok {
		report(text, source.Where(m))
		return
	}
	for _, text := range source.Strings(m.Value) {
		report(text.Text, text.Span)
	}
	for i := range m.Value.Members {
		if text, ok := source.String(m.Value.Members[i].Value); ok && m.Value.Kind == doc.Table {
			report(text, source.Where(&m.Value.Members[i]))
		}
	}
}

// inRepository reports whether a value is a path below the folder that is opened, or one relative to it.
func inRepository(p *audit.Pass, f *source.File, value string) bool {
	value = strings.ReplaceAll(strings.TrimSpace(value), `\`, "/")
	if strings.HasPrefix(value, "${workspace") || strings.HasPrefix(value, "${fileWorkspace") {
		return true
	}
	switch {
	case !strings.Contains(value, "/"), strings.Contains(value, "://"), strings.HasPrefix(value, "-"), strings.HasPrefix(value, "~"),
		strings.HasPrefix(value, "$"), len(value) > 1 && value[1] == ':':
		return false
	case strings.HasPrefix(value, "/"):
		_, inside := p.Inside(f.Start, value)
		return inside
	}
	return true
}

// isVirtualEnv reports whether a setting names the Python of a virtual environment, which is made on each machine.
func isVirtualEnv(name, value string) bool {
	if !strings.HasPrefix(name, "python.") && !strings.HasPrefix(name, "ruff.") {
		return false
	}
	for _, part := range strings.FieldsFunc(value, func(r rune) bool { return r == '/' || r == '\\' }) {
		switch part {
		case ".venv", "venv", "env", ".env", ".virtualenv", ".conda", ".pixi":
			return true
		}
	}
	return false
}
