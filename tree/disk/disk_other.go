//go:build !unix

package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/agentlayers/layers/tree"
)

const nonBlocking = 0 // a named pipe lies in no folder

var errLongPath = errors.New("file name too long")

// native turns /C:/Users into C:\Users.
func native(p string) string {
	if len(p) > 2 && p[0] == '/' && p[2] == ':' {
		p = p[1:]
		if len(p) == 2 {
			p += "/"
		}
	}
	return filepath.FromSlash(strings.TrimSuffix(p, "//"))
}

func openFile(p string) (*os.File, error) {
	info, err := os.Lstat(p)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: p, Err: tree.ErrNotRegular}
	}
	return os.Open(p)
}

func identity(info fs.FileInfo) tree.Identity {
	return tree.Identity{Mode: info.Mode(), Size: info.Size(), ModTime: info.ModTime()}
}
