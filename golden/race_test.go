//go:build race

package golden

// RaceDetector reports whether this is a race build: what is counted or measured is left to the other one.
const RaceDetector = true
