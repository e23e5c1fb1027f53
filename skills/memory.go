package skills

import (
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// Memory is the summary of earlier sessions that the model is given.
type Memory struct {
	Path    string `json:"path"`
	On      bool   `json:"on"`      // the configuration asks for it
	Text    string `json:"text"`    // as the model gets it; "" when there is none
	Bytes   int    `json:"bytes"`   // of the file, blanks around it dropped
	Removed int    `json:"removed"` // bytes that were cut out of the middle
}

// ReadMemory reads the summary. A missing or empty file gives none. limit bounds the file in bytes.
//
// Cases: memory-summary, memory-summary-long.
func ReadMemory(fsys tree.FS, d dialect.Memory, agentHome string, on bool, limit int64) Memory {
	if d.File == "" || agentHome == "" {
		return Memory{}
	}
	m := Memory{Path: path.Join(agentHome, d.File), On: on}
	if !on {
		return m
	}
	f, _, err := tree.Read(fsys, m.Path, limit)
	if err != nil || !utf8.Valid(f.Data) {
		return m
	}
	text := strings.TrimSpace(string(f.Data))
	m.Bytes = len(text)
	m.Text, m.Removed = cutMiddle(text, d.Tokens)
	return m
}

// bytesPerToken is how the agent estimates tokens.
const bytesPerToken = 4

// cutMiddle keeps the first and the last half of the budget, in bytes and at character boundaries, and says
// between them how many tokens are missing.
func cutMiddle(text string, tokens int) (string, int) {
	limit := tokens * bytesPerToken
	if len(text) <= limit {
		return text, 0
	}
	head, tail := limit/2, len(text)-(limit-limit/2)
	for head > 0 && !utf8.RuneStart(text[head]) {
		head--
	}
	for tail < len(text) && !utf8.RuneStart(text[tail]) {
		tail++
	}
	removed := len(text) - limit
	return fmt.Sprintf("%s…%d tokens truncated…%s", text[:head], (removed+bytesPerToken-1)/bytesPerToken, text[tail:]), tail - head
}
