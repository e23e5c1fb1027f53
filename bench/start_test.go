package bench_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// built is the program as it is released; made once for all tests.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "layers-bench-")
	if err != nil {
		return "", err
	}
	bin := filepath.Join(dir, "layers")
	cmd := exec.Command("go", "build", "-o", bin, "../cmd/layers")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return bin, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if bin := madeProgram; bin != "" {
		if err := os.RemoveAll(filepath.Dir(bin)); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	os.Exit(code)
}

var madeProgram string

func program(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("skipped: the go tool is not installed, so the program cannot be built")
	}
	bin, err := built()
	if err != nil {
		t.Fatal(err)
	}
	madeProgram = bin
	return bin
}

// What may happen before main: allocations and bytes of all packages' own start.
const (
	mostInitAllocs = 2800
	mostInitBytes  = 420_000
)

// TestInit bounds what the program's packages do before main, as the runtime counts it.
func TestInit(t *testing.T) { //nolint:paralleltest // it shares the built program
	cmd := exec.Command(program(t), "--version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace bytes.Buffer
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	total, allocs, heaviest, name := 0, 0, 0, ""
	for _, m := range regexp.MustCompile(`init (\S+) .* clock, (\d+) bytes, (\d+) allocs`).FindAllStringSubmatch(trace.String(), -1) {
		size, _ := strconv.Atoi(m[2])
		n, _ := strconv.Atoi(m[3])
		total, allocs = total+size, allocs+n
		if size > heaviest {
			heaviest, name = size, m[1]
		}
	}
	fmt.Printf("before main: %d allocations, %d bytes; most by %s, %d bytes\n", allocs, total, name, heaviest)
	if allocs == 0 || allocs > mostInitAllocs || total > mostInitBytes {
		t.Errorf("%d allocations and %d bytes before main, at most %d and %d; GODEBUG=inittrace=1 names the package", allocs, total, mostInitAllocs, mostInitBytes)
	}
}

// mostStart is how many times the instructions of a program that prints one word a start may take.
const mostStart = 12

// TestStartInstructions counts the instructions of a start in valgrind.
func TestStartInstructions(t *testing.T) { //nolint:paralleltest // it shares the built program
	valgrind, err := exec.LookPath("valgrind")
	if err != nil {
		t.Skip("skipped: valgrind is not installed")
	}
	dir := t.TempDir()
	hello := filepath.Join(dir, "hello")
	if err := os.WriteFile(hello+".go", []byte("package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"hello\") }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-o", hello, hello+".go")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	bin := program(t)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	count := func(args ...string) float64 {
		for range 5 { // valgrind ends some runs of Go programs early
			cmd := exec.Command(valgrind, append([]string{"--tool=callgrind", "--callgrind-out-file=" + filepath.Join(dir, "out")}, args...)...)
			cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
			out, err := cmd.CombinedOutput()
			_, rest, ok := strings.Cut(string(out), "Collected : ")
			if n, parseErr := strconv.ParseFloat(strings.Fields(rest + " x")[0], 64); err == nil && ok && parseErr == nil {
				return n
			}
		}
		t.Skip("skipped: valgrind does not run Go programs here")
		return 0
	}
	ours, theirs := count(bin, "--version"), count(hello)
	fmt.Printf("start: %.2f million instructions, %.1f times those of a program that prints one word (%.2f)\n", ours/1e6, ours/theirs, theirs/1e6)
	if ours > mostStart*theirs {
		t.Errorf("%.1f times, at most %d", ours/theirs, mostStart)
	}
}
