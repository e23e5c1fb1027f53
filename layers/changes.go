package layers

// Change is one setting that differs between two effective configurations. From is nil for an added setting,
// To for one that is gone.
type Change struct {
	Key      Key
	From, To *Node
}

// Changes lists the settings that differ, in the order of to, then those that only from has. Arrays are one
// setting each, as for Values.
func Changes(from, to Effective) []Change {
	var out []Change
	for key, n := range to.Root.Values() {
		old := from.Root.At(key)
		if old == nil || old.Table != nil || !sameValue(old, n) {
			if old != nil && old.Table != nil {
				old = nil
			}
			out = append(out, Change{Key: key, From: old, To: n})
		}
	}
	for key, old := range from.Root.Values() {
		if n := to.Root.At(key); n == nil || n.Table != nil {
			out = append(out, Change{Key: key, From: old})
		}
	}
	return out
}

func sameValue(a, b *Node) bool { return Format(a) == Format(b) }
