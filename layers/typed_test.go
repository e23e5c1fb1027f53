package layers

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// typedRow is one line of testdata/typed: small configuration files, and what the two versions of the agent said
// about them. Want is "ok", or a class and, where the agent names one, a file and a place. "refused" stands for
// every class that is not about types. The fields that end in 171 are those of 0.171.0 where it differs.
type typedRow struct {
	Files      map[string]string `json:"files"` // user, project (trusted where the user says so), system, managed
	Flags      []string          `json:"flags"`
	Want       string            `json:"want"`
	Want171    string            `json:"want171"`
	Untyped    *[]Key            `json:"untyped"`
	Untyped171 *[]Key            `json:"untyped171"`
	Differs    [][2]any          `json:"differs"`
	Differs171 [][2]any          `json:"differs171"`
}

var typedFiles = map[string]string{
	"user": "/mnt/home/.codex/config.toml", "project": "/mnt/repo/.codex/config.toml",
	"sub":    "/mnt/repo/sub/.codex/config.toml",
	"system": "/etc/codex/config.toml", "managed": "/etc/codex/managed_config.toml",
	"requirements": "/etc/codex/requirements.toml",
}

// forVersion gives the row's facts of one version.
func (r typedRow) forVersion(version string) (want string, untyped *[]Key, differs [][2]any) {
	want, untyped, differs = r.Want, r.Untyped, r.Differs
	if version == "0.171.0" {
		if r.Want171 != "" {
			want = r.Want171
		}
		if r.Untyped171 != nil {
			untyped = r.Untyped171
		}
		if r.Differs171 != nil {
			differs = r.Differs171
		}
	}
	return want, untyped, differs
}

func readTyped(t *testing.T) []typedRow {
	t.Helper()
	names, err := filepath.Glob("testdata/typed/*.jsonl")
	if err != nil || len(names) == 0 {
		t.Fatalf("no rows: %v", err)
	}
	var out []typedRow
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		for lines.Scan() {
			var r typedRow
			if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			out = append(out, r)
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

func loadTyped(t *testing.T, r typedRow, version string) (*Loaded, *Node, dialect.Dialect, tree.FS) {
	t.Helper()
	fsys := tree.NewMemory()
	fsys.Mkdir("/mnt/home/.codex")
	fsys.Mkdir("/mnt/repo/.git")
	for name, text := range r.Files {
		fsys.WriteFile(typedFiles[name], []byte(text))
	}
	d, err := dialect.Codex(version)
	if err != nil {
		t.Fatal(err)
	}
	cwd := "/mnt/repo"
	if r.Files["sub"] != "" {
		cwd += "/sub"
	}
	l, err := Load(context.Background(), fsys, Options{Dialect: d, Cwd: cwd, Home: "/mnt/home", AgentHome: "/mnt/home/.codex", Overrides: r.Flags})
	if err != nil {
		t.Fatal(err)
	}
	return l, l.Stack.Effective().Root, d, fsys
}

// firstFault is the first thing that stops the agent, in the form of typedRow.Want.
func firstFault(l *Loaded, root *Node, d dialect.Dialect, fsys tree.FS) string {
	faults := RequirementTypeFaults(l.Stack.Requirements.Sources, l.Required, d)
	faults = append(faults, TypeFaults(l.Stack, root, l.Schema, d)...)
	for _, r := range d.Config.Rejected {
		if root.At(strings.Split(r.Key, ".")) != nil {
			faults = append(faults, Fault{Class: r.Class})
		}
	}
	if len(faults) == 0 {
		faults = LoadFaults(root, l.Schema, d.Session.Permissions, func(p string) bool {
			_, _, err := tree.Read(fsys, p, 1<<20)
			return err == nil
		})
	}
	if len(faults) == 0 {
		return "ok"
	}
	f := faults[0]
	out := f.Class
	if out == ClassInvalid || out == ClassEmpty || out == ClassUnclassified {
		out = "refused"
	}
	for name, p := range typedFiles {
		switch {
		case p != f.Reported.Path:
		case f.Reported.HasPosition():
			out += fmt.Sprintf(" %s:%d:%d", name, f.Reported.Start.Line, f.Reported.Start.Column)
		default:
			out += " " + name
		}
	}
	return out
}

// TestTyped holds the checks to what the agent did with some hundred small configurations, random ones and ones
// written for a question.
func TestTyped(t *testing.T) {
	t.Parallel()
	for i, r := range readTyped(t) {
		for _, version := range dialect.CodexVersions {
			want, untyped, differs := r.forVersion(version)
			l, root, d, fsys := loadTyped(t, r, version)
			got := firstFault(l, root, d, fsys)
			if got != want {
				t.Errorf("row %d, %s: %s, want %s\n%s", i, version, got, want, r)
				continue
			}
			if want != "ok" || untyped == nil {
				continue
			}
			if diff := cmp.Diff(withoutAliases(*untyped, l.Schema), Untyped(root, l.Schema), cmp.Comparer(sameKeys)); diff != "" {
				t.Errorf("row %d, %s: untyped (-want +got)\n%s\n%s", i, version, diff, r)
			}
			if diff := cmp.Diff(plainDiffers(differs), plainOf(TypedDiffers(root, l.Schema))); diff != "" {
				t.Errorf("row %d, %s: differs (-want +got)\n%s\n%s", i, version, diff, r)
			}
		}
	}
}

// withoutAliases drops old names: the rows were recorded with keys as written, and merging renames them.
func withoutAliases(keys []Key, schema *dialect.Schema) []Key {
	return slices.DeleteFunc(slices.Clone(keys), func(k Key) bool {
		known := schema.Lookup(k)
		return known != nil && known.Alias != ""
	})
}

func sameKeys(a, b []Key) bool { return slices.EqualFunc(a, b, Key.Equal) }

func (r typedRow) String() string {
	var b strings.Builder
	for name, text := range r.Files {
		fmt.Fprintf(&b, "-- %s\n%s", name, text)
	}
	return b.String() + strings.Join(r.Flags, "\n")
}

func plainDiffers(rows [][2]any) []string {
	var out []string
	for _, r := range rows {
		text, _ := json.Marshal(r)
		out = append(out, string(text))
	}
	slices.Sort(out)
	return out
}

func plainOf(ds []Differs) []string {
	rows := make([][2]any, len(ds))
	for i, d := range ds {
		rows[i] = [2]any{d.Key, d.Value}
	}
	return plainDiffers(rows)
}
