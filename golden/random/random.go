package random

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
)

// Case is one random case.
type Case struct {
	Name string // file name without ".txtar": the area and a digest of the seed
	Text string // the archive, without recorded facts
}

// areas are the areas in their order.
var areas = []struct {
	name string
	fill func(*maker)
}{
	{"layers", areaLayers},
	{"docs", areaDocuments},
	{"skills", areaSkills},
	{"catalog", areaCatalog},
	{"mixed", areaMixed},
}

// Areas lists the names of the areas.
func Areas() []string {
	var out []string
	for _, a := range areas {
		out = append(out, a.name)
	}
	return out
}

// Make writes the case of an area and a seed. An area that is not in Areas is an error.
func Make(area string, seed uint64) (Case, error) {
	for _, a := range areas {
		if a.name == area {
			sum := sha256.Sum256(fmt.Appendf(nil, "%s/%d", area, seed))
			m := newMaker(area, binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16]))
			a.fill(m)
			return Case{Name: fmt.Sprintf("%s-%x", area, sum[:4]), Text: m.text()}, nil
		}
	}
	return Case{}, fmt.Errorf("no area %q; there are %q", area, Areas())
}

func areaLayers(m *maker) {
	m.layout(false)
	m.fillLayers(false)
	m.trust(.74)
	if m.chance(.15) {
		m.document(m.chain[0] + "/AGENTS.md")
	}
	if m.chance(.03) {
		m.selectProfile()
	}
}

func areaDocuments(m *maker) {
	m.layout(false)
	m.fillDocuments(false)
	m.trust(.66)
	if m.chance(.12) {
		m.fillLayers(true)
	}
	if m.chance(.05) {
		m.selectProfile()
	}
	if m.chance(.04) {
		m.note("memory")
		m.layer(m.user).set([]string{"features", "memories"}, m.chance(.85))
		m.put(m.codexHome+"/memories/memory_summary.md", one(m, "remember this\n", "  \n", "\n\nline one\nline two\n\n"))
	}
}

func areaSkills(m *maker) {
	m.layout(false)
	m.fillSkills(m.between(2, 7), true)
	m.trust(.66)
	m.switchSkills(.25)
	m.mention(.14)
	if m.chance(.06) {
		m.layer(m.user).set([]string{"skills", "bundled", "enabled"}, false)
	}
	if m.chance(.03) {
		m.layer(m.user).set([]string{"skills", "include_instructions"}, m.chance(.3))
	}
}

func areaMixed(m *maker) {
	m.layout(false)
	m.fillLayers(true)
	m.fillDocuments(true)
	m.fillSkills(m.between(1, 4), true)
	m.trust(.7)
	m.switchSkills(.15)
	m.mention(.08)
	if m.chance(.03) {
		m.selectProfile()
	}
}

// newMaker starts an empty case.
func newMaker(area string, a, b uint64) *maker {
	return &maker{
		r: rand.New(rand.NewPCG(a, b)), area: area, codexHome: "home/.codex", //nolint:gosec // to be repeated, not secret
		files: map[string]*string{}, dirs: map[string]bool{}, links: map[string]bool{}, size: map[string][]byte{},
	}
}
