package published

import (
	"fmt"
	"strings"

	"github.com/genvisa/genvisa/opdefs"
)

// speller writes a body in one line. Locals are numbered, so that bodies which differ in
// names alone, in blanks, or in lanes against its long form are alike.
type speller struct {
	strings.Builder
	locals map[*opdefs.Local]string
}

// formula is the text of a body.
func formula(b *opdefs.Block) string {
	s := &speller{locals: map[*opdefs.Local]string{}}
	for _, x := range b.List {
		s.stmt(x)
	}
	return strings.TrimSpace(s.String())
}

// expression is the text of an expression without locals.
func expression(x opdefs.Expr) string {
	return (&speller{locals: map[*opdefs.Local]string{}}).expr(x)
}

func (s *speller) put(format string, args ...any) { fmt.Fprintf(&s.Builder, format, args...) }

// name is the local's; those of loops over elements are i.
func (s *speller) name(l *opdefs.Local) string {
	if l.Lane {
		return "i"
	}
	if s.locals[l] == "" {
		s.locals[l] = fmt.Sprintf("v%d", len(s.locals))
	}
	return s.locals[l]
}

func (s *speller) stmt(x opdefs.Stmt) {
	switch x := x.(type) {
	case *opdefs.Block:
		for _, y := range x.List {
			s.stmt(y)
		}
	case *opdefs.If:
		s.put("if (%s) { ", s.expr(x.Cond))
		s.stmt(x.Then)
		if x.Else != nil {
			s.put("} else { ")
			s.stmt(x.Else)
		}
		s.put("} ")
	case *opdefs.For:
		s.put("for (%s = %s to %s by %d) { ", s.name(x.Var), s.expr(x.From), s.expr(x.To), x.Step)
		s.stmt(x.Body)
		s.put("} ")
	case *opdefs.While:
		s.put("while (%s) { ", s.expr(x.Cond))
		s.stmt(x.Body)
		s.put("} ")
	case *opdefs.Atomic:
		s.put("atomic %s as %s { ", s.expr(x.Place), s.name(x.Old))
		s.stmt(x.Body)
		s.put("%s; } ", s.expr(x.Update))
	case *opdefs.Decl:
		t := "int"
		if x.Var.Sized {
			t = x.Var.Type.String()
		}
		s.put("%s %s = %s; ", t, s.name(x.Var), s.expr(x.Init))
	case *opdefs.Assign:
		s.put("%s = %s; ", s.expr(x.Place), s.expr(x.Value))
	}
}

func (s *speller) expr(x opdefs.Expr) string {
	switch x := x.(type) {
	case *opdefs.Num:
		if x.Float {
			return fmt.Sprintf("%g.", x.F)
		}
		return fmt.Sprint(x.Int)
	case *opdefs.Ref:
		switch {
		case x.Local != nil:
			return s.name(x.Local)
		case x.Field != nil:
			return x.Field.Name
		}
		return x.Env
	case *opdefs.Elem:
		name := x.Mask
		if x.Field != nil {
			name = x.Field.Name
		}
		return name + "[" + s.expr(x.Index) + "]"
	case *opdefs.View:
		return s.view(x)
	case *opdefs.Call:
		var args []string
		if x.Operand != nil {
			args = append(args, x.Operand.Name)
		}
		for _, a := range x.Args {
			args = append(args, s.expr(a))
		}
		if opdefs.IsUndefined(x) {
			return x.Name
		}
		return x.Name + "(" + strings.Join(args, ", ") + ")"
	case *opdefs.Unary:
		return x.Op + s.expr(x.X)
	case *opdefs.Binary:
		return "(" + s.expr(x.X) + " " + x.Op + " " + s.expr(x.Y) + ")"
	case *opdefs.Ternary:
		return "(" + s.expr(x.C) + " ? " + s.expr(x.A) + " : " + s.expr(x.B) + ")"
	}
	return ""
}

func (s *speller) view(x *opdefs.View) string {
	name, view := x.Memory, x.Type.String()
	if x.Field != nil {
		name = x.Field.Name
	}
	if x.Auto {
		view = "AT"
	}
	return name + "." + view + "[" + s.expr(x.Index) + "]"
}
