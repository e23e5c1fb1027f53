//go:build !race

package golden

// RaceDetector: see race_test.go.
const RaceDetector = false
