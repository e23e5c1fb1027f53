package random_test

import (
	"testing"

	"github.com/agentlayers/layers/golden"
	"github.com/agentlayers/layers/golden/random"
)

// TestMake: a seed gives the same text each time, and the text is a case that can be laid out.
func TestMake(t *testing.T) {
	t.Parallel()
	for _, area := range random.Areas() {
		for seed := range uint64(40) {
			c, err := random.Make(area, seed)
			if err != nil {
				t.Fatal(err)
			}
			again, err := random.Make(area, seed)
			if err != nil || again != c {
				t.Fatalf("%s %d: a second run gives another case (%v)", area, seed, err)
			}
			parsed, err := golden.Parse(c.Name, []byte(c.Text))
			if err != nil {
				t.Fatalf("%v\n%s", err, c.Text)
			}
			if _, err := parsed.Layout(t, golden.Memory); err != nil {
				t.Errorf("%s %d: %v\n%s", area, seed, err, c.Text)
			}
		}
	}
}

func TestMakeUnknownArea(t *testing.T) {
	t.Parallel()
	if c, err := random.Make("none", 1); err == nil {
		t.Errorf("an area that is not there gives %s", c.Name)
	}
}
