package main

import (
	"runtime"
	"runtime/debug"
)

// How far the heap may grow. What most folders need fits before the first collection, so that there is none; a run that
// needs much trades memory for time, until the limit is near, where it collects as often as it must.
const (
	firstPercent = 800 // 32 MB
	laterPercent = 150
	limitBytes   = 160 << 20
)

// tuneCollector sets them, unless GOGC or GOMEMLIMIT of the environment says otherwise. Each setting stops the world, so
// what only a large run needs is set after its first collection.
func tuneCollector(h host) {
	if h.getenv("GOGC") != "" || h.getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(firstPercent)
	sentinel := &struct{ self *int }{new(int)}
	runtime.AddCleanup(sentinel, func(percent int) {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limitBytes)
	}, laterPercent)
}
