package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// maxOps is how many ops a literal, a switch or a chain of comparisons may name;
// more of them are a fact, which has a column in specs.
const maxOps = 3

// opTables are the tables by op that are no facts: op to emitter in the
// compiler, op to kernel in the EU model.
var opTables = map[string]string{"lower/rules.go": "rules", "sim/eu/code/ops.go": "opTable"}

// facts are the hand-written sources without tests, by path.
func eachSource(t *testing.T, f func(path string, fset *token.FileSet, file *ast.File)) {
	walkGo(t, func(path string) {
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		if fset, file, _, generated := parsed(t, path); !generated {
			f(filepath.ToSlash(path), fset, file)
		}
	})
}

// opNames are the constants of ops, of both instruction sets.
func opNames(t *testing.T) map[string]bool {
	out := map[string]bool{}
	for _, path := range []string{"native/zops.go", "visa/zops.go"} {
		_, file, _, _ := parsed(t, path)
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.CONST {
				continue
			}
			for _, s := range g.Specs {
				if name := s.(*ast.ValueSpec).Names[0].Name; strings.HasPrefix(name, "Op") {
					out[name] = true
				}
			}
		}
	}
	require.Subset(t, slices.Collect(maps.Keys(out)), []string{"OpSends", "OpSvmGather"}, "both instruction sets")
	return out
}

// ops collects the names of ops below a node, each once, in package qualifiers
// and without.
func ops(names map[string]bool, n ast.Node) []string {
	var out []string
	ast.Inspect(n, func(n ast.Node) bool {
		switch v := n.(type) {
		case *ast.FuncLit, *ast.BlockStmt:
			return false
		case *ast.Ident:
			if names[v.Name] && !slices.Contains(out, v.Name) {
				out = append(out, v.Name)
			}
		}
		return true
	})
	return out
}

// opLists finds literals, switches and chains of || or && that name more than
// maxOps ops.
func opLists(names map[string]bool, fset *token.FileSet, file *ast.File, except string) []string {
	var found []string
	report := func(n ast.Node, list []string) {
		if len(list) > maxOps {
			found = append(found, fset.Position(n.Pos()).String()+": "+strings.Join(list, " "))
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch v := n.(type) {
		case *ast.ValueSpec:
			return v.Names[0].Name != except
		case *ast.CompositeLit:
			report(v, ops(names, v))
			return false
		case *ast.SwitchStmt:
			var list []string
			for _, c := range v.Body.List {
				for _, e := range c.(*ast.CaseClause).List {
					list = append(list, ops(names, e)...)
				}
			}
			report(v, list)
		case *ast.BinaryExpr:
			if v.Op == token.LOR || v.Op == token.LAND {
				report(v, ops(names, v))
				return len(ops(names, v)) <= maxOps
			}
		}
		return true
	})
	return found
}

// TestOpLists: what an op is stands in specs; no other file lists ops.
func TestOpLists(t *testing.T) {
	names := opNames(t)
	eachSource(t, func(path string, fset *token.FileSet, file *ast.File) {
		for _, f := range opLists(names, fset, file, opTables[path]) {
			t.Errorf("%s: more than %d ops: a column of specs is missing", f, maxOps)
		}
	})
}

// bitOps are the operators that take bits apart or put them together.
var bitOps = map[token.Token]bool{
	token.SHL: true, token.SHR: true, token.AND: true, token.OR: true, token.XOR: true, token.AND_NOT: true,
	token.SHL_ASSIGN: true, token.SHR_ASSIGN: true, token.AND_ASSIGN: true, token.OR_ASSIGN: true, token.XOR_ASSIGN: true, token.AND_NOT_ASSIGN: true,
}

var descName = regexp.MustCompile(`^(?i:(full)?(ex)?_?desc(riptor)?)$`)

