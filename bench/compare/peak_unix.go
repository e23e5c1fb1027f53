//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peakOf is the peak memory of an ended process in KB. On Linux it is never below what this program held when it
// started that one, a few MB.
func peakOf(s *os.ProcessState) float64 {
	ru, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return float64(ru.Maxrss) / 1024
	}
	return float64(ru.Maxrss)
}
