//go:build unix

package usage

import "golang.org/x/sys/unix"

// CPU is the processor time of this process so far, user and system, in ms.
func CPU() float64 {
	var ru unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &ru) != nil {
		return 0
	}
	return float64(ru.Utime.Nano()+ru.Stime.Nano()) / 1e6
}
