package layers

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/knadh/koanf/v2"
)

func TestDecode(t *testing.T) {
	t.Parallel()
	eff := stackOf(
		layerOf(t, "user", "model = \"a\"\n[server]\nport = 1\nhosts = [\"x\"]\n"),
		layerOf(t, "project", "[server]\nport = 2\n[\"a.b\"]\nc = true\n"),
	).Effective()
	var got struct {
		Model  string
		Server struct {
			Port  int
			Hosts []string
		}
		Odd struct{ C bool } `koanf:"a.b"`
	}
	if err := eff.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if got.Model != "a" || got.Server.Port != 2 || !got.Odd.C {
		t.Errorf("decoded %+v", got)
	}
	if diff := cmp.Diff([]string{"x"}, got.Server.Hosts); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestProviderIsACopy: what koanf does to its maps never reaches the result.
func TestProviderIsACopy(t *testing.T) {
	t.Parallel()
	eff := stackOf(layerOf(t, "user", "[server]\nport = 1\n")).Effective()
	k := koanf.New(koanfDelim)
	for range 2 {
		if err := k.Load(eff.Provider(), nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := k.Set("server"+koanfDelim+"port", 99); err != nil {
		t.Fatal(err)
	}
	if v, _, _ := eff.Get("server.port"); v != int64(1) {
		t.Errorf("server.port = %v after koanf changed its own", v)
	}
}
