package golden

import (
	"bytes"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

// build applies the case in the recorder's order.
func (b builder) build(c *Case) error {
	if c.Agent == claudeAgent {
		return b.buildClaude(c)
	}
	for _, dir := range []string{Root, Root + "/home", Root + "/etc/codex"} {
		if _, err := b.mkdir(dir); err != nil {
			return err
		}
	}
	if err := b.each(c, map[string]step{"mkdir": builder.stepMkdir, "git-init": builder.stepGitInit}); err != nil {
		return err
	}
	if err := b.each(c, map[string]step{"git-worktree": builder.stepWorktree}); err != nil {
		return err
	}
	if err := b.sections(c); err != nil {
		return err
	}
	if err := b.each(c, changes); err != nil {
		return err
	}
	if _, err := b.mkdir(c.Cwd); err != nil {
		return err
	}
	return b.each(c, map[string]step{"mode": builder.stepMode})
}

// step carries out one directive with its value as written.
type step func(b builder, value string) error

// changes are the directives that work on the finished files, in header order.
var changes = map[string]step{
	"chomp": func(b builder, v string) error {
		return b.editAt(v, func(d []byte) []byte { return bytes.TrimSuffix(d, []byte("\n")) })
	},
	"crlf": func(b builder, v string) error {
		return b.editAt(v, func(d []byte) []byte { return bytes.ReplaceAll(d, []byte("\n"), []byte("\r\n")) })
	},
	"bom": func(b builder, v string) error {
		return b.editAt(v, func(d []byte) []byte { return append([]byte("\xef\xbb\xbf"), d...) })
	},
	"bytes":   builder.stepBytes,
	"expand":  builder.stepExpand,
	"symlink": builder.stepSymlink,
	"delete":  builder.stepDelete,
}

func (b builder) each(c *Case, which map[string]step) error {
	for _, d := range c.steps {
		if do, ok := which[d.key]; ok {
			if err := do(b, d.value); err != nil {
				return fmt.Errorf("%s: %s: %w", d.key, d.value, err)
			}
		}
	}
	return nil
}

// sections writes the archive's files, those with a repeat directive once per number.
func (b builder) sections(c *Case) error {
	times := map[string]int{}
	for _, d := range c.steps {
		if d.key == "repeat" {
			section, n, err := cutRepeat(d.value)
			if err != nil {
				return err
			}
			times[section] = n
		}
	}
	for _, f := range c.files {
		text := inRoot(string(f.Data))
		n, repeated := times[f.Name]
		if !repeated {
			if err := b.putAt(f.Name, text); err != nil {
				return err
			}
			continue
		}
		width := max(3, len(strconv.Itoa(n-1)))
		for i := range n {
			number := strings.NewReplacer("{{i}}", fmt.Sprintf("%0*d", width, i))
			if err := b.putAt(number.Replace(f.Name), number.Replace(text)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b builder) putAt(rel, text string) error {
	p, err := place(rel)
	if err != nil {
		return err
	}
	return b.put(p, []byte(text))
}

func (b builder) editAt(rel string, change func([]byte) []byte) error {
	p, err := place(rel)
	if err != nil {
		return err
	}
	return b.edit(p, change)
}

func (b builder) stepMkdir(v string) error {
	p, err := place(v)
	if err != nil {
		return err
	}
	_, err = b.mkdir(p)
	return err
}

func (b builder) stepBytes(v string) error {
	p, data, err := cutBytes(v)
	if err != nil {
		return err
	}
	return b.put(p, data)
}

func (b builder) stepExpand(v string) error {
	p, size, err := cutExpand(v)
	if err != nil {
		return err
	}
	return b.edit(p, func(d []byte) []byte {
		if len(d) == 0 {
			d = []byte("x")
		}
		return bytes.Repeat(d, size/len(d)+1)[:size]
	})
}

func (b builder) stepSymlink(v string) error {
	link, target, err := cutLink(v)
	if err != nil {
		return err
	}
	return b.symlink(link, target)
}

func (b builder) stepDelete(v string) error {
	p, err := place(v)
	if err != nil {
		return err
	}
	return b.remove(p)
}

func (b builder) stepMode(v string) error {
	p, perm, err := cutMode(v)
	if err != nil {
		return err
	}
	return b.chmod(p, fs.FileMode(perm))
}
