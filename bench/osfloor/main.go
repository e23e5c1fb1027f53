// Command osfloor does the least file-system work for one workload through package os, and prints its processor time.
//
//	osfloor [-n N] FLOOR.TXT
//
// Lines of FLOOR.TXT: "P PATH" asks whether something is there, "D PATH" lists a folder, "R PATH" reads a file.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"

	"github.com/agentlayers/layers/bench/internal/usage"
)

func main() {
	n := flag.Int("n", 10, "how many passes")
	flag.Parse()
	if err := run(*n, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(n int, list string) error {
	data, err := os.ReadFile(list)
	if err != nil {
		return err
	}
	lines := bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
	var cpu []float64
	for range n + 1 {
		start := usage.CPU()
		for _, l := range lines {
			if err := do(l[0], string(l[2:])); err != nil {
				return err
			}
		}
		cpu = append(cpu, usage.CPU()-start)
	}
	fmt.Printf("cpu_ms %.3f\n", usage.Median(cpu[1:]))
	return nil
}

func do(op byte, path string) error {
	var err error
	switch op {
	case 'P':
		if _, err = os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	case 'D':
		_, err = os.ReadDir(path)
	case 'R':
		_, err = os.ReadFile(path)
	}
	return err
}
