package layers

import "github.com/agentlayers/layers/dialect"

func LayerParses(*Node, *dialect.Schema) bool                    { return true }
func ResolvePaths(n *Node, _ *dialect.Schema, _, _ string) *Node { return n }
func (j *judge) types()                                          {}
