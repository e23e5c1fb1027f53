package layers

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/internal/doc"
	"github.com/agentlayers/layers/internal/jsonsrc"
	"github.com/agentlayers/layers/internal/tomlsrc"
)

// decoded gives a file's bytes as text in UTF-8. An agent that reads JSON also knows UTF-16 by its little-endian
// mark; places then count in the decoded text.
//
// Case: settings-utf16.
func decoded(data []byte, format string) []byte {
	rest, ok := bytes.CutPrefix(data, []byte{0xFF, 0xFE})
	if format != dialect.FormatJSON || !ok {
		return data
	}
	units := make([]uint16, len(rest)/2)
	for i := range units {
		units[i] = binary.LittleEndian.Uint16(rest[2*i:])
	}
	return []byte(string(utf16.Decode(units)))
}

// readJSON reads a file's text. A file of white space is an empty object, like nil; any other value than an object
// is an error.
func readJSON(text *diag.Source, lim dialect.Limits) (*doc.Value, diag.List) {
	if len(bytes.TrimSpace(text.Bytes)) == 0 {
		return nil, nil
	}
	v, diags := jsonsrc.Parse(text, jsonsrc.Options{Depth: lim.Depth})
	if v != nil && v.Kind != doc.Table {
		return nil, append(diags, diag.Diagnostic{
			Code: jsonsrc.CodeSyntax, Severity: diag.Error, Subject: v.Span(), Summary: "the file holds no object",
			Fix: "begin with { and end with }",
		})
	}
	return v, diags
}

// parse turns a file's text into a layer's tree. With an error in the list the tree is incomplete.
func parse(text *diag.Source, src *Source, lim dialect.Limits) (*Node, diag.List) {
	v, diags := tomlsrc.Parse(text, tomlOptions(lim))
	return fromDoc(v, src), diags
}

// tomlOptions are the reader's options for the limits of a dialect.
func tomlOptions(lim dialect.Limits) tomlsrc.Options {
	o := tomlsrc.Options{Depth: lim.Depth, KeyParts: lim.KeyParts, LeapSecond: lim.LeapSecond, Reader: tomlsrc.Reader2026}
	if lim.Reader == "2025" {
		o.Reader = tomlsrc.Reader2025
	}
	return o
}

func emptyTable(src *Source) *Node {
	return &Node{Table: NewTable(nil), Origin: Origin{Source: src}}
}
