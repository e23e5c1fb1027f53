//go:build !unix

package audit_test

import "errors"

func mkfifo(string) error { return errors.New("this system has no FIFOs") }
