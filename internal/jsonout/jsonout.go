// Package jsonout writes a document as JSON in one pass: the bytes that encoding/json gives without HTML escaping, with
// the characters that nobody sees escaped too.
//
//	document ──> shape of each of its types ──> buffer ──> io.Writer
//
// encoding/json builds tables for types that are written once, keeps the whole document, and goes over it again to
// indent it; the pieces here are a shape for each type, made on the way, and a buffer of a fixed size. What no document
// holds (maps with other keys than text, bytes, types with a JSON form of their own) is an error.
package jsonout

import (
	"encoding"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
)

// bufferBytes is how much is gathered before it is written.
const bufferBytes = 32 << 10

// Write writes v and a line break; indent "" gives one line. Some of the document may have been written when it fails.
func Write(w io.Writer, v any, indent string) error {
	e := &encoder{to: w, indent: indent, colon: ":", buf: make([]byte, 0, bufferBytes), shapes: map[reflect.Type]*shape{}}
	if indent != "" {
		e.colon = ": "
	}
	e.any(reflect.ValueOf(v))
	e.buf = append(e.buf, '\n')
	e.flush()
	return e.err
}

// encoder is a document under way. The first error stops the writing, not the walk.
type encoder struct {
	to            io.Writer
	indent, colon string
	buf           []byte
	depth         int
	first         bool // the innermost object or array has no member yet
	shapes        map[reflect.Type]*shape
	err           error
}

func (e *encoder) flush() {
	if e.err == nil {
		_, e.err = e.to.Write(e.buf)
	}
	e.buf = e.buf[:0]
}

func (e *encoder) text(s string) { e.buf = append(e.buf, s...) }

func (e *encoder) open(bracket byte) {
	e.buf = append(e.buf, bracket)
	e.depth++
	e.first = true
}

// next begins a member.
func (e *encoder) next() {
	if !e.first {
		e.buf = append(e.buf, ',')
	}
	e.first = false
	e.line()
}

func (e *encoder) close(bracket byte) {
	e.depth--
	if !e.first {
		e.line()
	}
	e.first = false
	e.buf = append(e.buf, bracket)
}

func (e *encoder) line() {
	if len(e.buf) >= bufferBytes/2 {
		e.flush()
	}
	if e.indent == "" {
		return
	}
	e.buf = append(e.buf, '\n')
	for range e.depth {
		e.text(e.indent)
	}
}

// any writes what an interface holds.
func (e *encoder) any(v reflect.Value) {
	if !v.IsValid() {
		e.text("null")
		return
	}
	e.value(v, e.shapeOf(v.Type()))
}

func (e *encoder) value(v reflect.Value, s *shape) {
	switch s.kind {
	case reflect.String:
		e.string(v.String())
	case reflect.Bool:
		e.buf = strconv.AppendBool(e.buf, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		e.buf = strconv.AppendInt(e.buf, v.Int(), 10)
	case reflect.Float64:
		e.marshalled(json.Marshal(v.Float()))
	case reflect.Struct:
		e.open('{')
		e.members(v, s)
		e.close('}')
	case reflect.Array:
		e.elements(v, s)
	case reflect.Slice, reflect.Map, reflect.Pointer, reflect.Interface:
		e.mayBeNil(v, s)
	case spelled:
		b, err := v.Interface().(encoding.TextMarshaler).MarshalText()
		e.string(string(b))
		e.fail(err)
	default:
		e.fail(fmt.Errorf("%s has no JSON form here", v.Type()))
	}
}

func (e *encoder) mayBeNil(v reflect.Value, s *shape) {
	switch {
	case v.IsNil():
		e.text("null")
	case s.kind == reflect.Pointer:
		e.element(v.Elem(), s)
	case s.kind == reflect.Interface:
		e.any(v.Elem())
	case s.kind == reflect.Slice:
		e.elements(v, s)
	default:
		e.mapping(v, s)
	}
}

func (e *encoder) elements(v reflect.Value, s *shape) {
	e.open('[')
	for i := range v.Len() {
		e.next()
		e.element(v.Index(i), s)
	}
	e.close(']')
}

func (e *encoder) element(v reflect.Value, of *shape) {
	if of.elem == nil {
		of.elem = e.shapeOf(v.Type())
	}
	e.value(v, of.elem)
}

// mapping writes a map in the order of its keys.
func (e *encoder) mapping(v reflect.Value, s *shape) {
	members := make(map[string]reflect.Value, v.Len())
	for key, member := range v.Seq2() {
		members[key.String()] = member
	}
	e.open('{')
	for _, key := range slices.Sorted(maps.Keys(members)) {
		e.next()
		e.string(key)
		e.text(e.colon)
		e.element(members[key], s)
	}
	e.close('}')
}

// members writes the fields of a struct, those of embedded ones in their place.
func (e *encoder) members(v reflect.Value, s *shape) {
	for i := range s.fields {
		f := &s.fields[i]
		member := v.Field(f.index)
		if f.omits(member) {
			continue
		}
		if f.shape == nil {
			f.shape = e.shapeOf(member.Type())
		}
		if f.embedded {
			e.members(member, f.shape)
			continue
		}
		e.next()
		e.buf = append(append(append(e.buf, '"'), f.name...), '"')
		e.text(e.colon)
		e.value(member, f.shape)
	}
}

func (e *encoder) marshalled(b []byte, err error) {
	e.buf = append(e.buf, b...)
	e.fail(err)
}

func (e *encoder) fail(err error) {
	if e.err == nil {
		e.err = err
	}
}
