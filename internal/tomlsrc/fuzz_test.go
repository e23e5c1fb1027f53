package tomlsrc

import (
	"bytes"
	"fmt"
	"reflect"
	"regexp"
	"testing"
	"time"

	"github.com/pelletier/go-toml/v2"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

// FuzzParse holds our reader against the decoder of the parser's own library. Both must agree on verdict and
// values, except for the differences that the reference agent makes (weAccept).
func FuzzParse(f *testing.F) {
	for _, c := range placeCases(f) {
		f.Add([]byte(c.text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		root, problems := Parse(diag.NewSource("/f.toml", text), Options{})
		var decoded map[string]any
		err := toml.Unmarshal(text, &decoded)
		switch ours := len(problems) == 0; {
		case ours && err == nil:
			// Not cmp.Diff: it is exponential in the depth of nested arrays.
			if want, got := decodedTags(decoded), tagged(root); !reflect.DeepEqual(want, got) {
				t.Errorf("values differ:\ndecoder %v\n   ours %v", want, got)
			}
		case ours && !weAccept(text, err):
			t.Errorf("accepted, the decoder says: %v", err)
		case !ours && err == nil:
			t.Errorf("refused: %+v", problems)
		}
		if len(problems) == 0 {
			checkSpans(t, text, root)
		}
		checkUsed(t, text, root)
		checkLocate(t, text)
	})
}

// checkUsed: a parser that has read other files reads this one as a new one does.
func checkUsed(t *testing.T, text []byte, root *doc.Value) {
	t.Helper()
	var p Parser
	p.Parse(diag.NewSource("/other.toml", []byte(usedBefore)), Options{})
	again, problems := p.Parse(diag.NewSource("/f.toml", text), Options{})
	if want, got := tagged(root), tagged(again); !reflect.DeepEqual(want, got) {
		t.Errorf("values differ:\nnew  %v\nused %v", want, got)
	}
	if len(problems) == 0 {
		checkSpans(t, text, again)
	}
}

const usedBefore = `a.b.c = [1, [2, {x = "y", z = {}}]]
"q r" = {m.n = 1, o = [[], [{}]]}
[t]
k1 = 1
k2 = 2
[[t.list]]
[[t.list]]
v = true
[t.u.w]
`

// checkLocate: the slow reader that finds places must agree with the fast one on the verdict.
func checkLocate(t *testing.T, text []byte) {
	t.Helper()
	for _, a := range agents {
		_, problems := Parse(diag.NewSource("/f.toml", text), a.opts)
		if len(problems) > 0 && problems[0].Code == CodeNotUTF8 {
			continue
		}
		bad, _ := locate(bytes.TrimPrefix(text, byteOrderMark), 0, a.opts)
		if (bad == nil) != (len(problems) == 0) {
			t.Errorf("%s: fast reader %+v, slow reader %+v", a.version, problems, bad)
		}
		for _, p := range problems {
			if s := p.Subject; s.Start.Line < 1 || s.Start.Column < 1 || s.Start.Offset > len(text) || p.Summary == "" {
				t.Errorf("%s: bad problem %+v", a.version, p)
			}
		}
	}
}

var alreadyDefined = regexp.MustCompile(`^toml: key .* is already defined$`)

// weAccept names the documents that the reference agent reads and the decoder does not.
func weAccept(text []byte, err error) bool {
	if bytes.HasPrefix(text, byteOrderMark) {
		return true
	}
	// A dotted key may go through a table that only a longer header implied, and through an array of tables.
	if alreadyDefined.MatchString(err.Error()) && bytes.Contains(text, []byte("[")) {
		return true
	}
	// Line ends and comments around the equals sign of an inline table's key.
	_, repairs := locate(text, 0, Options{})
	return len(repairs) > 0
}

// decodedTags gives the decoder's values in the form of tagged.
func decodedTags(v any) any {
	switch v := v.(type) {
	case map[string]any:
		m := map[string]any{}
		for k, e := range v {
			m[k] = decodedTags(e)
		}
		return m
	case []any:
		list := []any{}
		for _, e := range v {
			list = append(list, decodedTags(e))
		}
		return list
	case string:
		return "string " + v
	case int64:
		return fmt.Sprint("integer ", v)
	case float64:
		return floatTag(v)
	case bool:
		return fmt.Sprint("bool ", v)
	case toml.LocalDate:
		return "date-local " + v.String()
	case toml.LocalTime:
		return scalarTag("time-local", v.String())
	case toml.LocalDateTime:
		return scalarTag("datetime-local", v.String())
	case time.Time:
		return scalarTag("datetime", offsetTime(v))
	}
	return fmt.Sprintf("unknown %T", v)
}

// offsetTime spells a moment.
func offsetTime(v time.Time) string {
	return v.Format("2006-01-02T15:04:05.999999999Z07:00")
}
