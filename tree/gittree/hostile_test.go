package gittree_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
	"github.com/agentlayers/layers/tree/gittree"
)

// TestSizeComesBeforeInflating: a file of 48 MiB costs what its limit says, loose and packed; one that would
// have to be put together from deltas is refused as such.
func TestSizeComesBeforeInflating(t *testing.T) { //nolint:paralleltest // it measures what the whole process allocates
	r := newRepo(t)
	const size = 48 << 20
	r.git("config", "core.compression", "1")
	big := strings.Repeat("0123456789abcdef", size/16)
	r.write("big", big)
	r.commit("one")
	check := func(name, rev, start string, refused bool) {
		v := r.view(rev)
		info, err := v.Lstat("/repo/big")
		if err != nil || info.Size() != size {
			t.Errorf("%s: size %v, %v", name, info, err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f, err := v.ReadFile("/repo/big", 1000)
		runtime.ReadMemStats(&after)
		if spent := after.TotalAlloc - before.TotalAlloc; spent > 2<<20 {
			t.Errorf("%s: reading 1,000 of %d bytes allocated %d", name, size, spent)
		}
		var e *gittree.Error
		switch {
		case refused && (!errors.As(err, &e) || e.Code != gittree.CodeTooLarge):
			t.Errorf("%s: %v, want %s", name, err, gittree.CodeTooLarge)
		case !refused && (!errors.Is(err, tree.ErrTooLarge) || string(f.Data) != start+big[len(start):1000] || f.Identity.Size != size):
			t.Errorf("%s: %d bytes of %d, %v", name, len(f.Data), f.Identity.Size, err)
		}
	}
	check("loose", "HEAD", "", false)
	r.git("repack", "-adq")
	check("packed", "HEAD", "", false)
	r.write("big", "x"+big[1:])
	r.commit("two")
	r.git("repack", "-adfq")
	check("base", "HEAD", "x", false)
	check("delta", "HEAD~1", "", true)
}

// TestFoldersThatGitRefuses: names that no checkout could make, and damaged folders, are errors that say so.
func TestFoldersThatGitRefuses(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.write("f", "x")
	r.commit("one")
	id, err := hex.DecodeString(r.git("rev-parse", "HEAD:f"))
	if err != nil {
		t.Fatal(err)
	}
	file := func(name string) string { return "100644 " + name + "\x00" + string(id) }
	for data, want := range map[string]string{
		file("a/b"): "no file can have", file(".."): "no file can have", file("."): "no file can have", file(""): "no file can have",
		file("a") + file("a"): "twice", "100644 a": "damaged", file("a") + "x": "damaged", "9 a\x00" + string(id): "damaged",
		strings.Repeat("1", 50) + " a\x00" + string(id): "damaged", "100644 a\x00short": "damaged", file(".git"): "git refuses",
	} {
		out, err := r.feed(data, "hash-object", "-t", "tree", "-w", "--literally", "--stdin")
		if err != nil {
			t.Fatal(out)
		}
		g := r.open(gittree.Options{})
		c, err := g.Commit(r.git("commit-tree", "-m", "x", out))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.Tree(c, "/repo"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", data, err, want)
		}
	}
}

// TestOddModesAndLinks: modes that git only reads, a link with a zero byte, an empty and an endless one.
func TestOddModesAndLinks(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	blob := func(text string) string {
		out, err := r.feed(text, "hash-object", "-w", "--stdin")
		if err != nil {
			t.Fatal(out)
		}
		raw, err := hex.DecodeString(out)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	data := "100664 a\x00" + blob("x") + "100775 b\x00" + blob("x") + "120000 c\x00" + blob("a\x00b") +
		"120000 d\x00" + blob("") + "120000 e\x00" + blob(strings.Repeat("x", 5000)) + "020000 f\x00" + blob("x")
	out, err := r.feed(data, "hash-object", "-t", "tree", "-w", "--literally", "--stdin")
	if err != nil {
		t.Fatal(out)
	}
	v := r.view(r.git("commit-tree", "-m", "x", out))
	for name, want := range map[string]fs.FileMode{
		"a": 0o644, "b": 0o755, "c": fs.ModeSymlink | 0o777, "f": fs.ModeDir | 0o755,
	} {
		if info, err := v.Lstat("/repo/" + name); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v; want %v", name, info, err, want)
		}
	}
	if text, err := v.ReadLink("/repo/c"); err != nil || text != "a" {
		t.Errorf("a link with a zero byte: %q, %v", text, err)
	}
	for _, name := range []string{"d", "e"} {
		if text, err := v.ReadLink("/repo/" + name); err == nil {
			t.Errorf("%s: a link to %q", name, text)
		}
	}
}

// TestDeltaOfItself: a pack whose one entry is a delta of itself ends in an error.
func TestDeltaOfItself(t *testing.T) {
	t.Parallel()
	id := strings.Repeat("ab", 20)
	raw, err := hex.DecodeString(id)
	if err != nil {
		t.Fatal(err)
	}
	delta := []byte{5, 5, 0x90, 5}
	pack := bytes.NewBuffer([]byte("PACK\x00\x00\x00\x02\x00\x00\x00\x01"))
	pack.WriteByte(7<<4 | byte(len(delta)))
	pack.Write(raw)
	z := zlib.NewWriter(pack)
	if _, err := z.Write(delta); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	pack.Write(make([]byte, 20))
	var idx []byte
	for i := range 256 {
		n := uint32(0)
		if i >= 0xab {
			n = 1
		}
		idx = binary.BigEndian.AppendUint32(idx, n)
	}
	idx = append(binary.BigEndian.AppendUint32(idx, 12), raw...)
	m := tree.NewMemory()
	plain(m, "/r/.git")
	m.WriteFile("/r/.git/objects/pack/pack-1.pack", pack.Bytes())
	m.WriteFile("/r/.git/objects/pack/pack-1.idx", append(idx, make([]byte, 40)...))
	g, err := gittree.Open(m, "/r", gittree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Commit(id); err == nil || !strings.Contains(err.Error(), "without end") {
		t.Errorf("got %v", err)
	}
}

// TestDamage: with any byte of the repository changed, everything ends in an answer or an error.
func TestDamage(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	for i := range 5 {
		r.write("dir/f", strings.Repeat("line\n", 50)+strings.Repeat("x", i*100))
		r.commit("c")
	}
	r.git("tag", "-a", "-m", "x", "v1")
	r.git("repack", "-adfq")
	r.git("pack-refs", "--all")
	r.write("loose", "1")
	r.commit("loose")
	sound := inMemory(t, filepath.Join(r.dir, ".git"))
	var files []string
	for name := range strings.Lines(sound.String()) {
		name = strings.TrimSuffix(name, "\n")
		info, err := sound.Lstat(name)
		if err == nil && info.Mode().IsRegular() && !strings.Contains(name, "/hooks/") && !strings.Contains(name, "/logs/") {
			files = append(files, name)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	failed := 0
	for range 1500 {
		name := files[random.IntN(len(files))]
		old, err := sound.ReadFile(name, 1<<20)
		if err != nil || len(old.Data) == 0 {
			continue
		}
		changed := bytes.Clone(old.Data)
		if at := random.IntN(len(changed)); random.IntN(3) == 0 {
			changed = changed[:at]
		} else {
			changed[at] ^= byte(1 + random.IntN(255))
		}
		sound.WriteFile(name, changed)
		if err := useEverything(sound, r.slash()); err != nil {
			failed++
			if e := (*gittree.Error)(nil); !errors.As(err, &e) {
				t.Errorf("%s: %v is no *Error", name, err)
			}
		}
		sound.WriteFile(name, old.Data)
	}
	if err := useEverything(sound, r.slash()); err != nil {
		t.Errorf("the sound repository: %v", err)
	}
	if failed == 0 {
		t.Error("no damage was noticed")
	}
	t.Logf("%d of 1500 were noticed", failed)
}

// useEverything asks for revisions and walks a tree; the first error ends it.
func useEverything(fsys tree.FS, dir string) error {
	g, err := gittree.Open(fsys, dir, gittree.Options{})
	if err != nil {
		return err
	}
	for _, rev := range []string{"v1", "main~3", "HEAD"} {
		c, err := g.Commit(rev)
		if err != nil {
			return err
		}
		v, err := g.Tree(c, "/r")
		if err != nil {
			return err
		}
		for _, p := range []string{"/r/dir/f", "/r/loose"} {
			if _, _, err := tree.Read(v, p, 1<<20); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return g.Close()
}

// TestConfigIsLinear: a configuration of many sections is read in one pass, and a larger one is refused.
func TestConfigIsLinear(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	plain(m, "/r/.git")
	many := strings.Repeat("[branch \"a\"]\n\tx = 1\n", 150_000)
	m.WriteFile("/r/.git/config", []byte(many+"[core]\n\tbare\n"))
	f, err := gittree.Inspect(m, "/r", gittree.Options{})
	if err != nil || !f.Bare {
		t.Errorf("got %+v, %v", f, err)
	}
	m.WriteFile("/r/.git/config", []byte(many+many))
	if _, err := gittree.Inspect(m, "/r", gittree.Options{}); !errors.Is(err, tree.ErrTooLarge) {
		t.Errorf("too long: %v", err)
	}
	if _, err := gittree.Inspect(disk.FS(), "/dev/null", gittree.Options{}); err == nil {
		t.Error("a device is no repository")
	}
}
