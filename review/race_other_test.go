//go:build unix && !linux

package review_test

import "testing"

// canaryWatch cannot tell here; what was read is looked at all the same.
func canaryWatch(*testing.T, ...string) func() int { return func() int { return 0 } }
