//go:build !race

package audit_test

// raceDetector reports whether this is a race build, in which no time is judged.
const raceDetector = false
