//go:build !unix

package main

import (
	"errors"
	"testing"
)

// cannotMeasure says why this build cannot measure a process.
func cannotMeasure() string { return "this system does not tell what a process used" }

func ownUsage() (usageOf, error) { return usageOf{}, errors.New("not measured on this system") }

func pipe(t *testing.T, _ string) { t.Skip("no named pipes on this system") }

func socket(t *testing.T, _ string) { t.Skip("no sockets in folders on this system") }

func becomeNobody() error { return nil }

func readOnly(*testing.T, string) {}
