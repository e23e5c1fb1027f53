package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// measure fills the table of one size.
type measure struct {
	o       options
	own     workload
	size    string
	table   *table
	isolate []string // the start of a command line without network
}

func (m measure) tool(name string) string { return filepath.Join(m.o.bin, name) }

func (m measure) explain() []string { return []string{m.tool("layers"), "explain", "--json"} }

// passes is how many resolves one run of a program repeats; its figure is their median.
func (m measure) passes() string {
	n := map[string]int{"S": 50, "M": 20, "L": 5}[m.size]
	return strconv.Itoa(max(n, 3))
}

func (m measure) inprocess() (float64, error) {
	return m.own.figure("cpu_ms", m.tool("inprocess"), "-n", m.passes(), m.own.Home, m.own.Cwd)
}

// beside compares with one version of the real agent.
func (m measure) beside(a agent, theirs workload) error {
	goal := m.table.goal
	if a.version != judged {
		goal.cold, goal.inside, goal.peak = 0, 0, 0
	}
	name := "codex " + a.version
	var cpu, peak pairs
	for i := range m.o.runs + 1 {
		us, err := m.own.cold(m.explain()...)
		if err != nil {
			return err
		}
		them, err := theirs.cold(m.promptInput(a)...)
		if err != nil {
			return err
		}
		if i > 0 { // the first pair fills caches, and the agent's own folder
			cpu.add(us.cpu, them.cpu)
			peak.add(us.peak/1024, them.peak/1024)
		}
	}
	m.table.row("cold CPU, ms / "+name, cpu, goal.cold)
	m.table.row("peak memory, MB / "+name, peak, goal.peak)
	if err := m.inside(a, theirs, goal.inside); err != nil {
		return err
	}
	return m.calls(name, theirs, m.promptInput(a), 0)
}

// inside compares one resolve with the requests of a running agent.
func (m measure) inside(a agent, theirs workload, goal float64) error {
	name := "in-process CPU, ms / app-server " + a.version
	s, err := serve(m, a, theirs)
	if err != nil {
		m.table.skip(name, err.Error())
		return nil
	}
	defer func() { _ = s.stop() }() // killed on purpose
	var p pairs
	for i := range m.o.runs + 1 {
		us, err := m.inprocess()
		if err != nil {
			return err
		}
		them, err := s.resolve(theirs.Cwd)
		if err != nil {
			m.table.skip(name, err.Error())
			return nil
		}
		if i > 0 {
			p.add(us, them)
		}
	}
	m.table.row(name, p, goal)
	return nil
}

// floors compares with the least that any program must do.
func (m measure) floors() error {
	var p pairs
	for range m.o.runs {
		us, err := m.inprocess()
		if err != nil {
			return err
		}
		floor, err := m.own.figure("cpu_ms", m.tool("osfloor"), "-n", m.passes(), m.own.floor())
		if err != nil {
			return err
		}
		p.add(us, floor)
	}
	m.table.row("in-process CPU, ms / floor in Go", p, m.table.goal.floor)
	if _, err := os.Stat(m.tool("floor")); err != nil {
		m.table.skip("file and descriptor calls / floor in C", "floor.c was not built")
		return nil
	}
	return m.calls("floor in C", m.own, []string{m.tool("floor"), m.own.floor()}, m.table.goal.calls)
}

// calls compares the system calls about files and descriptors of one run each.
func (m measure) calls(name string, theirs workload, command []string, goal float64) error {
	name = "file and descriptor calls / " + name
	if _, err := exec.LookPath("strace"); err != nil {
		m.table.skip(name, "strace is not installed")
		return nil
	}
	us, err := m.own.syscalls(m.explain()...)
	if err != nil {
		return err
	}
	them, err := theirs.syscalls(command...)
	if err != nil {
		return err
	}
	m.table.row(name, pairs{[]float64{float64(us)}, []float64{float64(them)}}, goal)
	return nil
}
