package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/audit"
)

// documents are the types that are written as JSON.
var documents = []any{
	agentsJSON{},
	audit.Baseline{},
	auditJSON{},
	diffJSON{},
	editJSON{},
	explainJSON{},
	forFileJSON{},
	instructionsJSON{},
	listJSON{},
	overviewJSON{},
	pathJSON{},
	promptCheckJSON{},
	promptJSON{},
	sarifLog{},
	skillAnswerJSON{},
	skillsJSON{},
	trustJSON{},
	trustListJSON{},
	watchedJSON{},
}

// TestDocumentsAsEncodingJSON fills every document with random values: the writer gives what encoding/json gives.
func TestDocumentsAsEncodingJSON(t *testing.T) {
	t.Parallel()
	for _, d := range documents {
		t.Run(fmt.Sprintf("%T", d), func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(20) {
				v := reflect.New(reflect.TypeOf(d)).Elem()
				fill(v, rand.New(rand.NewPCG(seed, 1)), 0)
				var want, got bytes.Buffer
				enc := json.NewEncoder(&want)
				enc.SetEscapeHTML(false)
				enc.SetIndent("", "  ")
				if err := enc.Encode(v.Interface()); err != nil {
					t.Fatal(err)
				}
				if err := write(&got, v.Interface()); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(strings.Split(want.String(), "\n"), strings.Split(got.String(), "\n")); diff != "" {
					t.Fatalf("seed %d (-want +got):\n%s", seed, diff)
				}
			}
		})
	}
}

// fill puts a random value into v; half of what may be missing is.
func fill(v reflect.Value, r *rand.Rand, depth int) {
	missing := r.IntN(2) == 0 || depth > 8
	switch v.Kind() {
	case reflect.String:
		v.SetString([]string{"", "a", "<b> \"c\"\n"}[r.IntN(3)])
	case reflect.Bool:
		v.SetBool(!missing)
	case reflect.Int, reflect.Int64, reflect.Int8, reflect.Int16, reflect.Int32:
		v.SetInt(int64(r.IntN(3)))
	case reflect.Float64:
		v.SetFloat(float64(r.IntN(4)) / 3)
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() || v.Type().Field(i).Anonymous {
				fill(f, r, depth+1)
			}
		}
	case reflect.Pointer:
		if !missing {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), r, depth+1)
		}
	case reflect.Slice:
		if !missing {
			v.Set(reflect.MakeSlice(v.Type(), r.IntN(3), 3))
		}
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), r, depth+1)
		}
	case reflect.Map:
		if !missing {
			v.Set(reflect.MakeMap(v.Type()))
			element := reflect.New(v.Type().Elem()).Elem()
			fill(element, r, depth+1)
			v.SetMapIndex(reflect.ValueOf("key").Convert(v.Type().Key()), element)
		}
	case reflect.Interface:
		v.Set(reflect.ValueOf([]any{"text", int64(7), 0.5, true, []any{nil, "x"}, map[string]any{"b": 1, "a": nil}}[r.IntN(6)]))
	default:
		panic(fmt.Sprintf("no value for a %s", v.Type()))
	}
}
