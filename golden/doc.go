// Package golden runs recorded cases against the resolver: a case is a small tree, a question about it, and
// the facts that the real agent reported. Embedders may use it for dialects of their own.
//
//	case.txtar ─> Parse ─> Case ─┬─> Layout ─> tree.FS ─> Resolve ─> Views ─┐
//	                             │                                          ├─> Diff, Compare ─> Tally
//	                             └─> Recorded: what the real agent said ────┘
//
// A case is one text archive (golang.org/x/tools/txtar). Its comment holds free text and directives, one
// "key: value" a line, from a closed list (see Parse); its files are the tree, with "home/" for the home
// folder, "etc/" for the system folder and anything else for projects. "want/NAME-VERSION.json" holds what
// agent NAME of that version reported, and "want/layers.txt" and its like hold what only this project tells.
//
// Layout builds the tree in memory or on disk. Either way a resolver sees it below Root, because limits count
// the bytes of real paths, and repositories, linked worktrees and permission bits are made by this package, so
// that a test needs neither git nor an unprivileged user.
//
// Compare takes the recorded facts one by one. The table in areas.go says of every fact whether it is compared,
// pending because nothing resolves it yet, or excluded because no resolver can know it. Nothing is passed over
// in silence: an unknown key of a recorded file fails the case.
//
// A dialect of your own:
//
//	func TestMyAgent(t *testing.T) {
//		golden.Compare(t, golden.Run{Dirs: []string{"testdata/mine"}, Dialects: []dialect.Dialect{mine}})
//	}
package golden

// Root is the folder below which every case is laid out, as it was when the facts were recorded.
const Root = "/mnt"
