package layers

import (
	"strings"

	"github.com/agentlayers/layers/dialect"
)

// removeDenied takes the keys out of a project's layer that no project may set, and returns them in the
// order of the dialect's list, which is the order in which the agent names them.
//
// Case: denylist-project.
func removeDenied(root *Node, c dialect.Config) (*Node, []Removed) {
	var removed []Removed
	for _, dotted := range c.Denied {
		if root.Setting(dotted) == nil {
			continue
		}
		key := Key(strings.Split(dotted, "."))
		last := len(key) - 1
		root = update(root, key[:last], func(t *Node) *Node {
			i := t.Table.find(key[last])
			if i < 0 {
				return t
			}
			removed = append(removed, Removed{Key: key, Node: t.Table.Members[i].Node})
			return without(t, i)
		})
	}
	return root, removed
}
