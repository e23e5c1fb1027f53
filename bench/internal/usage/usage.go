// Package usage tells what processes use, for the programs that measure.
package usage

import "slices"

// Median of values, which are sorted; the zero value of none.
func Median[T float64 | uint64](values []T) (m T) {
	if len(values) == 0 {
		return m
	}
	slices.Sort(values)
	return values[len(values)/2]
}
