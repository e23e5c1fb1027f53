package random

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"path"
	"regexp"
	"slices"
	"strings"
)

// maker collects one case. Paths are relative to the case's root.
type maker struct {
	r    *rand.Rand
	area string

	// the archive
	head, post []string           // directives before and after the files, in order
	order      []string           // names of files in order
	files      map[string]*string // text by name; nil: made by a directive
	dirs       map[string]bool
	links      map[string]bool
	size       map[string][]byte // what a file holds on disk
	args       []string          // of the agent
	features   []string          // what the case is about, for its title

	configs []*config // config files by the time of their first mention

	// the layout
	kindOf     string
	root       string   // folder that the agent takes for the project
	chain      []string // root down to the working directory
	above      []string // folders that the agent does not look at, above the root
	below      []string // and below the working directory
	main       string   // main checkout of a linked worktree, or what a forged pointer names
	cwd        string   // as named; realCwd without links
	realCwd    string
	linkRoot   string // link on the way to cwd
	worktree   string
	codexHome  string
	user       string // config file of the user
	skills     []skill
	extraPairs [][]string // free keys that several layers set
	known      []knownKey // keys of the agent that several layers set
}

// config is one config file to be.
type config struct {
	path       string
	tree       *table
	off        bool // something else was put in its place
	lead, tail string
}

type skill struct{ name, path string }

func (m *maker) note(feature string) {
	if !slices.Contains(m.features, feature) {
		m.features = append(m.features, feature)
	}
}

// directive adds a line to the header, in front of the files.
func (m *maker) directive(key, value string) {
	if key == "mkdir" && m.worktree != "" && strings.HasPrefix(value+"/", m.worktree+"/") {
		m.keep(value+"/.keep", "") // directives make folders before the worktree exists
		return
	}
	m.head = append(m.head, key+": "+value)
}

func (m *maker) keep(name, body string) {
	if m.files[name] == nil {
		m.order = append(m.order, name)
	}
	m.files[name] = &body
}

// free reports that nothing is at p, above it as a file or link, or below it.
func (m *maker) free(p string) bool {
	if _, taken := m.files[p]; taken || m.links[p] || m.dirs[p] {
		return false
	}
	for i := range len(p) {
		if p[i] != '/' {
			continue
		}
		if _, taken := m.files[p[:i]]; taken || m.links[p[:i]] {
			return false
		}
	}
	under := func(x string) bool { return strings.HasPrefix(x, p+"/") }
	for x := range m.files {
		if under(x) {
			return false
		}
	}
	for _, set := range []map[string]bool{m.links, m.dirs} {
		for x := range set {
			if under(x) {
				return false
			}
		}
	}
	return true
}

// sectionLine is what the archive would take for the start of a file.
var sectionLine = regexp.MustCompile(`(?m)^-- .+ --$`)

// put adds a file with the given forms ("crlf", "bom", "chomp", "mode") and reports whether its place was free.
func (m *maker) put(p, body string, forms ...string) bool {
	if !m.free(p) {
		return false
	}
	if body != "" && !strings.HasSuffix(body, "\n") {
		body += "\n"
	}
	body = sectionLine.ReplaceAllString(body, " $0")
	m.keep(p, body)
	data := []byte(strings.ReplaceAll(body, "$ROOT", "/mnt"))
	for _, form := range []string{"chomp", "crlf", "bom", "mode"} {
		if !slices.Contains(forms, form) {
			continue
		}
		switch form {
		case "chomp":
			data = bytes.TrimSuffix(data, []byte("\n"))
		case "crlf":
			data = bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n"))
		case "bom":
			data = append([]byte("\xef\xbb\xbf"), data...)
		case "mode":
			form = "mode: 000"
			m.post = append(m.post, form+" "+p)
			continue
		}
		m.post = append(m.post, form+": "+p)
	}
	m.size[p] = data
	return true
}

// raw adds a file of escaped bytes; size is what it will hold.
func (m *maker) raw(p, escaped string, size int) bool {
	if strings.Contains(p, " ") || !m.free(p) {
		return false
	}
	m.files[p] = nil
	m.post = append(m.post, "bytes: "+p+" "+escaped)
	m.size[p] = make([]byte, size)
	return true
}

func (m *maker) link(p, target string) bool {
	if !m.free(p) {
		return false
	}
	m.links[p] = true
	m.post = append(m.post, "symlink: "+p+" -> "+target)
	m.note("symlink")
	return true
}

func (m *maker) mkdir(p string) bool {
	if !m.free(p) {
		return false
	}
	m.dirs[p] = true
	m.directive("mkdir", p)
	return true
}

// layer is the tree of the config file at p.
func (m *maker) layer(p string) *table { return m.config(p).tree }

func (m *maker) config(p string) *config {
	for _, c := range m.configs {
		if c.path == p {
			return c
		}
	}
	c := &config{path: p, tree: &table{}}
	m.configs = append(m.configs, c)
	return c
}

func (m *maker) hasConfig(p string) bool {
	return slices.ContainsFunc(m.configs, func(c *config) bool { return c.path == p })
}

// text is the finished archive.
func (m *maker) text() string {
	m.finishConfigs()
	about := "plain"
	if len(m.features) > 0 {
		about = strings.Join(m.features, ", ")
	}
	lines := append([]string{"Random case, area " + m.area + ": " + about + ".", "cwd: " + m.cwd}, m.head...)
	if len(m.args) > 0 {
		lines = append(lines, "args: "+jsonList(m.args))
	}
	lines = append(lines, m.post...)
	out := strings.Join(lines, "\n") + "\n"
	for _, name := range m.order {
		if body := m.files[name]; body != nil {
			out += "-- " + name + " --\n" + *body
		}
	}
	return out
}

func (m *maker) finishConfigs() {
	for _, c := range m.configs {
		if c.off {
			continue
		}
		var forms []string
		for _, form := range []string{"crlf", "bom", "chomp"} {
			if m.chance(.03) {
				forms = append(forms, form)
				m.note("config-" + form)
			}
		}
		m.put(c.path, c.lead+m.toml(c.tree)+c.tail, forms...)
	}
}

func jsonList(list []string) string {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(list); err != nil {
		panic(err) // strings always encode
	}
	return strings.TrimSpace(buf.String())
}

// up leads from the folder of p to the root of the case.
func up(p string) string { return strings.Repeat("../", strings.Count(p, "/")) }

// clean joins and cleans a path of the case; one that leaves it comes out as inside.
func clean(parts ...string) string {
	return strings.TrimPrefix(path.Clean("/"+path.Join(parts...)), "/")
}
