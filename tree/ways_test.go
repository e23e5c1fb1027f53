package tree

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRecorderFollowsLinks: a Recorder, which follows the way to a folder once, gives what every other FS gives; and a
// part of it, which goes ways that others went before, is on record for all that it would have asked alone.
func TestRecorderFollowsLinks(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		fsys := NewMemory()
		word := func() string { return string(rune('a' + rnd.IntN(3))) }
		way := func(n int) string {
			parts := make([]string, 1+rnd.IntN(n))
			for i := range parts {
				parts[i] = []string{word(), word(), word(), word(), "..", ".", ""}[rnd.IntN(7)]
			}
			return strings.Join(parts, "/")
		}
		for range 12 {
			p := Join("/", way(4))
			switch _, _, err := Stat(fsys, p); {
			case err == nil || p == "/":
			case rnd.IntN(2) == 0:
				fsys.Symlink(p, []string{"", "/"}[rnd.IntN(2)]+way(3))
			default:
				fsys.WriteFile(p, []byte("x"))
			}
		}
		recorded, turns := NewRecorder(fsys), NewRecorder(fsys)
		other := turns.Part()
		var asked []string
		for range 60 {
			p := []string{"/", "/", ""}[rnd.IntN(3)] + way(6)
			want, wantErr := EvalSymlinks(fsys, p)
			got, gotErr := EvalSymlinks(recorded, p)
			if d := cmp.Diff(want, got); d != "" || fmt.Sprint(wantErr) != fmt.Sprint(gotErr) {
				t.Fatalf("seed %d, %q: %s%v, want %v", seed, p, d, gotErr, wantErr)
			}
			info, _, _ := Stat(fsys, p)
			if gotInfo, _, _ := Stat(recorded, p); (info == nil) != (gotInfo == nil) || info != nil && info.Mode() != gotInfo.Mode() {
				t.Fatalf("seed %d, %q: %v, want %v", seed, p, gotInfo, info)
			}
			if rnd.IntN(3) > 0 {
				asked = append(asked, p)
				_, _ = EvalSymlinks(turns, p)
			}
			_, _ = EvalSymlinks(other, p)
		}
		alone := NewRecorder(fsys)
		for _, p := range asked {
			_, _ = EvalSymlinks(alone, p)
		}
		if d := cmp.Diff(alone.Accesses(), turns.Accesses()); d != "" {
			t.Fatalf("seed %d, in turns: %s", seed, d)
		}
	}
}
