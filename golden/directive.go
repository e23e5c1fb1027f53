package golden

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// directive is one line of a header that builds the tree.
type directive struct{ key, value string }

// headerLine is what counts as a directive: a lower-case word with a colon at the start of a line.
var headerLine = regexp.MustCompile(`^([a-z][a-z-]*):\s?(.*)$`)

// questions are the directives that say how the agent is started.
var questions = map[string]func(*Case, string) error{
	"cwd":     func(c *Case, v string) (err error) { c.Cwd, err = place(v); return err },
	"agent":   func(c *Case, v string) error { c.Agent = v; return nil },
	"args":    (*Case).addArgs,
	"profile": func(c *Case, v string) error { c.Profile = v; return nil },
	"env":     (*Case).setEnv,
	"unset":   func(*Case, string) error { return nil }, // wins over every env, so it is applied last
	"mention": func(c *Case, v string) error {
		c.Mentions = append(c.Mentions, strings.ReplaceAll(inRoot(v), `\n`, "\n"))
		return nil
	},
	"versions": func(*Case, string) error { return nil },
	"facts":    func(*Case, string) error { return nil },
}

// steps are the directives that build the tree; each checks its value here and acts in build.go.
var steps = map[string]func(string) error{
	"mkdir": onePath, "git-init": onePath, "delete": onePath,
	"chomp": onePath, "crlf": onePath, "bom": onePath,
	"git-worktree": func(v string) error { _, _, err := twoPaths(strings.Fields(v)); return err },
	"symlink":      func(v string) error { _, _, err := cutLink(v); return err },
	"bytes":        func(v string) error { _, _, err := cutBytes(v); return err },
	"expand":       func(v string) error { _, _, err := cutExpand(v); return err },
	"repeat":       func(v string) error { _, _, err := cutRepeat(v); return err },
	"mode":         func(v string) error { _, _, err := cutMode(v); return err },
}

func (c *Case) parseHeader(comment string) error {
	var title []string
	var unset []string
	for line := range strings.Lines(comment) {
		line = strings.TrimRight(line, "\r\n")
		m := headerLine.FindStringSubmatch(line)
		if m == nil {
			title = append(title, line)
			continue
		}
		key, value := m[1], strings.TrimSpace(m[2])
		questions, steps := c.directives()
		err := fmt.Errorf("not a directive; known are %s", strings.Join(knownDirectives(), ", "))
		if ask, ok := questions[key]; ok {
			err = ask(c, value)
		} else if check, ok := steps[key]; ok {
			err = check(value)
			c.steps = append(c.steps, directive{key, value})
		} else if c.Agent == claudeAgent { // its recorder takes other words for text
			title = append(title, line)
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %s: %w", key, value, err)
		}
		if key == "unset" {
			unset = append(unset, value)
		}
	}
	for _, name := range unset {
		delete(c.Env, name)
	}
	c.Title = strings.TrimSpace(strings.Join(title, "\n"))
	return nil
}

func knownDirectives() []string {
	return slices.Sorted(maps.Keys(merged(questions, steps)))
}

func merged[A, B any](a map[string]A, b map[string]B) map[string]bool {
	out := map[string]bool{}
	for k := range a {
		out[k] = true
	}
	for k := range b {
		out[k] = true
	}
	return out
}

func inRoot(s string) string { return strings.ReplaceAll(s, "$ROOT", Root) }

func (c *Case) addArgs(v string) error {
	var args []string
	if err := json.Unmarshal([]byte(inRoot(v)), &args); err != nil {
		return err
	}
	c.Args = append(c.Args, args...)
	_, err := c.Overrides()
	return err
}

func (c *Case) setEnv(v string) error {
	name, value, ok := strings.Cut(v, "=")
	if !ok || name == "" {
		return fmt.Errorf("want NAME=VALUE")
	}
	c.Env[name] = inRoot(value)
	return nil
}

// Overrides lists the run-time overrides among the arguments, "key=value" each. Other arguments are an error:
// a harness that does not know one would ask another question than the agent was asked.
func (c *Case) Overrides() ([]string, error) {
	var out []string
	for i := 0; i < len(c.Args); i++ {
		if c.Args[i] != "-c" && c.Args[i] != "--config" {
			return nil, fmt.Errorf("argument %q is not known", c.Args[i])
		}
		if i++; i == len(c.Args) {
			return nil, fmt.Errorf("%s without a value", c.Args[i-1])
		}
		out = append(out, c.Args[i])
	}
	return out, nil
}

func onePath(v string) error {
	_, err := place(v)
	return err
}

func twoPaths(parts []string) (a, b string, err error) {
	if len(parts) != 2 {
		return "", "", fmt.Errorf("want two paths")
	}
	if a, err = place(parts[0]); err != nil {
		return "", "", err
	}
	b, err = place(parts[1])
	return a, b, err
}

func cutLink(v string) (link, target string, err error) {
	link, target, ok := strings.Cut(v, "->")
	if !ok {
		return "", "", fmt.Errorf("want LINK -> TARGET")
	}
	link, err = place(strings.TrimSpace(link))
	return link, inRoot(strings.TrimSpace(target)), err
}

func cutBytes(v string) (p string, data []byte, err error) {
	p, text, _ := strings.Cut(v, " ")
	if p, err = place(p); err != nil {
		return "", nil, err
	}
	data, err = unescape(text)
	return p, data, err
}

// cutExpand cuts at the last blank: a path may hold some.
func cutExpand(v string) (p string, size int, err error) {
	at := strings.LastIndexAny(v, " \t")
	if at < 0 {
		return "", 0, fmt.Errorf("want PATH BYTES")
	}
	if size, err = strconv.Atoi(v[at+1:]); err != nil || size < 0 {
		return "", 0, fmt.Errorf("%q is not a number of bytes", v[at+1:])
	}
	p, err = place(strings.TrimSpace(v[:at]))
	return p, size, err
}

func cutRepeat(v string) (section string, times int, err error) {
	n, section, ok := strings.Cut(v, " ")
	if times, err = strconv.Atoi(n); err != nil || !ok || times < 1 {
		return "", 0, fmt.Errorf("want TIMES SECTION")
	}
	section = strings.TrimSpace(section)
	return section, times, onePath(section)
}

func cutMode(v string) (p string, perm uint32, err error) {
	octal, p, ok := strings.Cut(v, " ")
	bits, err := strconv.ParseUint(octal, 8, 9)
	if err != nil || !ok {
		return "", 0, fmt.Errorf("want OCTAL PATH")
	}
	p, err = place(strings.TrimSpace(p))
	return p, uint32(bits), err
}
