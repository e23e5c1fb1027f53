package dialect_test

import (
	"strings"
	"testing"

	"github.com/agentlayers/layers/dialect"
)

// TestDeniedTakesNoPatterns: a pattern there would protect nothing, and nobody would notice.
func TestDeniedTakesNoPatterns(t *testing.T) {
	t.Parallel()
	_, err := dialect.Load([]byte(`{"name": "a", "config": {"format": "toml", "merge": "toml-recursive",
		"denied": ["tools.*.command"], "limits": {"fileBytes": 1}}}`))
	if err == nil || !strings.Contains(err.Error(), "deniedFatal") {
		t.Errorf("Load: %v", err)
	}
}

// TestRequirementFieldsAreKnown: a dialect without a table of requirement keys knows the fields that it has.
func TestRequirementFieldsAreKnown(t *testing.T) {
	t.Parallel()
	d := dialect.Dialect{Requirements: dialect.Requirements{Fields: []dialect.RequirementField{{Name: "models", Aliases: []string{"allowed_models"}}}}}
	for name, want := range map[string]bool{"models": true, "allowed_models": true, "other": false} {
		if got := d.Compile().Requirements.Lookup([]string{name}) != nil; got != want {
			t.Errorf("%s is known: %v", name, got)
		}
	}
}
