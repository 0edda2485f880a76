package interp

import (
	"fmt"

	"github.com/genvisa/genvisa/visa"
)

// grf is the register size that rows of operands count in.
const grf = visa.GRFBytes

// layout places every variable in a thread's storage image. The numeric value
// of an address (addr_add with &V) is a byte offset in this image: it is the
// engine's own and means nothing to a native program. An address has 16 bits,
// in which offsets wrap, so that variables whose address is taken come first.
type layout struct {
	off   []int32 // per variable, aliases included; -1: not modelled
	limit []int32 // per variable: end of its root's storage, padded to a register
	size  int     // bytes of the image
	taken int     // bytes of the image up to the last variable whose address is taken

	addrOff  []int32 // per address variable: first element
	addrSize int
	surfOff  []int32 // per surface variable: first element
	samplOff []int32
	states   int
}

// modelled says which predefined variables have storage of their own: the null
// operand never does, and the rest describe hardware that is not there. No
// time passes here: the counter of it is 0.
func modelled(v int32) bool {
	switch v {
	case visa.VarR0, visa.VarCR0, visa.VarHWID, visa.VarSR0, visa.VarTSC, visa.VarArg, visa.VarRetVal, visa.VarSP, visa.VarFP:
		return true
	}
	return v >= visa.FirstUserVar
}

// inR0 are the predefined variables that are dwords of the thread header, and
// where.
var inR0 = [visa.FirstUserVar]int32{visa.VarGroupIDX: 4, visa.VarGroupIDY: 24, visa.VarGroupIDZ: 28}

// rootOf is the variable that holds variable v, no alias, and the byte offset in
// it.
func rootOf(k *visa.Kernel, v int32) (root, off int32) {
	r, o := k.Root(v)
	if r < visa.FirstUserVar && inR0[r] > 0 {
		return visa.VarR0, int32(o) + inR0[r]
	}
	return r, int32(o)
}

func newLayout(k *visa.Kernel) layout {
	l := layout{off: make([]int32, len(k.Vars)), limit: make([]int32, len(k.Vars))}
	for v := range l.off {
		l.off[v] = -1
	}
	for i := range k.Insts {
		for a := range k.Insts[i].Args {
			if o := &k.Insts[i].Args[a]; o.Kind == visa.AddressOf && o.StateVar == visa.NoState && o.Var >= 0 && int(o.Var) < len(k.Vars) {
				root, _ := rootOf(k, o.Var)
				l.root(k, root)
			}
		}
	}
	l.taken = l.size
	for v := range k.Vars {
		if k.Vars[v].Alias < 0 {
			l.root(k, int32(v))
		}
	}
	for v := range k.Vars {
		if root, off := rootOf(k, int32(v)); root != int32(v) && l.off[root] >= 0 {
			l.off[v], l.limit[v] = l.off[root]+off, l.limit[root]
		}
	}
	l.addrOff, l.addrSize = place(k.Addrs, 0)
	l.surfOff, l.states = place(k.Surfaces, 0)
	l.samplOff, l.states = place(k.Samplers, l.states)
	return l
}

// root places variable v, which is no alias, unless it has its place.
func (l *layout) root(k *visa.Kernel, v int32) {
	if l.off[v] >= 0 || !modelled(v) {
		return
	}
	align := max(grf, k.Vars[v].Align.Bytes())
	l.size = (l.size + align - 1) / align * align
	l.off[v] = int32(l.size)
	l.size += registers(k.Vars[v].Size())
	l.limit[v] = int32(l.size)
}

// registers are the bytes of whole registers that hold size bytes, at least one.
func registers(size int) int { return (max(size, 1) + grf - 1) / grf * grf }

// place gives each declaration its elements, from start on.
func place(decls []visa.Decl, start int) (off []int32, end int) {
	for i := range decls {
		off = append(off, int32(start))
		start += max(decls[i].Elems, 1)
	}
	return off, start
}

// checkTables finds what would make a layout impossible: kernels come from
// readers that check little.
func checkTables(k *visa.Kernel) error {
	bad := func(at visa.Pos, format string, args ...any) error {
		return &InvalidError{k.File, at, "declarations", fmt.Sprintf(format, args...)}
	}
	if len(k.Vars) < visa.FirstUserVar || len(k.Surfaces) < visa.FirstUserSurface || len(k.Preds) < visa.FirstUserPred {
		return bad(visa.Pos{}, "the predefined variables, surfaces and predicate are missing")
	}
	storage := 0
	for v := range k.Vars {
		a := &k.Vars[v]
		if a.Alias < 0 {
			storage += registers(a.Size()) + max(a.Align.Bytes(), grf) - grf // layout may leave that before it
		}
		switch {
		case storage > maxStorage:
			return bad(a.Pos, "%s has %d bytes, and all variables to it %d: a thread has %d", a.Name, a.Size(), storage, maxStorage)
		case a.Elems < 0 || a.Size() > maxVariable || a.Align >= visa.NumAligns:
			return bad(a.Pos, "%s has %d elements of type %s, alignment %d", a.Name, a.Elems, a.Type, a.Align)
		case a.Alias < 0:
		case int(a.Alias) >= len(k.Vars) || int(a.Alias) == v || a.AliasOff < 0 || a.AliasOff > maxVariable:
			return bad(a.Pos, "%s is an alias of variable %d at byte %d", a.Name, a.Alias, a.AliasOff)
		case int(a.Alias) > v && k.Vars[a.Alias].Alias >= 0:
			return bad(a.Pos, "%s is an alias of %s, a later alias", a.Name, k.Vars[a.Alias].Name)
		}
	}
	elements := 0
	for _, table := range [][]visa.Decl{k.Addrs, k.Surfaces, k.Samplers} {
		for i := range table {
			if elements += table[i].Elems; table[i].Elems < 0 || elements > maxElements {
				return bad(table[i].Pos, "%s has %d elements: all address, surface and sampler variables together have at most %d", table[i].Name, table[i].Elems, maxElements)
			}
		}
	}
	return nil
}

// Limits of one thread, far above what compilers declare: variables that spill
// included, of which unrolled code has 33,000 of up to 128 bytes. A group has up to
// 128 threads.
const (
	maxStorage  = 8 << 20 // bytes of general variables
	maxElements = 1 << 16 // of address, surface and sampler variables
	maxTaken    = 1 << 16 // bytes that an address reaches
)

// maxVariable is more bytes than any register file has.
const maxVariable = 1 << 20