// isDesc recognises a descriptor: a field, variable or conversion of that name,
// a conversion or sum of one, or a variable that was given one.
func isDesc(e ast.Expr, given map[string]bool) bool {
	switch v := e.(type) {
	case *ast.Ident:
		return descName.MatchString(v.Name) || given[v.Name]
	case *ast.SelectorExpr:
		return descName.MatchString(v.Sel.Name)
	case *ast.ParenExpr:
		return isDesc(v.X, given)
	case *ast.UnaryExpr:
		return isDesc(v.X, given)
	case *ast.BinaryExpr:
		return bitOps[v.Op] && (isDesc(v.X, given) || isDesc(v.Y, given))
	case *ast.CallExpr:
		if len(v.Args) == 1 && (isDesc(v.Fun, given) || isNumber(v.Fun)) {
			return isDesc(v.Args[0], given) || isDesc(v.Fun, given)
		}
		return isDesc(v.Fun, given) && len(v.Args) == 0
	}
	return false
}

// isNumber recognises a conversion to an integer type.
func isNumber(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && (strings.HasPrefix(id.Name, "int") || strings.HasPrefix(id.Name, "uint"))
}

// descBits finds shifts and masks of message descriptors.
func descBits(fset *token.FileSet, file *ast.File) []string {
	var found []string
	for _, d := range file.Decls {
		given := map[string]bool{}
		ast.Inspect(d, func(n ast.Node) bool {
			switch v := n.(type) {
			case *ast.AssignStmt:
				if bitOps[v.Tok] && (isDesc(v.Lhs[0], given) || isDesc(v.Rhs[0], given)) {
					found = append(found, fset.Position(v.Pos()).String())
				}
				for i := range v.Rhs {
					if id, ok := v.Lhs[i].(*ast.Ident); ok && len(v.Lhs) == len(v.Rhs) && isDesc(v.Rhs[i], given) {
						given[id.Name] = true
					}
				}
			case *ast.BinaryExpr:
				if bitOps[v.Op] && isDesc(v, given) {
					found = append(found, fset.Position(v.Pos()).String())
					return false
				}
			}
			return true
		})
	}
	return found
}

// TestDescriptorBits: where a field of a descriptor lies stands in
// specs/eu/messages.md; only package native takes one apart.
func TestDescriptorBits(t *testing.T) {
	eachSource(t, func(path string, fset *token.FileSet, file *ast.File) {
		if filepath.Dir(path) == "native" {
			return
		}
		for _, f := range descBits(fset, file) {
			t.Errorf("%s: bits of a message descriptor: native.Desc and native.DecodeMessage have its fields", f)
		}
	})
}

var (
	grfName = regexp.MustCompile(`(?i)grf|registerfile|regbytes|registers?(size|bytes)`)
	regName = regexp.MustCompile(`^(Reg|Row|Fixed|grfs?|GRFs?|regs?|registers?|MinGRF|Response|Payload|[mr]len)$`)
)

// grfSizes finds numbers that say how large a register or the register file is:
// constants of such names, and 32 as factor, divisor or modulus of registers.
func grfSizes(fset *token.FileSet, file *ast.File) []string {
	var found []string
	add := func(n ast.Node) { found = append(found, fset.Position(n.Pos()).String()) }
	ast.Inspect(file, func(n ast.Node) bool {
		switch v := n.(type) {
		case *ast.ValueSpec:
			for i, name := range v.Names {
				if i < len(v.Values) && grfName.MatchString(name.Name) && holds(v.Values[i], "32", "64", "128", "4096", "0x20") {
					add(v)
					return false
				}
			}
		case *ast.BinaryExpr:
			if v.Op != token.MUL && v.Op != token.QUO && v.Op != token.REM {
				return true
			}
			number, other := v.Y, v.X
			if _, ok := v.X.(*ast.BasicLit); ok {
				number, other = v.X, v.Y
			}
			if lit, ok := number.(*ast.BasicLit); ok && slices.Contains([]string{"32", "0x20", "128"}, lit.Value) && aboutGRFs(other) {
				add(v)
			}
		}
		return true
	})
	return found
}

// holds reports that an expression has one of the numbers as a whole operand.
func holds(e ast.Expr, numbers ...string) bool {
	has := false
	ast.Inspect(e, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		has = has || ok && slices.Contains(numbers, lit.Value)
		_, nested := n.(*ast.CompositeLit)
		return !nested
	})
	return has
}

