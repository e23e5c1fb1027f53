package source_test

import (
	"fmt"

	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
)

func Example() {
	place, ok := source.Classify("web/.claude/settings.json")
	fmt.Println(place.Kind, place.Agents, place.Start, ok)

	f := &source.File{Place: place, Text: diag.NewSource("/shop/web/.claude/settings.json", []byte(`{"env": {"DEBUG": "1"}}`))}
	debug := source.At(f.JSON().Root, "env", "DEBUG")
	text, _ := source.String(debug.Value)
	fmt.Println(text, source.Where(debug))
	// Output:
	// config [claude] web true
	// 1 /shop/web/.claude/settings.json:1:19
}
