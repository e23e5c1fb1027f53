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
}

func newNamespaces(fsys tree.FS, manifests []string) *namespaces {
	return &namespaces{fsys: fsys, manifests: manifests, known: map[string]string{}}
}

// of gives the namespace of a folder, "" for none.
func (n *namespaces) of(dir string) string {
	if name, ok := n.known[dir]; ok {
		return name
	}
	name, found := n.manifest(dir)
	if !found && dir != "/" {
		name = n.of(path.Dir(dir))
	}
	n.known[dir] = name
	return name
}

// plugin is what may give the folders below it a namespace. It is looked for when a skill is there.
type plugin struct {
	dir   string  // where a manifest may be
	above *plugin // of a folder whose listing shows a manifest's folder; nil: nothing above dir is known
}

// below is the plugin of a folder that was listed, and lies in one that belongs to p.
func (n *namespaces) below(p *plugin, dir string, entries []fs.DirEntry) *plugin {
	for _, m := range n.manifests {
		if entry(entries, firstPart(m)) != nil {
			return &plugin{dir, p}
		}
	}
	return p
}

// name gives the namespace of the folders that belong to p, "" for none.
func (n *namespaces) name(p *plugin) string {
	if p.above == nil {
		return n.of(p.dir)
	}
	if name, ok := n.known[p.dir]; ok {
		return name
	}
	name, found := n.manifest(p.dir)
	if !found {
		name = n.name(p.above)
	}
	n.known[p.dir] = name
	return name
}

func (n *namespaces) manifest(dir string) (string, bool) {
	for _, m := range n.manifests {
		f, _, err := tree.Read(n.fsys, tree.Below(dir, m), maxManifest)
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
