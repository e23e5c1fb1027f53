package skills

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/agentlayers/layers/tree"
)

// maxManifest bounds a plugin manifest in bytes; a larger one gives no name.
const maxManifest = 1 << 20

// namespaces finds the plugin that a folder belongs to: the nearest usable manifest in it or above it, by real
// paths. A manifest that is not JSON is passed over; one without a name gives the name of its folder.
//
// Case: skills-plugin-names.
type namespaces struct {
	fsys      tree.FS
	manifests []string
	known     map[string]string // by folder, "" for none
	without   map[string]bool   // folders whose listing shows no manifest folder
}

func newNamespaces(fsys tree.FS, manifests []string) *namespaces {
	return &namespaces{fsys: fsys, manifests: manifests, known: map[string]string{}, without: map[string]bool{}}
}

// listed notes what the listing of a folder shows, which saves looking again.
func (n *namespaces) listed(dir string, entries []fs.DirEntry) {
	for _, m := range n.manifests {
		if entry(entries, firstPart(m)) != nil {
			return
		}
	}
	n.without[dir] = true
}

// of gives the namespace of a folder, "" for none.
func (n *namespaces) of(dir string) string {
	if name, ok := n.known[dir]; ok {
		return name
	}
	name, found := "", false
	if !n.without[dir] {
		name, found = n.manifest(dir)
	}
	if !found && dir != "/" {
		name = n.of(path.Dir(dir))
	}
	n.known[dir] = name
	return name
}

func (n *namespaces) manifest(dir string) (string, bool) {
	for _, m := range n.manifests {
		f, _, err := tree.Read(n.fsys, path.Join(dir, m), maxManifest)
		if err != nil {
			continue
		}
		name, ok := manifestName(f.Data)
		if !ok {
			continue
		}
		if strings.TrimSpace(name) == "" {
			name = path.Base(dir)
		}
		return name, true
	}
	return "", false
}

// manifestName reads the name of a manifest: one JSON object in which "name" is text, given at most once, or an
// empty list, which counts as an object without members.
func manifestName(data []byte) (string, bool) {
	if !utf8.Valid(data) {
		return "", false
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	name, times := "", 0
	first, err := dec.Token()
	open, _ := first.(json.Delim)
	if err != nil || open != '{' && open != '[' {
		return "", false
	}
	if open == '[' && dec.More() {
		return "", false
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return "", false
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return "", false
		}
		if key != "name" {
			continue
		}
		times++
		if value[0] != '"' || json.Unmarshal(value, &name) != nil {
			return "", false
		}
	}
	if _, err := dec.Token(); err != nil {
		return "", false
	}
	_, err = dec.Token()
	return name, times <= 1 && errors.Is(err, io.EOF)
}

// entry finds a name in the listing of a folder; nil when it is not there.
func entry(entries []fs.DirEntry, name string) fs.DirEntry {
	for _, e := range entries {
		if e.Name() == name {
			return e
		}
	}
	return nil
}

func firstPart(p string) string {
	part, _, _ := strings.Cut(p, "/")
	return part
}
