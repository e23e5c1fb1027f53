package layers

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

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

// TestDecodeErrors: every value that does not fit is named with its place, and the others are read.
func TestDecodeErrors(t *testing.T) {
	t.Parallel()
	eff := stackOf(
		layerOf(t, "user", "model = \"a\"\nlimits = [1, \"x\"]\n[server]\nport = \"http\"\nwait = \"soon\"\n"),
		layerOf(t, "project", "[tools.\"a.b\"]\nruns = true\nenv = \"no table\"\n[tools.c]\nruns = \"maybe\"\n"),
	).Effective()
	into := struct {
		Model  string
		Limits []int
		Server struct {
			Port int
			Wait time.Duration
			Host string
		}
		Tools map[string]struct {
			Runs bool
			Env  map[string]int
		}
	}{}
	into.Server.Host = "localhost"
	err := eff.Decode(&into)
	var each DecodeErrors
	if !errors.As(err, &each) {
		t.Fatalf("Decode: %v", err)
	}
	var got []string
	for _, e := range each {
		got = append(got, fmt.Sprintf("%s:%d:%d %s", e.Origin.Value().Path, e.Origin.Value().Start.Line, e.Origin.Value().Start.Column, e.Key))
	}
	want := []string{
		"/project.toml:3:7 tools.\"a.b\".env", "/project.toml:5:8 tools.c.runs",
		"/user.toml:2:14 limits.1", "/user.toml:4:8 server.port", "/user.toml:5:8 server.wait",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("places (-want +got):\n%s\n%v", diff, err)
	}
	if into.Model != "a" || into.Server.Host != "localhost" || len(into.Tools) != 0 {
		t.Errorf("the rest was decoded as %+v", into)
	}
	for _, secret := range []string{"http", "soon", "maybe", "no table"} {
		if strings.Contains(err.Error(), secret) {
			t.Errorf("the message repeats a value:\n%v", err)
		}
	}
	if eff.Decode(into) == nil {
		t.Error("a struct that is no pointer was decoded into")
	}
}
