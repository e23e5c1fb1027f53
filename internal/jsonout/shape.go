package jsonout

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
)

// spelled is the kind of a type that gives its own text.
const spelled = reflect.UnsafePointer + 1

// shape is how values of one type are written. What it holds gets its shape when the first one is written: most
// documents use few of the types that they could.
type shape struct {
	kind   reflect.Kind
	elem   *shape // of an array, slice, map or pointer
	fields []field
}

type field struct {
	index    int
	name     string
	embedded bool
	empty    bool // left out when it is false, 0, nil or without members
	zero     bool // left out when it is zero
	shape    *shape
}

func (e *encoder) shapeOf(t reflect.Type) *shape {
	if s := e.shapes[t]; s != nil {
		return s
	}
	s := &shape{kind: t.Kind()}
	e.shapes[t] = s
	methods := t.NumMethod() > 0 && s.kind != reflect.Interface
	switch {
	case methods && t.Implements(reflect.TypeFor[json.Marshaler]()):
		s.kind = reflect.Invalid
	case methods && t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		s.kind = spelled
	case s.kind == reflect.Struct:
		s.fields = fieldsOf(t)
	case s.kind == reflect.Slice && t.Elem().Kind() == reflect.Uint8, s.kind == reflect.Map && t.Key().Kind() != reflect.String:
		s.kind = reflect.Invalid
	}
	return s
}

func fieldsOf(t reflect.Type) []field {
	fields := make([]field, 0, t.NumField())
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		embedded := f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct
		if tag == "-" || !f.IsExported() && !embedded {
			continue
		}
		if name == "" {
			name = f.Name
		}
		fields = append(fields, field{
			index: i, name: name, embedded: embedded, empty: options == "omitempty", zero: options == "omitzero",
		})
	}
	return fields
}

func (f *field) omits(v reflect.Value) bool {
	switch {
	case f.zero:
		if z, ok := v.Interface().(interface{ IsZero() bool }); ok {
			return z.IsZero()
		}
		return v.IsZero()
	case !f.empty:
		return false
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}
