package skills

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/tree"
)

// Marker is the file in a released folder that says what was put there.
const Marker = ".layers-released"

// markerHead begins a marker; the number is that of its form.
const markerHead = "layers skills 1 "

// The bounds of a release.
const (
	maxReleased     = 2000     // files, in the set and in the folder
	maxReleasedFile = 16 << 20 // bytes of one file
)

// Release is what ReleaseTo did.
type Release struct {
	Fingerprint string   // over paths and contents of the set
	Unchanged   bool     // the folder holds this very set already; nothing was written
	Written     []string // files written, absolute
	Removed     []string // files of an earlier set that this one no longer has
	Kept        []Moved  // files of the user that were in the way or beside, and where they are now
}

// Moved is one file that was moved aside.
type Moved struct{ From, To string }

// ReleaseTo puts the files of a set, such as an embed.FS of an embedder's own skills, into the folder dir.
//
// The set's fingerprint is kept in a marker: when it is the same as last time, one file is read and nothing is
// written. Otherwise every file is written that differs, files of the earlier set are removed, and every other
// file in the folder is the user's, as is one of the earlier set that was changed: it is moved, never lost, into a
// folder beside dir. Files are executable when the set says so.
func ReleaseTo(w tree.Writer, set fs.FS, dir string) (Release, error) {
	files, err := readSet(set)
	if err != nil {
		return Release{}, err
	}
	out := Release{Fingerprint: fingerprint(files)}
	old := readMarker(w, path.Join(dir, Marker))
	if old.fingerprint == out.Fingerprint {
		out.Unchanged = true
		return out, nil
	}
	present, err := presentFiles(w, dir)
	if err != nil {
		return out, err
	}
	same, err := out.clear(w, dir, present, old.files, files)
	if err != nil {
		return out, err
	}
	for _, f := range files {
		p := path.Join(dir, f.name)
		if same[f.name] {
			continue
		}
		if err := w.Replace(p, f.data, f.perm); err != nil {
			return out, err
		}
		out.Written = append(out.Written, p)
	}
	return out, w.Replace(path.Join(dir, Marker), markerText(out.Fingerprint, files), 0o644)
}

// setFile is one file of a set.
type setFile struct {
	name, digest string
	data         []byte
	perm         fs.FileMode
}

func readSet(set fs.FS) ([]setFile, error) {
	var out []setFile
	err := fs.WalkDir(set, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		data, err := fs.ReadFile(set, p)
		if err != nil {
			return err
		}
		if len(out) == maxReleased {
			return fmt.Errorf("release skills: more than %d files", maxReleased)
		}
		out = append(out, setFile{p, tree.Digest(data), data, 0o644 | info.Mode().Perm()&0o111})
		return nil
	})
	slices.SortFunc(out, func(a, b setFile) int { return cmp.Compare(a.name, b.name) })
	return out, err
}

func fingerprint(files []setFile) string {
	var b strings.Builder
	b.WriteString(markerHead)
	for _, f := range files {
		fmt.Fprintf(&b, "%s %v %q\n", f.digest, f.perm, f.name)
	}
	return tree.Digest([]byte(b.String()))
}

// released is what a marker says: the fingerprint, and the digest of each file.
type released struct {
	fingerprint string
	files       map[string]string
}

func markerText(fingerprint string, files []setFile) []byte {
	var b strings.Builder
	b.WriteString(markerHead + fingerprint + "\n")
	for _, f := range files {
		b.WriteString(f.digest + " " + f.name + "\n")
	}
	return []byte(b.String())
}

// readMarker reads a marker; one that is missing or of another form says nothing.
func readMarker(fsys tree.FS, p string) released {
	f, err := fsys.ReadFile(p, maxReleasedFile)
	if err != nil {
		return released{}
	}
	head, rest, _ := strings.Cut(string(f.Data), "\n")
	print, ok := strings.CutPrefix(head, markerHead)
	if !ok {
		return released{}
	}
	out := released{fingerprint: print, files: map[string]string{}}
	for line := range strings.Lines(rest) {
		digest, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		out.files[name] = digest
	}
	return out
}

// presentFiles lists what is in a folder and below it, folders left out, names relative to it.
func presentFiles(fsys tree.FS, dir string) ([]string, error) {
	var out []string
	queue := []string{""}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		entries, err := fsys.ReadDir(path.Join(dir, at))
		if at == "" && tree.IsMissing(err) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			name := path.Join(at, e.Name())
			switch {
			case e.IsDir():
				queue = append(queue, name)
			case name != Marker:
				out = append(out, name)
			}
		}
		if len(out)+len(queue) > maxReleased {
			return nil, fmt.Errorf("release skills: %s holds more than %d files", dir, maxReleased)
		}
	}
	return out, nil
}

// clear makes room: files of the earlier set go, files of the user are moved aside. It gives the files that are
// already as they will be.
func (r *Release) clear(w tree.Writer, dir string, present []string, old map[string]string, files []setFile) (map[string]bool, error) {
	future, same := map[string]setFile{}, map[string]bool{}
	for _, f := range files {
		future[f.name] = f
	}
	for _, name := range present {
		p := path.Join(dir, name)
		digest, perm := "", fs.FileMode(0)
		if f, err := w.ReadFile(p, maxReleasedFile); err == nil {
			digest, perm = tree.Digest(f.Data), f.Identity.Mode.Perm()
		}
		next, again := future[name]
		switch {
		case digest != "" && digest == next.digest:
			same[name] = perm == next.perm
		case digest != "" && digest == old[name] && again: // replaced in place
		case digest != "" && digest == old[name]:
			if err := w.Delete(p); err != nil {
				return nil, err
			}
			r.Removed = append(r.Removed, p)
		default:
			to, err := moveAside(w, p, path.Join(dir+".kept", name))
			if err != nil {
				return nil, err
			}
			r.Kept = append(r.Kept, Moved{p, to})
		}
	}
	return same, nil
}

// moveAside moves a file to the first free name.
func moveAside(w tree.Writer, from, to string) (string, error) {
	for n := range maxReleased {
		name := to
		if n > 0 {
			name = fmt.Sprintf("%s.%d", to, n)
		}
		err := w.Move(from, name)
		if err == nil {
			return name, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", err
		}
	}
	return "", fmt.Errorf("release skills: no free name beside %s", to)
}
