package layers

// Count is the number of settings below n: scalars and arrays, each array counted once.
func (n *Node) Count() int {
	if n == nil {
		return 0
	}
	count := 0
	for range n.Values() {
		count++
	}
	return count
}

// ShadowedCount is the number of settings below n that hide a lower value.
func (n *Node) ShadowedCount() int {
	count := 0
	for _, leaf := range n.Values() {
		if len(leaf.Shadowed) > 0 {
			count++
		}
	}
	return count
}
