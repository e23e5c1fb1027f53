package tomlsrc

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

// agents are the recorded versions and the options that describe each.
var agents = []struct {
	version string
	opts    Options
}{
	{"0.145.0", Options{Depth: 80, KeyParts: 80, LeapSecond: true, Reader: Reader2025}},
	{"0.171.0", Options{Depth: 80, KeyParts: 80, LeapSecond: true}},
}

type placeCase struct {
	line int
	text string
	want []string // one answer per version
}

func placeCases(t testing.TB) []placeCase {
	t.Helper()
	data, err := os.ReadFile("testdata/places.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var cases []placeCase
	for i, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		text, err := strconv.Unquote(fields[0])
		if err != nil || len(fields) != 1+len(agents) {
			t.Fatalf("places.tsv:%d: bad row: %v", i+1, err)
		}
		c := placeCase{line: i + 1, text: text}
		for j, answer := range fields[1:] {
			if answer == "=" {
				answer = c.want[j-1]
			}
			c.want = append(c.want, answer)
		}
		cases = append(cases, c)
	}
	return cases
}

// TestPlaces compares verdicts, values and error places with what the agent said.
func TestPlaces(t *testing.T) {
	t.Parallel()
	cases := placeCases(t)
	if len(cases) < 900 {
		t.Fatalf("only %d recorded documents", len(cases))
	}
	for i, a := range agents {
		t.Run(a.version, func(t *testing.T) {
			t.Parallel()
			for _, c := range cases {
				if got := answer(t, c.text, a.opts); got != normal(t, c.want[i]) {
					t.Errorf("places.tsv:%d: %.120q\n got %s\nwant %s", c.line, c.text, got, normal(t, c.want[i]))
				}
			}
		})
	}
}

// answer is what we say about text, in the words of the table.
func answer(t *testing.T, text string, opts Options) string {
	t.Helper()
	root, problems := Parse(diag.NewSource("/f.toml", []byte(text)), opts)
	if len(problems) == 0 {
		b, err := json.Marshal(plain(root))
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		return string(b)
	}
	d := problems[0]
	if len(problems) > 1 || d.Severity != diag.Error || d.Summary == "" || root == nil {
		t.Errorf("%q: not one complete error: %+v", text, problems)
	}
	if d.Code == CodeNotUTF8 {
		return "unreadable"
	}
	return fmt.Sprintf("%d:%d", d.Subject.Start.Line, d.Subject.Start.Column)
}

// normal gives recorded JSON in Go's spelling; other answers stay as they are.
func normal(t *testing.T, answer string) string {
	t.Helper()
	if !strings.HasPrefix(answer, "{") {
		return answer
	}
	d := json.NewDecoder(strings.NewReader(answer))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", answer, err)
	}
	b, err := json.Marshal(respell(v))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// respell writes floating-point numbers as plain does.
func respell(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			v[k] = respell(e)
		}
	case []any:
		for i, e := range v {
			v[i] = respell(e)
		}
	case json.Number:
		if strings.ContainsAny(v.String(), ".eE") {
			f, _ := v.Float64()
			return map[string]any{"float": fmt.Sprint(f)}
		}
	}
	return v
}

// plain turns a tree into what the agent reports as JSON. Integers and floats stay distinguishable.
func plain(v *doc.Value) any {
	switch v.Kind {
	case doc.Table:
		m := map[string]any{}
		for _, member := range v.Members {
			m[member.Name] = plain(member.Value)
		}
		return m
	case doc.Array:
		list := []any{}
		for _, e := range v.Elems {
			list = append(list, plain(e))
		}
		return list
	}
	switch s := v.Scalar.(type) {
	case doc.Time:
		return map[string]any{"$__toml_private_datetime": s.Text}
	case float64:
		if math.IsNaN(s) || math.IsInf(s, 0) {
			return nil
		}
		return map[string]any{"float": fmt.Sprint(s)}
	default:
		return s
	}
}
