package random

import (
	"strconv"
	"strings"
)

var words = strings.Fields("alpha beta gamma delta omega lint deploy review parse token cache merge branch patch build ship " +
	"audit docs schema query index fetch local plain quiet exact")

// chance is true with the given probability.
func (m *maker) chance(p float64) bool { return m.r.Float64() < p }

// between gives a number from low to high, both included.
func (m *maker) between(low, high int) int { return low + m.r.IntN(high-low+1) }

// pick gives one element of the list.
func pick[T any](m *maker, list []T) T { return list[m.r.IntN(len(list))] }

// one is pick over its arguments.
func one[T any](m *maker, list ...T) T { return pick(m, list) }

// some gives up to n different elements of the list in random order.
func some[T any](m *maker, list []T, n int) []T {
	rest := append([]T(nil), list...)
	var out []T
	for len(rest) > 0 && len(out) < n {
		i := m.r.IntN(len(rest))
		out = append(out, rest[i])
		rest = append(rest[:i], rest[i+1:]...)
	}
	return out
}

// weighted is a choice with its weight.
type weighted[T any] struct {
	value  T
	weight float64
}

// weigh gives one of the choices, each as often as its weight says.
func weigh[T any](m *maker, choices ...weighted[T]) T {
	sum := 0.0
	for _, c := range choices {
		sum += c.weight
	}
	at := m.r.Float64() * sum
	for _, c := range choices {
		if at -= c.weight; at < 0 {
			return c.value
		}
	}
	return choices[len(choices)-1].value
}

// kind is weigh over words: "text:74 crlf:4 dangling:1.5".
func (m *maker) kind(spec string) string {
	var choices []weighted[string]
	for field := range strings.FieldsSeq(spec) {
		name, weight, _ := strings.Cut(field, ":")
		w, err := strconv.ParseFloat(weight, 64)
		if err != nil {
			panic("random: " + spec) // a mistake in this package
		}
		choices = append(choices, weighted[string]{name, w})
	}
	return weigh(m, choices...)
}

// sentence is up to n different words.
func (m *maker) sentence(n int) string { return strings.Join(some(m, words, n), " ") }

// list is up to three words, each by itself.
func (m *maker) list() []any {
	out := []any{}
	for range m.between(0, 3) {
		out = append(out, pick(m, words))
	}
	return out
}

// word is a word that hardly comes twice.
func (m *maker) word() string { return pick(m, words) + "-" + strconv.Itoa(m.between(1, 99)) }
