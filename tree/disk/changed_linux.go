package disk

import (
	"syscall"
	"time"
)

// changed is when the file's bytes, mode, owner or name last changed.
func changed(st *syscall.Stat_t) time.Time { return time.Unix(st.Ctim.Unix()) }
