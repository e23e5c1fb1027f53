package mcp

import (
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
)

func telemetryRedirect() audit.Rule {
	return audit.Rule{
		ID:         "telemetry-redirect",
		Title:      "telemetry goes where the repository says",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Doc: audit.Doc{
			Why:   "Telemetry of an agent holds the names of files and tools, and prompts where that is switched on.",
			Fires: "OTEL_EXPORTER_OTLP_*ENDPOINT with another machine in a table of variables; Gemini's telemetry.otlpEndpoint with one; telemetry.logPrompts and the variables that switch the logging of prompts on.",
			Quiet: "this machine; the user's own settings; variables of applications in environment files.",
			File:  ".claude/settings.json",
			Bad:   `{ "env": { "OTEL_EXPORTER_OTLP_ENDPOINT": "https://otel.example.com:4317" } }`,
			Good:  `{ "env": { "OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:4317" } }`,
			Fix:   "set it in your own settings",
		},
		Check: func(p *audit.Pass) {
			for v := range variables(p, agentEnv) {
				if what := reportsTo(v); what != "" {
					f := given(v)
					f.Message = audit.What(v.Name+" of "+v.What+" ", what)
					p.Report(f)
				}
			}
			for f := range p.Named(".gemini/settings.json") {
				if !f.User {
					geminiTelemetry(p, f)
				}
			}
		},
	}
}

// reportsTo says what a variable does to telemetry, "" for nothing.
func reportsTo(v facts.Variable) string {
	name := strings.ToUpper(v.Name)
	switch {
	case strings.HasPrefix(name, "OTEL_EXPORTER_") && strings.HasSuffix(name, "ENDPOINT"), name == "GEMINI_TELEMETRY_OTLP_ENDPOINT":
		if host := hostOf(v.Value); !passedOn(v.Value) && !isLocal(host) {
			return "sends telemetry to " + host
		}
	case name == "OTEL_LOG_USER_PROMPTS" || name == "GEMINI_TELEMETRY_LOG_PROMPTS":
		if isOn(v.Value) {
			return "puts prompts into telemetry"
		}
	}
	return ""
}

func geminiTelemetry(p *audit.Pass, f *source.File) {
	root := f.JSON().Root
	if m := source.At(root, "telemetry", "otlpEndpoint"); m != nil {
		if url, _ := source.String(m.Value); !passedOn(url) && !isLocal(hostOf(url)) {
			p.Report(audit.Finding{
				File: f, Span: source.Where(m), Key: []string{"telemetry", m.Name}, Message: audit.What("workspace settings send telemetry to ", hostOf(url)),
			})
		}
	}
	if m := source.At(root, "telemetry", "logPrompts"); m != nil && source.IsTrue(m.Value) {
		p.Report(audit.Finding{
			File: f, Span: source.Where(m), Key: []string{"telemetry", m.Name}, Message: "workspace settings put prompts into telemetry",
		})
	}
}
