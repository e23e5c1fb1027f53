package layers

import (
	"errors"

	"github.com/go-viper/mapstructure/v2"
	"github.com/knadh/koanf/v2"
)

// koanfDelim separates parts inside koanf. No configuration key of an agent holds it, so names with dots stay
// one part.
const koanfDelim = "\x1f"

// Provider gives the effective configuration to programs that already use koanf. Load it into a koanf whose
// delimiter is not ".": names such as "a.b" would collide with table a, key b.
func (e Effective) Provider() koanf.Provider { return provider{e} }

type provider struct{ eff Effective }

// Read implements koanf.Provider. The map is the caller's own.
func (p provider) Read() (map[string]any, error) { return p.eff.Map(), nil }

// ReadBytes implements koanf.Provider.
func (p provider) ReadBytes() ([]byte, error) {
	return nil, errors.New("the effective configuration has no bytes; use Read")
}

// Decode reads the effective configuration into the struct that into points to. Fields are named by koanf tags, or
// else by their own name in any letter case; keys without a field are left out, fields without a key keep what they
// hold, so a struct of defaults can be decoded into.
//
// Values are converted as koanf does by default: 1 into a string field is "1", "3s" into a time.Duration three
// seconds. The error is a DecodeErrors with the place of every value that does not fit; the other fields are filled
// in all the same, but for a map of which one member does not fit.
//
// The values are those of the merge. What requirements make of them is in Enforce.
func (e Effective) Decode(into any) error {
	k := koanf.New(koanfDelim)
	if err := k.Load(e.Provider(), nil); err != nil {
		return err
	}
	err := k.Unmarshal("", into)
	if err == nil {
		return nil
	}
	if found := misfits(e.Root, err); len(found) > 0 {
		return found
	}
	return err // into is not a pointer to a struct
}

// misfits gives each value that the decoder names its place, in the order of files and lines.
func misfits(root *Node, err error) DecodeErrors {
	var out DecodeErrors
	var collect func(error)
	collect = func(err error) {
		if one, ok := err.(*mapstructure.DecodeError); ok && one.Name() != "" {
			key, n := findNamed(root, one.Name())
			out = append(out, &DecodeError{Key: key, Origin: n.Origin, Err: one.Unwrap()})
			return
		}
		switch err := err.(type) {
		case interface{ Unwrap() []error }:
			for _, inner := range err.Unwrap() {
				collect(inner)
			}
		case interface{ Unwrap() error }:
			collect(err.Unwrap())
		}
	}
	collect(err)
	out.sort()
	return out
}
