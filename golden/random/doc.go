// Package random writes random cases for package golden: small trees with a question about each, without the facts.
//
// A case is a function of its area and its seed alone, so that one line of output is enough to make it again. The
// areas lean towards one part of an agent each, "mixed" towards all. Most cases are legal and ordinary, since a
// failing start hides everything after it; each kind of oddity (broken TOML, links, modes, forged git pointers,
// bad UTF-8, odd YAML) comes up in a few of a hundred.
//
//	area, seed ──> maker: layout, layers, documents, skills, trust ──> text archive ──> golden.Parse
//
// Whether an agent answers such a case as the resolver does is the question of golden's TestLive.
package random
