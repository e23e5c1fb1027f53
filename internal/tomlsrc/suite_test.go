package tomlsrc

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	tomltest "github.com/toml-lang/toml-test/v2"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

// suiteDiffers lists the documents of the public suite that the reference agent decides otherwise, and why.
// Both recorded versions decide all documents for TOML 1.1 as the suite does, so there is none.
var suiteDiffers = map[string]string{}

// TestSuite holds every document of the public TOML 1.1 suite against its verdict and values.
func TestSuite(t *testing.T) {
	t.Parallel()
	files := tomltest.TestCases()
	list, err := files.Open("files-toml-1.1.0")
	if err != nil {
		t.Fatal(err)
	}
	defer list.Close()
	n := 0
	for lines := bufio.NewScanner(list); lines.Scan(); {
		name, isTOML := strings.CutSuffix(lines.Text(), ".toml")
		if !isTOML || suiteDiffers[name] != "" {
			continue
		}
		n++
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, a := range agents {
				suiteCase(t, files, name, a.opts)
			}
		})
	}
	if n < 600 {
		t.Errorf("only %d documents", n)
	}
}

func suiteCase(t *testing.T, files fs.FS, name string, opts Options) {
	t.Helper()
	text, err := fs.ReadFile(files, name+".toml")
	if err != nil {
		t.Fatal(err)
	}
	root, problems := Parse(diag.NewSource("/f.toml", text), opts)
	if valid := strings.HasPrefix(name, "valid/"); valid != (len(problems) == 0) {
		t.Fatalf("valid is %v, problems: %+v", valid, problems)
	}
	if len(problems) > 0 {
		return
	}
	checkSpans(t, text, root)
	data, err := fs.ReadFile(files, name+".json")
	if err != nil {
		t.Fatal(err)
	}
	var want any
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(normalTags(want), tagged(root)); d != "" {
		t.Errorf("values differ (-want +got):\n%s", d)
	}
}

var timeTags = map[doc.TimeKind]string{
	doc.OffsetDateTime: "datetime", doc.LocalDateTime: "datetime-local",
	doc.LocalDate: "date-local", doc.LocalTime: "time-local",
}

// tagged gives a tree in the suite's form: every scalar as "type value".
func tagged(v *doc.Value) any {
	switch v.Kind {
	case doc.Table:
		m := map[string]any{}
		for _, member := range v.Members {
			m[member.Name] = tagged(member.Value)
		}
		return m
	case doc.Array:
		list := []any{}
		for _, e := range v.Elems {
			list = append(list, tagged(e))
		}
		return list
	}
	switch s := v.Scalar.(type) {
	case string:
		return "string " + s
	case int64:
		return fmt.Sprint("integer ", s)
	case float64:
		return floatTag(s)
	case bool:
		return fmt.Sprint("bool ", s)
	case doc.Time:
		return timeTags[s.Kind] + " " + zeroZone(s.Text)
	}
	return fmt.Sprintf("unknown %T", v.Scalar)
}

// zeroZone spells the offset zero as Z, because neither the suite nor the decoder tells them apart.
func zeroZone(text string) string {
	if before, ok := strings.CutSuffix(text, "+00:00"); ok {
		return before + "Z"
	}
	return text
}

func floatTag(f float64) string {
	if math.IsNaN(f) {
		return "float nan"
	}
	return "float " + strconv.FormatFloat(f, 'g', -1, 64)
}

// normalTags brings the suite's expectations into the same form.
func normalTags(v any) any {
	switch v := v.(type) {
	case []any:
		list := []any{}
		for _, e := range v {
			list = append(list, normalTags(e))
		}
		return list
	case map[string]any:
		kind, isType := v["type"].(string)
		value, isValue := v["value"].(string)
		if isType && isValue && len(v) == 2 {
			return scalarTag(kind, value)
		}
		m := map[string]any{}
		for k, e := range v {
			m[k] = normalTags(e)
		}
		return m
	}
	return v
}

func scalarTag(kind, value string) string {
	switch kind {
	case "float":
		f, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return "bad float " + value
		}
		return floatTag(f)
	case "datetime", "datetime-local", "date-local", "time-local":
		t, ok := parseTime(value, true)
		if !ok {
			return "bad time " + value
		}
		return kind + " " + zeroZone(t.Text)
	}
	return kind + " " + value
}
