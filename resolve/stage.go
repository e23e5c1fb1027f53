package resolve

import (
	"reflect"
	"slices"
	"strings"

	"github.com/agentlayers/layers/tree"
)

// stage is one part of an answer: the question, the answer, and the files that it rests on.
type stage[Q, A any] struct {
	question Q
	answer   A
	inputs   []tree.Access
}

// run is one resolve: the files, and what has changed since the answer that it goes on from.
type run struct {
	files  *tree.Recorder
	differ []string // paths whose answer is another one, in byte order
	inputs [][]tree.Access
}

// do answers a stage's question, or takes the earlier answer over: the question is the same, and so is every file
// that the answer rests on.
func do[Q, A any](r *run, before *stage[Q, A], question Q, same func(a, b Q) bool, answer func(tree.FS) (A, error)) (*stage[Q, A], error) {
	if before != nil && !r.touches(before.inputs) && same(before.question, question) {
		r.inputs = append(r.inputs, before.inputs)
		return before, nil
	}
	part := r.files.Part()
	a, err := answer(part)
	if err != nil {
		return nil, err
	}
	s := &stage[Q, A]{question, a, part.Accesses()}
	r.inputs = append(r.inputs, s.inputs)
	return s, nil
}

// touches reports whether an answer that rests on these files may be another one now.
func (r *run) touches(inputs []tree.Access) bool {
	return slices.ContainsFunc(r.differ, func(p string) bool { return has(inputs, p) })
}

// touched lists those of the files that differ.
func (r *run) touched(inputs []tree.Access) []string {
	return slices.DeleteFunc(slices.Clone(r.differ), func(p string) bool { return !has(inputs, p) })
}

func has(inputs []tree.Access, p string) bool {
	_, found := slices.BinarySearchFunc(inputs, p, func(a tree.Access, p string) int { return strings.Compare(a.Path, p) })
	return found
}

func equal[Q comparable](a, b Q) bool { return a == b }

// alike compares questions by what they hold.
func alike[Q any](a, b *Q) bool { return a == b || reflect.DeepEqual(a, b) }
