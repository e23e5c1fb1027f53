package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/render"
)

// codexEnv names the installed program: a path, or VERSION=PATH pairs with colons between them.
const codexEnv = "LAYERS_CODEX"

// codexTime bounds one run of the program.
const codexTime = 2 * time.Minute

// runProgram runs a program in dir with the environment of this process and gives what it wrote.
func runProgram(ctx context.Context, dir, program string, args ...string) (stdout, stderr []byte, err error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	cmd.WaitDelay = time.Second
	err = cmd.Run()
	return out.Bytes(), complaints.Bytes(), err
}

// askCodex starts the installed program of a version and takes what it prints apart.
func (a *app) askCodex(ctx context.Context, dir, version string) (render.Sent, error) {
	ctx, cancel := context.WithTimeout(ctx, codexTime)
	defer cancel()
	program, err := codexProgram(a.getenv(codexEnv), version)
	if err != nil {
		return render.Sent{}, err
	}
	out, complaints, err := a.program(ctx, dir, program, "--version")
	if err != nil {
		return render.Sent{}, fmt.Errorf("%s --version: %w%s", program, err, lastLine(complaints))
	}
	if installed := lastWord(out); installed != version {
		return render.Sent{}, otherVersion(program, installed, version)
	}
	out, complaints, err = a.program(ctx, dir, program, a.codexArgs()...)
	var refused *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return render.Sent{}, fmt.Errorf("%s debug prompt-input: %w", program, ctx.Err())
	case errors.As(err, &refused):
		return render.Sent{Program: program, Refused: strings.TrimSpace(string(complaints))}, nil
	case err != nil:
		return render.Sent{}, fmt.Errorf("%s debug prompt-input: %w", program, err)
	}
	sent, err := readCodexPrompt(out)
	sent.Program = program
	if err != nil {
		return sent, fmt.Errorf("%s debug prompt-input: %w", program, err)
	}
	return sent, nil
}

// codexArgs asks for the first request with the overrides of our own command line.
func (a *app) codexArgs() []string {
	var args []string
	if a.profile != "" {
		args = append(args, "--profile", a.profile)
	}
	for _, o := range a.overrides {
		args = append(args, "-c", o)
	}
	return append(args, "debug", "prompt-input", "hello")
}

// codexProgram chooses the program of a version from the variable's value; "" is the one on PATH.
func codexProgram(value, version string) (string, error) {
	if value == "" {
		p, err := exec.LookPath("codex")
		if err != nil {
			return "", fmt.Errorf("codex is not installed: it is not on PATH, and %s is not set", codexEnv)
		}
		return p, nil
	}
	if !isVersionList(value) {
		return value, nil
	}
	var listed []string
	for pair := range strings.SplitSeq(value, ":") {
		v, p, _ := strings.Cut(pair, "=")
		if v == version && p != "" {
			return p, nil
		}
		listed = append(listed, v)
	}
	return "", fmt.Errorf("the rules are those of codex %s, and %s lists %s; choose one with --agent codex@VERSION", version, codexEnv, strings.Join(listed, ", "))
}

// isVersionList tells VERSION=PATH from a path.
func isVersionList(value string) bool {
	v, _, ok := strings.Cut(value, "=")
	return ok && v != "" && strings.Trim(v, "0123456789.") == ""
}

func otherVersion(program, installed, version string) error {
	hint := "this version is not described"
	for _, v := range dialect.CodexVersions {
		if v == installed {
			hint = "try --agent codex@" + v
		}
	}
	return fmt.Errorf("%s is version %s, and the rules are those of %s; %s", program, installed, version, hint)
}

func lastWord(text []byte) string {
	words := strings.Fields(string(text))
	if len(words) == 0 {
		return "unknown"
	}
	return words[len(words)-1]
}

// lastLine is what a program said at last, ready to follow another message.
func lastLine(text []byte) string {
	t := strings.TrimSpace(string(text))
	if t == "" {
		return ""
	}
	return ": " + t[strings.LastIndexByte(t, '\n')+1:]
}
