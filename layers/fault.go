package layers

import "github.com/agentlayers/layers/diag"

// Fault is something that the agent refuses to start with.
type Fault struct {
	Class    string    // the kind of error that the agent reports: "wrong-type", "requirement-conflict", ...
	Key      Key       // the key it is about
	Span     diag.Span // the smallest span that is wrong
	Reported diag.Span // the place that the agent itself names; zero when it names none
	Summary  string
	Detail   string
	Fix      string
}
