package reach

import (
	"bytes"
	"errors"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/agentlayers/layers/tree"
)

// Facts is what the file system says about a path.
type Facts struct {
	Path     string   // absolute, as asked
	Same     []string // other spellings that lead to it by the links of its folders
	Real     string   // every link replaced; "" when it is not there
	Link     bool     // the path itself is a link
	Exists   bool
	Dir      bool
	Regular  bool
	Bytes    int64
	Text     string // "valid UTF-8", "not valid UTF-8", "UTF-16 by its first bytes"; "" when it was not read
	Unlooked string // why it could not be looked at; "" when it could
	RealDir  string // the folder that holds it, links replaced
	WhatItIs string // for what is neither file nor folder: "a named pipe", "a device", ...
}

// maxLook bounds the bytes that are read to tell the encoding.
const maxLook = 256 << 10

// Gather looks at p. cwd is the working directory as the user sees it: p may be spelled through the links on
// the way to it, or without them.
func Gather(fsys tree.FS, cwd, p string) Facts {
	f := Facts{Path: p, RealDir: tree.Canonical(fsys, path.Dir(p))}
	f.spell(path.Join(f.RealDir, path.Base(p)))
	for _, dir := range tree.Ancestors(cwd) {
		real := tree.Canonical(fsys, dir)
		for _, spelled := range []string{p, path.Join(f.RealDir, path.Base(p))} {
			if real != dir && tree.Within(real, spelled) {
				f.spell(path.Join(dir, strings.TrimPrefix(spelled, real)))
			}
		}
	}
	if info, err := fsys.Lstat(path.Join(f.RealDir, path.Base(p))); err == nil {
		f.Link = info.Mode()&fs.ModeSymlink != 0
	}
	info, where, err := tree.Stat(fsys, p)
	switch {
	case err == nil:
		f.Exists, f.Real = true, where.Path
		f.Dir, f.Regular, f.Bytes = info.IsDir(), info.Mode().IsRegular(), info.Size()
		f.look(fsys, info)
	case !tree.IsMissing(err) || f.Link:
		f.Exists, f.Unlooked = true, lookError(err)
	}
	return f
}

func (f *Facts) spell(p string) {
	if !f.is(p) {
		f.Same = append(f.Same, p)
	}
}

// is reports whether p names the same place, by the links of its folders.
func (f *Facts) is(p string) bool {
	if p == f.Path {
		return true
	}
	for _, s := range f.Same {
		if s == p {
			return true
		}
	}
	return false
}

// spellings are all names of the place, the asked one first.
func (f *Facts) spellings() []string { return append([]string{f.Path}, f.Same...) }

func lookError(err error) string {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	case errors.Is(err, tree.ErrTooManyLinks):
		return "its links lead in a circle"
	case tree.IsMissing(err):
		return "a link that leads nowhere"
	}
	return "cannot be looked at"
}

// look reads the start of a file for its encoding.
func (f *Facts) look(fsys tree.FS, info fs.FileInfo) {
	switch mode := info.Mode(); {
	case mode.IsDir():
		return
	case mode&fs.ModeNamedPipe != 0:
		f.WhatItIs = "a named pipe"
	case mode&fs.ModeSocket != 0:
		f.WhatItIs = "a socket"
	case !mode.IsRegular():
		f.WhatItIs = "a device"
	}
	if !f.Regular {
		return
	}
	file, err := fsys.ReadFile(f.Real, maxLook)
	switch {
	case errors.Is(err, tree.ErrTooLarge):
		f.Text = encodingOf(whole(file.Data))
		if f.Text == validUTF8 {
			f.Text += " at the start"
		}
	case err != nil:
		f.Unlooked = lookError(err)
	default:
		f.Text = encodingOf(file.Data)
	}
}

const validUTF8 = "valid UTF-8"

// whole leaves out the bytes of a character that the limit cut in two.
func whole(data []byte) []byte {
	for i := 1; i < utf8.UTFMax && i <= len(data); i++ {
		if tail := data[len(data)-i:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return data[:len(data)-i]
			}
			break
		}
	}
	return data
}

func encodingOf(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		return "UTF-16 by its first bytes"
	case !utf8.Valid(data):
		return "not valid UTF-8"
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		return validUTF8 + " behind a byte order mark"
	}
	return validUTF8
}
