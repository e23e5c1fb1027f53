package render

import "github.com/aymanbagabas/go-udiff"

// unified is the difference of two texts in unified form, "" when they are equal. name stands for both sides.
func unified(name, from, to string) string { return udiff.Unified(name, name, from, to) }
