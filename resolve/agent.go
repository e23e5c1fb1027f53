package resolve

import (
	"context"
	"slices"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/skills"
	"github.com/agentlayers/layers/tree"
)

// Policy is requirements that an embedder holds as text, in the format of the dialect: from a service, from a
// device's management, compiled in. Name stands for the file in origins and problems: "policy service".
//
// Text that cannot be read is an Error in Result.Diags, and Result.Outcome then refuses to start.
type Policy struct {
	Name string
	Data []byte
}

func (o Options) policies() []layers.Entry {
	var out []layers.Entry
	for _, p := range o.Enforced {
		out = append(out, layers.ParseRequirements(p.Name, p.Data, o.Dialect))
	}
	return out
}

// Config is the configuration that the agent may act on: what the layers add up to, requirements enforced. Effective,
// in contrast, is what the layers ask for.
func (r *Result) Config() layers.Effective {
	return r.Effective.Enforce(r.Stack.Requirements, r.Dialect.Requirements)
}

// Decode reads Config into the struct that into points to, by koanf tags or field names. The error is a
// layers.DecodeErrors with the key and the place of every value that does not fit.
func (r *Result) Decode(into any) error { return r.Config().Decode(into) }

// StrictError is problems that an embedder does not accept.
type StrictError struct{ Problems diag.List }

// Error has one line a problem, as diag.Diagnostic.String writes it.
func (e *StrictError) Error() string {
	lines := make([]string, len(e.Problems))
	for i, d := range e.Problems {
		lines[i] = d.String()
	}
	return strings.Join(lines, "\n")
}

// Strict turns problems into an error: every one of severity Error, and whatever has one of the given codes. It is a
// *StrictError, errors first, or nil. The Result is as complete with as without it.
func (r *Result) Strict(codes ...diag.Code) error {
	var bad diag.List
	for _, d := range r.Diags {
		if d.Severity == diag.Error || slices.Contains(codes, d.Code) {
			bad = append(bad, d)
		}
	}
	if len(bad) == 0 {
		return nil
	}
	return &StrictError{bad.Sorted()}
}

// LoadSkill is what a tool that loads skills answers for a name from the catalog: the skill's text and the files
// beside it, within the default bounds of skills.Bounds. fsys is the file system of the Host.
//
// The text is that of the file which was resolved: one that was written since is a *skills.ChangedError, which Refresh
// takes in. The other errors are a *skills.NotFoundError with the nearest names, a *skills.DisabledError, or that ctx
// is done.
func (r *Result) LoadSkill(ctx context.Context, fsys tree.FS, name string) (skills.Call, error) {
	return r.Skills.Call(ctx, fsys, name, skills.Bounds{})
}