// aboutGRFs reports that an expression counts registers, and no architecture
// registers: those have a size of their own.
func aboutGRFs(e ast.Expr) bool {
	regs, arch := false, false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			regs = regs || regName.MatchString(id.Name) || grfName.MatchString(id.Name)
			arch = arch || strings.HasPrefix(id.Name, "ARF") || id.Name == "Flag"
		}
		return true
	})
	return regs && !arch
}

// TestRegisterSize: how large a register is stands in specs/eu/targets.md.
func TestRegisterSize(t *testing.T) {
	eachSource(t, func(path string, fset *token.FileSet, file *ast.File) {
		for _, f := range grfSizes(fset, file) {
			t.Errorf("%s: the size of a register as a number: use native.Caps, native.GRFBytes, visa.GRFBytes or abi.GRFSize", f)
		}
	})
}

// TestFactFinders: the three searches find what they are for, and nothing else.
func TestFactFinders(t *testing.T) {
	names := map[string]bool{"OpA": true, "OpB": true, "OpC": true, "OpD": true}
	for _, c := range []struct {
		src             string
		ops, desc, size int
	}{
		{`var x = []bool{native.OpA: true, native.OpB: true, native.OpC: true}`, 0, 0, 0},
		{`var x = []bool{native.OpA: true, native.OpB: true, native.OpC: true, native.OpD: true}`, 1, 0, 0},
		{`var x = map[K]V{{OpA, OpB}: 1, {OpC, OpD}: 2}`, 1, 0, 0},
		{`var rows = []bool{native.OpA: true, native.OpB: true, native.OpC: true, native.OpD: true}`, 0, 0, 0},
		{`func f() { switch o { case OpA, OpB: case OpC, OpD: } }`, 1, 0, 0},
		{`func f() { switch o { case OpA, OpB: case OpC: g(OpD) } }`, 0, 0, 0},
		{`func f() bool { return o == OpA || o == OpB || o == OpC || o == OpD }`, 1, 0, 0},
		{`func f() bool { return o == OpA || o == OpB || o == OpC }`, 0, 0, 0},
		{`func f() { g(OpA); g(OpB); g(OpC); g(OpD) }`, 0, 0, 0},
		{`func f() int { return int(in.Msg.Desc >> 20 & 31) }`, 0, 1, 0},
		{`func f() int { return int(in.Msg.ExDesc) & 15 }`, 0, 1, 0},
		{`func f() { m.Desc |= 1 << 19 }`, 0, 1, 0},
		{`func f() { x |= uint32(m.Desc) }`, 0, 1, 0},
		{`func f() { d := m.Desc; g(d >> 19) }`, 0, 1, 0},
		{`func f() { d := uint32(m.FullExDesc()); g(d & 15) }`, 0, 1, 0},
		{`func f() int { return in.Msg.Desc.Mlen() + x>>19 }`, 0, 0, 0},
		{`func f() bool { return in.Msg.DescReg && x&1 != 0 }`, 0, 0, 0},
		{`const grfBytes = 32`, 0, 0, 1},
		{`const grfBytes = native.GRFBytes`, 0, 0, 0},
		{`const registerFile = 128 * grfBytes`, 0, 0, 1},
		{`func f() int { return int(o.Reg) * 32 }`, 0, 0, 1},
		{`func f() int { return 32*n.Response }`, 0, 0, 1},
		{`func f() int { return (o.Reg - native.ARFF0) * 32 }`, 0, 0, 0},
		{`func f() int { return o.Reg * native.GRFBytes }`, 0, 0, 0},
		{`const lanes = 32`, 0, 0, 0},
		{`func f() int { return lane * 32 }`, 0, 0, 0},
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "x.go", "package x\n"+c.src, 0)
		require.NoError(t, err, c.src)
		assert.Len(t, opLists(names, fset, file, "rows"), c.ops, c.src)
		assert.Len(t, descBits(fset, file), c.desc, c.src)
		assert.Len(t, grfSizes(fset, file), c.size, c.src)
	}
}
