package legal

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// mostRows is the most channels of an operand with an address for each row.
const mostRows = 8

// manyAddresses: address variables of more words than a0 has live in general registers;
// each instruction gets those of its own channels from there. Addresses of rows begin at a
// multiple of their number.
func (l *legaliser) manyAddresses(in *native.Inst) bool {
	words, wide, many := 0, false, false
	for _, o := range edit.Operands(in) {
		if o.File == native.VirtAddr && l.outside(o.Reg) {
			*o = native.Operand{File: native.Virt, Reg: l.addressesOf(o.Reg), Sub: o.Sub, Type: o.Type, Region: o.Region, Mod: o.Mod}
		}
		if o.Indirect {
			words += addressCount(in, o)
			many = many || o.Region.V == native.VxH && in.ExecSize > mostRows
			wide = wide || l.moves(in, o)
		}
	}
	if many || wide && words > l.Caps.AddressWords {
		l.halfAddresses(in)
		return true
	}
	if !wide {
		return false
	}
	for _, o := range edit.Operands(in) {
		if o.Indirect && l.moves(in, o) {
			l.fetchAddresses(o, addressCount(in, o))
		}
	}
	l.run(*in)
	return true
}

// outside tells an address variable that lives in general registers.
func (l *legaliser) outside(a int32) bool { return l.P.Addrs[a].Words > l.Caps.AddressWords }

// moves tells an indirect operand whose addresses have to be moved first.
func (l *legaliser) moves(in *native.Inst, o *native.Operand) bool {
	return l.outside(o.AddrReg-1) || int(o.AddrSub)%addressCount(in, o) != 0
}

// addressCount is how many words of a0 an indirect operand reads.
func addressCount(in *native.Inst, o *native.Operand) int {
	if o.Region.V != native.VxH {
		return 1
	}
	return max(int(in.ExecSize)/max(int(o.Region.W), 1), 1)
}

// halfAddresses runs half of the channels at a time.
func (l *legaliser) halfAddresses(in *native.Inst) {
	half := int(in.ExecSize) / 2
	switch {
	case !edit.Splittable(in):
		l.fail(in, "addresses of %d channels, which are not split", in.ExecSize)
	case edit.Clobbers(in, half):
		l.viaTemp(*in, in.Dst.Type, int(max(in.Dst.Region.H, 1)))
	default:
		l.run(edit.Part(*in, 0, half))
		l.run(edit.Part(*in, half, half))
	}
}

// fetchAddresses moves n words to addresses of their own, by which the operand goes. Where they
// lie in general registers the move has them from there.
func (l *legaliser) fetchAddresses(o *native.Operand, n int) {
	from := native.Operand{File: native.VirtAddr, Reg: o.AddrReg - 1, Type: native.UW}
	from.Sub, from.Region = 2*uint16(o.AddrSub), edit.FitRegion(native.Region{V: 1, W: 1}, n)
	l.P.Addrs = append(l.P.Addrs, native.AddrVar{Name: l.P.Addrs[o.AddrReg-1].Name, Words: n})
	o.AddrReg, o.AddrSub = int32(len(l.P.Addrs)), 0
	to := native.Operand{File: native.VirtAddr, Reg: o.AddrReg - 1, Type: native.UW, Region: native.Dst1}
	l.run(native.Inst{Op: native.OpMov, ExecSize: uint8(n), NoMask: true, Dst: to, Src: [3]native.Operand{from}})
}

// addressesOf is the variable that holds the words of an address variable.
func (l *legaliser) addressesOf(a int32) int32 {
	if l.Outside == nil {
		l.Outside = map[int32]int32{}
	}
	v, ok := l.Outside[a]
	if !ok {
		v = l.NewVar(l.P.Addrs[a].Name, 2*l.P.Addrs[a].Words, grfBytes)
		l.Outside[a] = v
	}
	return v
}

// dropAddresses makes little of the variables that nothing names any more.
func dropAddresses(e *edit.Editor) {
	for a := range e.Outside {
		e.P.Addrs[a].Words = 1
	}
}
