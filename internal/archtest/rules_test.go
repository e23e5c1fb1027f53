package archtest

// module is the import path that the project's own packages start with.
const module = "github.com/agentlayers/layers"

// rule says what the files of one package may import besides the standard library. Tests are free.
//
// An entry that ends in "/..." stands for a folder and everything below it.
type rule struct {
	pkg     string   // folder below the module root; the longest match counts
	own     []string // packages of the project
	foreign []string // packages of other modules
	impure  bool     // may touch the operating system: os, path/filepath, golang.org/x/sys and the like
}

// programs have no rule: they may import everything, and no library package imports them.
var programs = []string{"cmd/...", "bench/...", "examples/..."}

// rules lists the packages, lowest first. A package may import what stands above it only, and each line
// says how much of that.
var rules = []rule{
	{pkg: "diag"},
	{pkg: "tree", own: []string{"diag"}},
	{pkg: "tree/disk", own: []string{"diag", "tree", "internal/atomicfile"}, foreign: []string{"golang.org/x/sys/..."}, impure: true},
	{pkg: "tree/gittree", own: []string{"diag", "tree"}, foreign: []string{"github.com/go-git/..."}},
	{pkg: "dialect", own: []string{"diag"}},
	{pkg: "internal/doc", own: []string{"diag"}},
	{pkg: "internal/tomlsrc", own: []string{"diag", "internal/doc"}, foreign: []string{"github.com/pelletier/go-toml/v2/..."}},
	{pkg: "internal/jsonsrc", own: []string{"diag", "internal/doc"}},
	{pkg: "internal/frontmatter", own: []string{"diag", "internal/doc"}, foreign: []string{"gopkg.in/yaml.v3"}},
	{pkg: "trust", own: []string{"diag", "tree", "dialect"}},
	{
		pkg:     "layers",
		own:     []string{"diag", "tree", "dialect", "trust", "internal/doc", "internal/tomlsrc", "internal/jsonsrc"},
		foreign: []string{"github.com/knadh/koanf/...", "github.com/go-viper/mapstructure/v2"},
	},
	{pkg: "agentsmd", own: documents, foreign: []string{"github.com/yuin/goldmark/...", "gopkg.in/yaml.v3", "github.com/bmatcuk/doublestar/v4"}},
	{pkg: "skills", own: documents, foreign: []string{"gopkg.in/yaml.v3", "golang.org/x/text/..."}},
	{pkg: "resolve", own: append([]string{"trust", "layers", "agentsmd", "skills"}, documents...)},
	{pkg: "reach", own: append([]string{"resolve"}, resolved...)},
	{
		pkg:     "audit/...",
		own:     append([]string{"resolve", "audit/...", "internal/tomlsrc", "internal/jsonsrc", "internal/frontmatter"}, resolved...),
		foreign: []string{"github.com/yuin/goldmark/...", "gopkg.in/yaml.v3", "mvdan.cc/sh/v3/syntax", "go.starlark.net/syntax"},
	},
	{pkg: "compare", own: append([]string{"resolve"}, resolved...)},
	{pkg: "edit", own: []string{"diag", "dialect", "layers", "internal/doc", "internal/tomlsrc", "internal/jsonsrc"}},
	{pkg: "review", own: append([]string{"resolve", "audit/...", "internal/atomicfile"}, resolved...)},
	{pkg: "watch", own: append([]string{"resolve", "compare"}, resolved...), foreign: []string{"github.com/fsnotify/fsnotify"}},
	{pkg: "internal/atomicfile", own: []string{"diag", "tree"}, foreign: []string{"golang.org/x/sys/..."}, impure: true},
	{pkg: "internal/jsonout"},
	{
		pkg: "render/term", own: []string{"diag"},
		foreign: []string{"github.com/mattn/go-runewidth", "github.com/clipperhouse/uax29/v2/graphemes"},
	},
	{
		pkg: "render/...", own: append([]string{"resolve", "reach", "compare", "audit/...", "review", "internal/jsonout", "render/..."}, resolved...),
		foreign: []string{"github.com/aymanbagabas/go-udiff"},
	},
	{pkg: "golden/random"},
	{
		pkg: "golden", own: append([]string{"resolve", "audit/...", "render/...", "tree/disk", "tree/gittree"}, resolved...),
		foreign: []string{"github.com/google/go-cmp/...", "golang.org/x/tools/txtar"}, impure: true,
	},
}

// documents are the packages that the readers of Markdown files stand on.
var documents = []string{"diag", "tree", "dialect", "internal/doc", "internal/frontmatter"}

// resolved are the packages whose types a resolve.Result is made of.
var resolved = []string{"diag", "tree", "dialect", "trust", "layers", "agentsmd", "skills", "internal/doc"}

// impureImports may be imported by packages marked impure, and below cmd, only.
var impureImports = []string{"os", "path/filepath", "syscall", "golang.org/x/sys/..."}

// ban is something that no package outside cmd may use, whatever its rule says.
type ban struct {
	path   string // import path; may end in "/..."
	name   string // one name of that package, or "" for the package as a whole
	wayOut string
}

const (
	noWorld  = "resolvers are pure: take it as an argument or from resolve.Host, cmd/layers fills it in"
	noOutput = "write to an io.Writer that is an argument, or report a diag.Diagnostic"
	noClock  = "take the time as an argument: the same question must give the same answer tomorrow"
)

var bans = []ban{
	{path: "net/...", wayOut: "nothing below cmd opens a connection; move the code to cmd/layers"},
	{path: "os/...", wayOut: "nothing below cmd starts a program or asks for users and signals; move the code to cmd/layers"},
	{path: "log/...", wayOut: noOutput},
	{path: "flag", wayOut: noWorld},
	{path: "io/ioutil", wayOut: "use package tree"},
	{path: "fmt", name: "Print", wayOut: noOutput},
	{path: "fmt", name: "Printf", wayOut: noOutput},
	{path: "fmt", name: "Println", wayOut: noOutput},
	{path: "os", name: "Stdin", wayOut: noWorld},
	{path: "os", name: "Stdout", wayOut: noOutput},
	{path: "os", name: "Stderr", wayOut: noOutput},
	{path: "os", name: "Exit", wayOut: "return an error"},
	{path: "os", name: "Args", wayOut: noWorld},
	{path: "os", name: "Getenv", wayOut: noWorld},
	{path: "os", name: "LookupEnv", wayOut: noWorld},
	{path: "os", name: "Environ", wayOut: noWorld},
	{path: "os", name: "ExpandEnv", wayOut: noWorld},
	{path: "os", name: "Setenv", wayOut: noWorld},
	{path: "os", name: "Getwd", wayOut: noWorld},
	{path: "os", name: "Chdir", wayOut: noWorld},
	{path: "os", name: "UserHomeDir", wayOut: noWorld},
	{path: "os", name: "UserConfigDir", wayOut: noWorld},
	{path: "path/filepath", name: "Abs", wayOut: "join the path to the folder of its layer"},
	{path: "time", name: "Now", wayOut: noClock},
	{path: "time", name: "Since", wayOut: noClock},
	{path: "time", name: "Until", wayOut: noClock},
	{path: "github.com/go-git/go-git/v5", wayOut: "use its plumbing packages: the porcelain links the network code in"},
	{path: "github.com/go-git/go-git/v5/plumbing/transport/...", wayOut: "commits are read, never fetched"},
}

// oneFile are packages of other modules that one file of the importing package may know.
var oneFile = []string{"github.com/knadh/koanf/...", "github.com/go-viper/mapstructure/v2"}
