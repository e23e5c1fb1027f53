// Command layers shows what a coding agent loads in a directory, and where it comes from.
//
// This package is the only one that looks at arguments, environment, working directory and terminal.
package main

import (
	"context"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	h := processHost()
	tuneCollector(h)
	code := run(ctx, os.Args[1:], h)
	stop()
	os.Exit(code)
}
