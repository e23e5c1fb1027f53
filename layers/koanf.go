package layers

import (
	"errors"

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

// Decode reads the effective configuration into a struct with koanf tags. Values are converted as koanf does by
// default: 1 into a string field is "1".
func (e Effective) Decode(into any) error {
	k := koanf.New(koanfDelim)
	if err := k.Load(e.Provider(), nil); err != nil {
		return err
	}
	return k.Unmarshal("", into)
}
