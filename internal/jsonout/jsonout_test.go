package jsonout

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

type word int

func (w word) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "<%d>", int(w)), nil }

type span struct{ From, To int }

func (s span) IsZero() bool { return s.To == 0 }

type inner struct {
	Name  string `json:"name"`
	Count int64  `json:",omitempty"`
	under int
}

type outer struct {
	inner
	Skipped string            `json:"-"`
	Word    word              `json:"word"`
	Rate    float64           `json:"rate"`
	Flag    bool              `json:"flag,omitempty"`
	Span    span              `json:"span,omitzero"`
	Pair    [2]int            `json:"pair"`
	Next    *outer            `json:"next"`
	Maybe   *inner            `json:"maybe,omitempty"`
	List    []inner           `json:"list"`
	Empty   []string          `json:"empty,omitempty"`
	Table   map[string]any    `json:"table"`
	Words   map[string]string `json:"words,omitempty"`
	Any     any               `json:"any"`
}

// reference is what encoding/json gives, with invisible characters escaped.
func reference(t *testing.T, v any, indent string) string {
	t.Helper()
	var plain bytes.Buffer
	enc := json.NewEncoder(&plain)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, r := range plain.String() {
		if r == '\n' || !isInvisible(r) {
			out.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&out, `\u%04X`, unit)
		}
	}
	return out.String()
}

func check(t *testing.T, v any) {
	t.Helper()
	for _, indent := range []string{"  ", ""} {
		var got bytes.Buffer
		if err := Write(&got, v, indent); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(reference(t, v, indent), got.String()); diff != "" {
			t.Fatalf("not as encoding/json (-want +got):\n%s", diff)
		}
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	for _, v := range []any{
		nil, true, "", "\x00\x1f\x7f\u0085\u200b\u2028\u2800\U000e0041\ufffd\xff<&>\"\\/\b\f\n\r\té—𝄞",
		0, int8(-3), 1.5, 1e-9, 1e21, math.Copysign(0, -1), []string(nil),
		[]string{},
		map[string]int(nil),
		map[string]int{},
		struct{}{},
		&struct{}{},
		map[string]any{"b": []any{nil, []any{}, map[string]any{}}, "a": word(3), "\x01": inner{}},
		outer{inner: inner{Name: "n", Count: 2, under: 1}, Skipped: "s", Next: &outer{Maybe: &inner{}}, List: []inner{{}, {}}, Span: span{1, 2}, Any: []*inner{nil}},
	} {
		check(t, v)
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	for _, v := range []any{
		math.NaN(), []byte("x"), map[int]int{}, json.RawMessage("1"), struct{ C chan int }{}, func() {}, []any{map[string]any{"a": math.Inf(1)}},
	} {
		if err := Write(&bytes.Buffer{}, v, ""); err == nil {
			t.Errorf("%T is written, want an error", v)
		}
	}
}

type failing struct{ left int }

func (f *failing) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errors.New("full")
	}
	return len(p), nil
}

func TestWriterFails(t *testing.T) {
	t.Parallel()
	long := strings.Split(strings.Repeat("0123456789 ", 20_000), " ")
	for _, room := range []int{0, bufferBytes, 200_000} {
		if err := Write(&failing{room}, long, "  "); err == nil || err.Error() != "full" {
			t.Errorf("with room for %d bytes: %v, want full", room, err)
		}
	}
	check(t, long)
}

func FuzzWrite(f *testing.F) {
	f.Add("text", int64(7), 0.5, true, `{"a":[1,"b",null,{"c":false}],"d":{}}`)
	f.Add("\u202e\xff", int64(-1), 1e30, false, `[[],{"":"\u200b"}]`)
	f.Fuzz(func(t *testing.T, s string, n int64, rate float64, flag bool, document string) {
		var v any
		if json.Unmarshal([]byte(document), &v) != nil || math.IsNaN(rate) || math.IsInf(rate, 0) {
			return
		}
		o := outer{
			inner: inner{s, n, 0}, Word: word(n), Rate: rate, Flag: flag, Span: span{int(n), int(n)}, Any: v,
			Words: map[string]string{s: document, document: s}, Table: map[string]any{document: v},
		}
		if flag {
			o.Next, o.Maybe, o.List, o.Empty = &outer{Any: &v}, &o.inner, []inner{o.inner, {}}, []string{s, document}
		}
		check(t, o)
	})
}
