package disk

import (
	"path/filepath"
	"strings"
)

// Slash gives a path of the operating system as this package spells it: forward slashes, and on Windows the volume as
// the first part, "/C:/Users". On other systems nothing changes. It is for what a program is given: os.Getwd, an
// argument, a variable.
func Slash(p string) string {
	vol := filepath.VolumeName(p)
	p = filepath.ToSlash(p)
	if vol != "" && !strings.HasPrefix(p, "/") {
		return "/" + p
	}
	return p
}

// Native is a path of the tree as the operating system spells it: the way back from Slash.
func Native(p string) string { return native(p) }
