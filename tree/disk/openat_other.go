//go:build !linux

package disk

import "os"

// openBelow opens rel below an open folder in one call; no such call is used here.
func openBelow(*os.File, string, string, bool) (f *os.File, ok bool, err error) {
	return nil, false, nil
}
