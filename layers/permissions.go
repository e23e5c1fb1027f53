package layers

import (
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// permissions are a permission profile together with those that it extends: what a session under it may touch.
type permissions struct {
	access  map[string]string // "read", "write" or "deny" by place: an absolute path, or one of the special names
	roots   map[string]bool   // further roots of the workspace, absolute
	network bool
}

// The special places of a profile. What stands below the workspace is written with a slash behind its name.
const (
	everywhere = ":root"
	workspace  = ":workspace_roots"
	tmpdir     = ":tmpdir"
	slashTmp   = ":slash_tmp"
	minimal    = ":minimal"
)

// knownPlace reports whether the agent knows a special place; about others it warns, and goes on without them.
//
// Case: permissions-unknown-place.
func knownPlace(name string, d dialect.Permissions) bool {
	switch name {
	case everywhere, tmpdir, slashTmp, minimal:
		return true
	}
	return !strings.HasPrefix(name, ":") || slices.Contains(d.Workspace, name)
}

// profileChain lists the tables of a profile and of those that it extends, itself first, and the built-in profile at
// the end of them, "" for none. bad says why the agent refuses the profile at n.
//
// Cases: permissions-extends-undefined, permissions-extends-cycle, permissions-extends-built-in.
func profileChain(profiles *Table, name string, d dialect.Permissions) (chain []*Node, base string, n *Node, bad string) {
	seen := map[string]bool{}
	for {
		p := profiles.Get(name)
		chain, seen[name] = append(chain, p), true
		n = p.Table.Get("extends")
		if n == nil {
			return chain, "", nil, ""
		}
		parent, _ := n.Value.(string)
		switch {
		case slices.Contains(d.Extends, parent):
			return chain, parent, nil, ""
		case profiles.Get(parent) == nil || strings.HasPrefix(parent, ":"):
			return nil, "", n, "profile " + quote(name) + " extends " + quote(parent) + ", which is no profile that can be extended"
		case seen[parent]:
			return nil, "", n, "profile " + quote(name) + " extends " + quote(parent) + ", which extends it"
		}
		name = parent
	}
}

// relativePlace is the first place of the profiles that is no path and no special name, which the agent refuses.
//
// Case: permissions-relative-path.
func relativePlace(chain []*Node) *Member {
	for _, p := range chain {
		fs := p.member("filesystem")
		if fs == nil || fs.Table == nil {
			continue
		}
		for i, m := range fs.Table.Members {
			if _, isLimit := m.Node.Value.(int64); !isLimit && (m.Name == "" || !strings.ContainsRune("/~:", rune(m.Name[0]))) {
				return &fs.Table.Members[i]
			}
		}
	}
	return nil
}

// permissionsOf adds up a chain from the built-in profile to the one that is chosen.
func permissionsOf(chain []*Node, base string, d dialect.Permissions, cwd, home string) permissions {
	p := permissions{access: map[string]string{}, roots: map[string]bool{}}
	if d.Modes[base] == "workspace-write" {
		p.access[workspace], p.access[tmpdir], p.access[slashTmp] = "write", "write", "write"
	}
	at := resolver{dir: cwd, home: home}
	for _, n := range slices.Backward(chain) {
		p.add(n.member("filesystem"), d, at)
		if roots := n.member("workspace_roots"); roots != nil && roots.Table != nil {
			for _, m := range roots.Table.Members {
				p.roots[at.path(m.Name)] = m.Node.Value == true
			}
		}
		if on := n.member("network").member("enabled"); on != nil {
			p.network = on.Value == true
		}
	}
	return p
}

// add lays the places of one profile over those of the profiles that it extends.
func (p *permissions) add(fs *Node, d dialect.Permissions, at resolver) {
	if fs == nil || fs.Table == nil {
		return
	}
	for _, m := range fs.Table.Members {
		place := m.Name
		switch {
		case slices.Contains(d.Workspace, place):
			place = workspace
		case !strings.HasPrefix(place, ":"):
			place = at.path(strings.TrimSuffix(place, "/**"))
		}
		if m.Node.Table == nil {
			p.access[place], _ = m.Node.Value.(string)
			continue
		}
		for _, below := range m.Node.Table.Members {
			p.access[path.Join(place, below.Name)], _ = below.Node.Value.(string)
		}
	}
}

// sandbox is the profile in the terms of sandbox modes, as the agent reports it.
//
// Cases: permissions-*.
func (p permissions) sandbox(cwd string, env func(string) (string, bool)) Sandbox {
	if p.access[everywhere] == "write" {
		return p.unlimited()
	}
	var roots []string
	here := p.access[workspace] == "write"
	for place, access := range p.access {
		below, isBelow := strings.CutPrefix(place, workspace+"/")
		switch {
		case access != "write":
			continue
		case isBelow:
			place = path.Join(cwd, below)
		case strings.HasPrefix(place, ":"):
			continue
		}
		if place == cwd {
			here = true
		} else {
			roots = append(roots, place)
		}
	}
	for root, on := range p.roots {
		if on && root != cwd && p.access[workspace] == "write" {
			roots = append(roots, root)
		}
	}
	out := Sandbox{
		Mode: "workspace-write", NetworkAccess: p.network,
		ExcludeTmpdirEnvVar: p.access[tmpdir] != "write", ExcludeSlashTmp: p.access[slashTmp] != "write",
	}
	if !here {
		here = within(cwd, roots)
		if !here {
			roots = out.withTemporary(roots, env)
		}
	}
	out.CwdReadOnly = !here
	slices.Sort(roots)
	out.WritableRoots = slices.Compact(roots)
	if !here && len(roots) == 0 {
		return Sandbox{Mode: "read-only", NetworkAccess: p.network}
	}
	return out
}

// withTemporary names the temporary folders among the roots, as the agent does where the working directory itself is not
// written; they count as left out unless a root holds them.
func (s *Sandbox) withTemporary(roots []string, env func(string) (string, bool)) []string {
	const slash = "/tmp"
	own := ""
	if env != nil {
		own, _ = env("TMPDIR")
	}
	if !s.ExcludeSlashTmp {
		roots = append(roots, slash)
	}
	if !s.ExcludeTmpdirEnvVar && path.IsAbs(own) {
		roots = append(roots, path.Clean(own))
	}
	s.ExcludeSlashTmp, s.ExcludeTmpdirEnvVar = !within(slash, roots), !within(own, roots)
	return roots
}

// unlimited is the sandbox of a profile that may write everywhere; places that it may not write take the root's.
func (p permissions) unlimited() Sandbox {
	for place, access := range p.access {
		if access != "write" && !strings.HasPrefix(place, ":") {
			return Sandbox{Mode: "workspace-write", NetworkAccess: p.network, WritableRoots: []string{"/"}}
		}
	}
	if p.network {
		return Sandbox{Mode: "danger-full-access"}
	}
	return Sandbox{Mode: externalSandbox}
}

// externalSandbox is a mode that no setting names: everything may be written, and the network is limited.
const externalSandbox = "external-sandbox"

// within reports whether one of the roots is p or a folder above it.
func within(p string, roots []string) bool {
	return slices.ContainsFunc(roots, func(root string) bool {
		return p != "" && tree.Within(root, p)
	})
}
