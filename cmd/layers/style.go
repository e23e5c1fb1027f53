package main

import (
	"strconv"
	"strings"

	"github.com/agentlayers/layers/render/term"
)

const defaultWidth = 80

// style decides colour, characters and width from flags, environment and terminal, in that order.
func (a *app) style() (term.Style, error) {
	width, _, isTerminal := a.terminal()
	color, err := a.useColor(isTerminal)
	if err != nil {
		return term.Style{}, err
	}
	st := term.Style{Color: color, ASCII: a.ascii || a.settings.ASCII || !a.isUTF8(), Width: width, Full: !isTerminal}
	switch {
	case a.width > 0:
		st.Width, st.Full = a.width, false
	case a.width < 0:
		return st, usage("--width takes a positive number of columns")
	case a.settings.Width > 0:
		st.Width = a.settings.Width
	case !isTerminal:
		st.Width = defaultWidth
		if n, err := strconv.Atoi(a.getenv("COLUMNS")); err == nil && n > 0 {
			st.Width = n
		}
	}
	return st, nil
}

// useColor follows --color, then NO_COLOR, CLICOLOR_FORCE and FORCE_COLOR, CLICOLOR=0, then the terminal.
func (a *app) useColor(isTerminal bool) (bool, error) {
	when := a.color
	if when == "" {
		when = a.settings.Color
	}
	switch when {
	case "always":
		return true, nil
	case "never":
		return false, nil
	case "", "auto":
	default:
		return false, usage("--color takes auto, always or never, not %q", when)
	}
	switch {
	case a.getenv("NO_COLOR") != "":
		return false, nil
	case isOn(a.getenv("CLICOLOR_FORCE")) || isOn(a.getenv("FORCE_COLOR")):
		return true, nil
	case a.getenv("CLICOLOR") == "0" || a.getenv("TERM") == "dumb":
		return false, nil
	}
	return isTerminal, nil
}

func isOn(v string) bool { return v != "" && v != "0" }

// isUTF8 reports whether the locale can show more than ASCII. An unset locale counts as one that can.
func (a *app) isUTF8() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := a.getenv(name); v != "" {
			v = strings.ToLower(v)
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return true
}

// mayReveal: secrets are shown only when asked for, and only on a terminal.
func (a *app) mayReveal() bool {
	_, _, isTerminal := a.terminal()
	return a.reveal && isTerminal
}
