package agentsmd

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/frontmatter"
)

// faultyHead is a head with paths that is not YAML.
type faultyHead struct {
	from, to int // bytes of the head: the line of the mistake
	why      string
}

// yamlPlace is how the YAML library names a line.
var yamlPlace = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)
})

// headFault looks for the mistake in a head that is not YAML. The agent tells nothing about it: it takes the
// values as plain text, and where that does not help either, as no head at all.
//
// Cases: rules-paths, rules-paths-repaired.
func headFault(head []byte) *faultyHead {
	if len(head) > frontmatter.MaxLooseBytes || !bytes.Contains(head, []byte("paths")) {
		return nil
	}
	err := frontmatter.LooseFault(string(head))
	if err == nil {
		return nil
	}
	f := &faultyHead{why: err.Error()}
	line := 1
	if m := yamlPlace().FindStringSubmatch(f.why); m != nil {
		f.why = m[2]
		if n, err := strconv.Atoi(m[1]); err == nil {
			line = n
		}
	}
	for ; line > 1; line-- {
		next := bytes.IndexByte(head[f.from:], '\n')
		if next < 0 || len(bytes.TrimSpace(head[f.from+next:])) == 0 {
			break
		}
		f.from += next + 1
	}
	f.to = len(head)
	if end := bytes.IndexByte(head[f.from:], '\n'); end >= 0 {
		f.to = f.from + end
	}
	return f
}

// diagnostic names the mistake with its effect. place leads from bytes of the head to bytes of the file.
func (f *faultyHead) diagnostic(src *diag.Source, patterns []string, place func(int) int) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Code: "doc-head-invalid", Severity: diag.Note, Subject: src.Span(place(f.from), place(f.to)),
		Summary: "the head is not valid YAML: " + f.why,
		Effect:  "the agent takes its values as plain text; paths: " + strings.Join(patterns, ", "),
		Fix:     "put the value into quotes",
	}
	if patterns == nil {
		d.Severity, d.Effect = diag.Warning, "the agent finds no paths in it and loads the rule for every file"
	}
	return d
}
