package render

import (
	"io"
	"slices"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/resolve"
)

// overviewJSON is the answer about a directory.
type overviewJSON struct {
	envelope
	Layers       []layerJSON      `json:"layers"` // strongest first
	Requirements []constraintJSON `json:"requirements"`
	Overruled    []constraintJSON `json:"overruled"`
	Clamped      []clampJSON      `json:"clamped"`
	Effective    countsJSON       `json:"effective"`
	Instructions instructionPart  `json:"instructions"`
	Skills       skillPart        `json:"skills"`
	Session      sessionJSON      `json:"session"`
	Agent        outcomeJSON      `json:"agent"` // what the agent itself would report
	IfTrusted    []changeJSON     `json:"ifTrusted"`
	Problems     []problemJSON    `json:"problems"`
}

type layerJSON struct {
	Layer    string        `json:"layer"`
	Source   string        `json:"source"`
	Name     string        `json:"name"`
	Path     string        `json:"path,omitempty"`
	State    string        `json:"state"` // "active", "disabled", "absent" or "unreadable"
	Disabled *disabledJSON `json:"disabled"`
	Digest   string        `json:"sha256,omitempty"`
	Keys     int           `json:"keys"`
	Sets     []layers.Key  `json:"sets"`
	Removed  []layers.Key  `json:"removed"` // keys that a project may not set

	Ignored []layers.Key `json:"ignored,omitempty"` // settings that the agent shows and does not act on
	LeftOut []layers.Key `json:"leftOut,omitempty"` // values that the agent leaves out when it reads the file
}

type disabledJSON struct {
	Reason string       `json:"reason"`
	Text   string       `json:"text"`
	Fix    string       `json:"fix"`
	Trust  decisionJSON `json:"trust"`
}

type countsJSON struct {
	Keys        int `json:"keys"`
	Shadowed    int `json:"shadowed"`
	Constrained int `json:"constrained"`
}

type clampJSON struct {
	Key        layers.Key     `json:"key"`
	Configured any            `json:"configured"`
	At         *placeJSON     `json:"at"`
	Enforced   any            `json:"enforced"`
	By         constraintJSON `json:"by"`
}

type sessionJSON struct {
	ApprovalPolicy any          `json:"approvalPolicy"`
	Sandbox        sandboxJSON  `json:"sandbox"`
	Trust          decisionJSON `json:"trust"`

	Mode      string `json:"permissionMode,omitempty"`
	MemoryDir string `json:"memoryDir,omitempty"`
}

type sandboxJSON struct {
	Mode                string   `json:"mode"`
	Profile             string   `json:"profile,omitempty"`
	WritableRoots       []string `json:"writableRoots"`
	NetworkAccess       bool     `json:"networkAccess"`
	ExcludeTmpdirEnvVar bool     `json:"excludeTmpdirEnvVar"`
	ExcludeSlashTmp     bool     `json:"excludeSlashTmp"`
	CwdReadOnly         bool     `json:"cwdReadOnly"`
}

type outcomeJSON struct {
	Exit     int          `json:"exit"`
	Errors   []diag.Event `json:"errors"`
	Warnings []diag.Event `json:"warnings"`
}

type changeJSON struct {
	Key  layers.Key `json:"key"`
	From any        `json:"from"`
	To   any        `json:"to"`
	At   *placeJSON `json:"at"`
}

// OverviewJSON writes the answer about the directory.
func (s Screen) OverviewJSON(w io.Writer, version string) error {
	r := s.Result
	out := overviewJSON{
		envelope: s.envelope("Overview", version), Layers: []layerJSON{}, Requirements: constraints(r.Stack.Requirements.Constraints),
		Overruled: constraints(r.Stack.Requirements.Overruled), Clamped: s.clampsJSON(),
		Effective:    countsJSON{r.Effective.Root.Count(), r.Effective.Root.ShadowedCount(), len(r.Effective.Clamped)},
		Instructions: instructionsOf(r),
		Skills:       s.skillPart(),
		Session:      session(r), Agent: outcome(r), IfTrusted: s.changesJSON(), Problems: problemsJSON(r),
	}
	for i := range slices.Backward(r.Stack.Entries) {
		out.Layers = append(out.Layers, layerOf(r, i))
	}
	return write(w, out)
}

func layerOf(r *resolve.Result, i int) layerJSON {
	e := r.Stack.Entries[i]
	out := layerJSON{
		Layer: layerName(i), Source: string(e.Source.Kind), Name: e.Source.Name, Path: e.Source.Path, State: "active",
		Digest: e.Digest, Keys: e.Root.Count(), Sets: []layers.Key{}, Removed: []layers.Key{},
	}
	switch {
	case e.Failed:
		out.State = "unreadable"
	case e.Disabled != nil:
		out.State = "disabled"
	case !e.Exists:
		out.State = "absent"
	}
	if d := e.Disabled; d != nil {
		out.Disabled = &disabledJSON{string(d.Code), d.Text, d.Fix, decision(d.Decision)}
	}
	if e.Root != nil {
		for key := range e.Root.Values() {
			out.Sets = append(out.Sets, key)
		}
	}
	for _, x := range e.Removed {
		out.Removed = append(out.Removed, x.Key)
	}
	for _, x := range e.Ignored {
		out.Ignored = append(out.Ignored, x.Key)
	}
	for _, x := range e.Lost {
		out.LeftOut = append(out.LeftOut, x.Key)
	}
	return out
}

func constraints(list []layers.Constraint) []constraintJSON {
	out := []constraintJSON{}
	for _, c := range list {
		out = append(out, constraintOf(c))
	}
	return out
}

func (s Screen) clampsJSON() []clampJSON {
	out := []clampJSON{}
	for _, c := range s.Result.Effective.Clamped {
		j := clampJSON{Key: c.Key, Configured: s.plain(c.Key, c.Wanted), Enforced: c.Got, By: constraintOf(c.Constraint)}
		if c.Wanted != nil {
			j.At = place(c.Wanted.Origin.Value())
		}
		out = append(out, j)
	}
	return out
}

func session(r *resolve.Result) sessionJSON {
	sb := r.Session.Sandbox
	roots := sb.WritableRoots
	if roots == nil {
		roots = []string{}
	}
	return sessionJSON{
		ApprovalPolicy: r.Session.Approval, Trust: decision(r.Session.Trust), Mode: r.Session.Mode, MemoryDir: r.Session.MemoryDir,
		Sandbox: sandboxJSON{sb.Mode, r.Session.Profile, roots, sb.NetworkAccess, sb.ExcludeTmpdirEnvVar, sb.ExcludeSlashTmp, sb.CwdReadOnly},
	}
}

func outcome(r *resolve.Result) outcomeJSON {
	out := outcomeJSON{Exit: r.Outcome.Exit, Errors: r.Outcome.Errors, Warnings: r.Outcome.Warnings}
	if out.Errors == nil {
		out.Errors = []diag.Event{}
	}
	if out.Warnings == nil {
		out.Warnings = []diag.Event{}
	}
	return out
}

// changesJSON is what trust changes: from now to trusted, in both views.
func (s Screen) changesJSON() []changeJSON {
	out := []changeJSON{}
	t := s.Trusted()
	if t.Before == nil {
		return out
	}
	for _, c := range t.trustChanges() {
		out = append(out, t.changeJSON(c))
	}
	return out
}
