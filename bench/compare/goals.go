package main

// goal is what a ratio may be at most, by row of the table.
type goal struct{ cold, inside, calls, floor, peak float64 }

// goals by size. The rows of the agent hold for its version 0.171.0.
var goals = map[string]goal{
	"S":  {cold: 1. / 10, inside: 1. / 8, calls: 5, floor: 3, peak: 1. / 4},
	"M":  {cold: 1. / 8, inside: 1. / 4, calls: 2.5, floor: 3, peak: 1. / 4},
	"L":  {cold: 1. / 4, inside: 1. / 4, calls: 2, floor: 2, peak: 1. / 3},
	"XL": {cold: 1. / 4, inside: 1. / 4, calls: 2, floor: 2.5, peak: 1. / 2},
}

// judged is the version of the agent that the goals are about.
const judged = "0.171.0"
