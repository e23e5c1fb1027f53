package main

import (
	"context"
	"errors"
	"fmt"
)

// The exit codes, for every command.
const (
	exitFine       = 0
	exitProblems   = 1   // problems under a check, differences, no such key
	exitUsage      = 2   // the command line is wrong
	exitFindings   = 3   // audit findings at or over the threshold
	exitRefused    = 4   // a gate refused: a requirement under --strict, trust that is missing, stale or not granted
	exitUnreadable = 5   // something in effect could not be read
	exitInterrupt  = 130 // stopped by the user
)

// exitCodesText is the help topic; a test walks through its rows.
const exitCodesText = `Every command exits with one of these:

  0    fine
  1    problems under a check, differences, or no such key
  2    the command line is wrong
  3    audit findings at or over the threshold
  4    a gate refused: with --strict, a requirement overrides a configured value;
       an edit without effect; trust that is missing, stale or not granted
  5    something in effect could not be read or written, an audit is incomplete, or
       the agent would refuse to start
  130  interrupted

Looking at a directory exits with 0 when it could be looked at, whatever was
seen; only 5 says that the answer lacks something.
`

// exitError carries an exit code out of a command. A nil cause prints nothing: the command has said it all.
type exitError struct {
	code  int
	cause error
}

func (e *exitError) Error() string {
	if e.cause == nil {
		return fmt.Sprintf("exit %d", e.code)
	}
	return e.cause.Error()
}

func (e *exitError) Unwrap() error { return e.cause }

// exit ends a command with a code and no further words.
func exit(code int) error {
	if code == exitFine {
		return nil
	}
	return &exitError{code: code}
}

// usage is a mistake on the command line.
func usage(format string, args ...any) error {
	return &exitError{code: exitUsage, cause: fmt.Errorf(format, args...)}
}

// exitCode finds the code for an error that a command returned.
func exitCode(ctx context.Context, err error) int {
	var e *exitError
	switch {
	case err == nil:
		return exitFine
	case ctx.Err() != nil || errors.Is(err, context.Canceled):
		return exitInterrupt
	case errors.As(err, &e):
		return e.code
	}
	return exitUsage // cobra's own errors are about the command line
}
