package gittree

import (
	"errors"

	"github.com/agentlayers/layers/tree"
)

// maxHandles bounds the files that one repository keeps open.
const maxHandles = 64

// maxWhole bounds a pack that must be read whole because its file system knows no parts, in bytes.
const maxWhole = 512 << 20

// handles are open files by path, the one used longest ago closed first.
type handles struct {
	open  map[string]tree.Handle
	order []string // least recently used first
}

func (h *handles) get(p *place, file string) (tree.Handle, error) {
	if f, ok := h.open[file]; ok {
		h.touch(file)
		return f, nil
	}
	real, err := p.resolve(file)
	if err != nil {
		return nil, err
	}
	f, err := tree.Open(p.fsys, real, maxWhole)
	if err != nil {
		return nil, err
	}
	if len(h.order) == maxHandles {
		oldest := h.order[0]
		err = h.open[oldest].Close()
		delete(h.open, oldest)
		h.order = h.order[1:]
	}
	if h.open == nil {
		h.open = map[string]tree.Handle{}
	}
	h.open[file] = f
	h.order = append(h.order, file)
	return f, err
}

// touch moves a file to the end of the order.
func (h *handles) touch(file string) {
	for i, name := range h.order {
		if name == file {
			copy(h.order[i:], h.order[i+1:])
			h.order[len(h.order)-1] = file
			return
		}
	}
}

func (h *handles) close() error {
	var errs []error
	for _, name := range h.order {
		errs = append(errs, h.open[name].Close())
	}
	h.open, h.order = nil, nil
	return errors.Join(errs...)
}
