package codex

import (
	"go.starlark.net/syntax"

	"github.com/agentlayers/layers/audit/source"
)

// execRule is one call of prefix_rule, as written.
type execRule struct {
	Line     int
	Pattern  [][]string // for every word the ways to spell it
	Decision string     // "" when it is left out
	Computed bool       // the pattern or the decision is not written in full
}

// readExecRules parses an exec-policy file. Nothing is evaluated: names that stand for a literal are looked up, all
// else that is no literal makes a rule Computed.
func readExecRules(f *source.File) ([]execRule, error) {
	if f.Text == nil || f.Cut {
		return nil, nil
	}
	parsed, err := syntax.LegacyFileOptions().Parse(f.Rel, f.Text.Bytes, 0)
	if err != nil {
		return nil, err
	}
	named := map[string]syntax.Expr{}
	for _, s := range parsed.Stmts {
		if a, ok := s.(*syntax.AssignStmt); ok && a.Op == syntax.EQ {
			if name, ok := a.LHS.(*syntax.Ident); ok {
				named[name.Name] = a.RHS
			}
		}
	}
	r := ruleReader{named}
	var out []execRule
	syntax.Walk(parsed, func(n syntax.Node) bool {
		if call, ok := n.(*syntax.CallExpr); ok {
			if name, ok := call.Fn.(*syntax.Ident); ok && name.Name == "prefix_rule" {
				out = append(out, r.rule(call))
			}
		}
		return true
	})
	return out, nil
}

// ruleReader knows what the names of a file stand for.
type ruleReader struct{ named map[string]syntax.Expr }

func (r ruleReader) rule(call *syntax.CallExpr) execRule {
	start, _ := call.Span()
	out := execRule{Line: int(start.Line)}
	seen := false
	for i, arg := range call.Args {
		name, value := "", arg
		if b, ok := arg.(*syntax.BinaryExpr); ok && b.Op == syntax.EQ {
			if id, ok := b.X.(*syntax.Ident); ok {
				name, value = id.Name, b.Y
			}
		}
		switch {
		case name == "pattern" || name == "" && i == 0:
			seen = true
			out.Pattern, out.Computed = r.pattern(value)
		case name == "decision" || name == "" && i == 1:
			word, ok := r.text(value)
			out.Decision = word
			out.Computed = out.Computed || !ok
		}
	}
	if !seen {
		out.Computed = true
	}
	return out
}

// follow replaces a name by what it stands for, a few times at most.
func (r ruleReader) follow(e syntax.Expr) syntax.Expr {
	for range 8 {
		switch x := e.(type) {
		case *syntax.ParenExpr:
			e = x.X
		case *syntax.Ident:
			next, ok := r.named[x.Name]
			if !ok {
				return e
			}
			e = next
		default:
			return e
		}
	}
	return e
}

func (r ruleReader) text(e syntax.Expr) (string, bool) {
	l, ok := r.follow(e).(*syntax.Literal)
	if !ok {
		return "", false
	}
	s, ok := l.Value.(string)
	return s, ok
}

// items are the elements of a list or tuple.
func (r ruleReader) items(e syntax.Expr) ([]syntax.Expr, bool) {
	switch x := r.follow(e).(type) {
	case *syntax.ListExpr:
		return x.List, true
	case *syntax.TupleExpr:
		return x.List, true
	}
	return nil, false
}

func (r ruleReader) pattern(e syntax.Expr) (words [][]string, computed bool) {
	list, ok := r.items(e)
	if !ok {
		return nil, true
	}
	for _, item := range list {
		if s, ok := r.text(item); ok {
			words = append(words, []string{s})
			continue
		}
		ways, ok := r.items(item)
		if !ok {
			return words, true
		}
		var spelled []string
		for _, w := range ways {
			s, ok := r.text(w)
			if !ok {
				return words, true
			}
			spelled = append(spelled, s)
		}
		words = append(words, spelled)
	}
	return words, false
}
