package gather

import (
	"errors"
	"fmt"

	"github.com/agentlayers/layers/tree"
)

// roomy is a file system whose files are held in memory by whoever reads them, and of which only so much may be.
type roomy struct {
	*confined
	g *gatherer
}

// ReadFile implements tree.FS. What finds no room is tree.ErrTooLarge, and makes the audit incomplete.
func (r roomy) ReadFile(p string, limit int64) (tree.File, error) {
	may := min(limit, r.g.room)
	f, err := r.confined.ReadFile(p, may)
	r.g.room -= int64(len(f.Data))
	if may < limit && errors.Is(err, tree.ErrTooLarge) {
		r.g.incomplete(fmt.Sprintf("the files hold more than %d MiB of text", r.g.o.Limits.Held>>20))
	}
	return f, err
}
