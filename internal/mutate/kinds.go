package main

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// The other operators that each one may be mistaken for.
var (
	otherBinary = map[token.Token][]token.Token{
		token.LSS: {token.LEQ, token.GTR}, token.LEQ: {token.LSS, token.GTR},
		token.GTR: {token.GEQ, token.LSS}, token.GEQ: {token.GTR, token.LSS},
		token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
		token.LAND: {token.LOR}, token.LOR: {token.LAND},
		token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.ADD}, token.QUO: {token.MUL}, token.REM: {token.QUO},
		token.AND: {token.OR}, token.OR: {token.AND}, token.XOR: {token.OR}, token.AND_NOT: {token.AND},
		token.SHL: {token.SHR}, token.SHR: {token.SHL},
	}
	otherAssign = map[token.Token]token.Token{
		token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN, token.MUL_ASSIGN: token.ADD_ASSIGN,
		token.OR_ASSIGN: token.AND_ASSIGN, token.AND_ASSIGN: token.OR_ASSIGN, token.AND_NOT_ASSIGN: token.OR_ASSIGN,
		token.XOR_ASSIGN: token.OR_ASSIGN, token.SHL_ASSIGN: token.SHR_ASSIGN, token.SHR_ASSIGN: token.SHL_ASSIGN,
	}
)

// visit adds the mutations of one node.
func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "panic" {
			return false // broken invariants: nothing should reach them
		}
		f.swapArguments(n)
	case *ast.ArrayType:
		return false // lengths
	case *ast.BinaryExpr:
		for _, op := range otherBinary[n.Op] {
			f.add("operator", n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), op.String())
		}
	case *ast.BasicLit:
		f.literal(n)
	case *ast.Ident:
		if f.info.Uses[n] == types.Universe.Lookup(n.Name) && (n.Name == "true" || n.Name == "false") {
			f.add("constant", n.Pos(), n.End(), strconv.FormatBool(n.Name == "false"))
		}
	case *ast.IfStmt:
		if b, ok := n.Cond.(*ast.BinaryExpr); !ok || b.Op == token.LAND || b.Op == token.LOR {
			f.add("negated condition", n.Cond.Pos(), n.Cond.End(), "!("+f.textOf(n.Cond)+")")
		}
	case *ast.AssignStmt:
		if op, ok := otherAssign[n.Tok]; ok {
			f.add("operator", n.TokPos, n.TokPos+token.Pos(len(n.Tok.String())), op.String())
		}
	case *ast.BlockStmt:
		f.drop(n.List)
	case *ast.CaseClause:
		f.drop(n.Body)
	case *ast.CommClause:
		f.drop(n.Body)
	}
	return true
}

// literal moves an integer by one, up or down by the text of its line.
func (f *finder) literal(n *ast.BasicLit) {
	if n.Kind != token.INT {
		return
	}
	v, exact := constant.Int64Val(constant.MakeFromLiteral(n.Value, n.Kind, 0))
	if !exact {
		return
	}
	a, b := f.line(f.offset(n.Pos()))
	if v > 1 && hash(string(f.src[a:b]))[0] < '8' {
		f.add("constant", n.Pos(), n.End(), strconv.FormatInt(v-1, 10))
		return
	}
	f.add("constant", n.Pos(), n.End(), strconv.FormatInt(v+1, 10))
}

// swapArguments exchanges neighbours of one type.
func (f *finder) swapArguments(n *ast.CallExpr) {
	if tv := f.info.Types[n.Fun]; tv.IsType() || !f.oneLine(n) {
		return
	}
	if id, ok := n.Fun.(*ast.Ident); ok && (id.Name == "min" || id.Name == "max") {
		return // their order does not matter
	}
	for i := 1; i < len(n.Args); i++ {
		a, b := n.Args[i-1], n.Args[i]
		ta, tb := f.info.TypeOf(a), f.info.TypeOf(b)
		if ta != nil && tb != nil && types.Identical(types.Default(ta), types.Default(tb)) && f.textOf(a) != f.textOf(b) {
			f.add("swapped arguments", a.Pos(), b.End(), f.textOf(b)+", "+f.textOf(a))
		}
	}
}

// drop leaves out statements, one at a time.
func (f *finder) drop(list []ast.Stmt) {
	for _, s := range list {
		if !f.oneLine(s) {
			continue
		}
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				continue
			}
		case *ast.ExprStmt:
			if strings.HasPrefix(f.textOf(s), "panic(") {
				continue
			}
		case *ast.IncDecStmt, *ast.BranchStmt:
		default:
			continue
		}
		f.add("dropped statement", s.Pos(), s.End(), "{}")
	}
}

// earlyReturn leaves a function at its first statement, with zeros.
func (f *finder) earlyReturn(d *ast.FuncDecl) {
	if len(d.Body.List) == 0 {
		return
	}
	var zeros []string
	if d.Type.Results != nil && len(d.Type.Results.List[0].Names) == 0 {
		for _, r := range d.Type.Results.List {
			zeros = append(zeros, "*new("+f.textOf(r.Type)+")")
		}
	}
	first := d.Body.List[0]
	f.add("early return", first.Pos(), first.Pos(), strings.TrimSpace("return "+strings.Join(zeros, ", "))+"; ")
}
