package main

import (
	"runtime"
	"runtime/debug"
)

// The collector's percentages: a run that needs little memory ends before it starts, and one that needs much keeps
// little more than it uses.
const (
	firstPercent = 300 // 12 MB
	laterPercent = 50
)

// tuneCollector sets both, unless GOGC of the environment says otherwise.
func tuneCollector(h host) {
	if h.getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(firstPercent)
	sentinel := &struct{ self *int }{new(int)}
	runtime.AddCleanup(sentinel, func(percent int) { debug.SetGCPercent(percent) }, laterPercent) // after the first collection
}
