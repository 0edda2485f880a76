package flow

import "github.com/genvisa/genvisa/native"

// evenFlags gives for each flag how many channels, from the first on, are always the same: those that nothing
// but comparisons of scalars writes, for all lanes. A branch by such a flag is one of all lanes together.
func evenFlags(p *native.Program) []int {
	even := make([]int, len(p.Flags))
	written := make([]bool, len(p.Flags))
	write := func(flag int32, n int) {
		if written[flag] {
			n = min(n, even[flag])
		}
		even[flag], written[flag] = n, true
	}
	for i := 0; i < len(p.Insts); i++ {
		in := &p.Insts[i]
		if in.Dst.File == native.VirtFlag {
			write(in.Dst.Reg, 0)
		}
		if in.Flag.Virt == 0 || !in.SetsFlag() {
			continue
		}
		n := 0
		if comparesScalars(in) && in.ChanOff == 0 {
			for n = int(in.ExecSize); i+1 < len(p.Insts) && continues(in, &p.Insts[i+1], n); n += int(in.ExecSize) {
				i++
			}
		}
		write(in.Flag.Virt-1, n)
	}
	return even
}

// comparesScalars tells a comparison whose result is the same in all lanes, asleep or not.
func comparesScalars(in *native.Inst) bool {
	return in.Op.Compares() && in.NoMask && in.PredCtrl == native.PredNone && in.Dst.IsNull() && isScalar(&in.Src[0]) && isScalar(&in.Src[1])
}

// isScalar tells a source that all channels read the same of: an element of a variable, or a number.
func isScalar(o *native.Operand) bool {
	switch o.File {
	case native.Imm:
		return o.Type != native.V && o.Type != native.UV && o.Type != native.VF
	case native.Virt:
		return o.Region == native.Scalar && !o.Indirect
	}
	return false
}

// continues says that an instruction is the same comparison for the lanes behind the first n.
func continues(in, next *native.Inst, n int) bool {
	return int(next.ChanOff) == n && next.ExecSize == in.ExecSize && next.Op == in.Op && comparesScalars(next) &&
		next.Cond == in.Cond && next.Flag == in.Flag && next.Src[0] == in.Src[0] && next.Src[1] == in.Src[1]
}

// together tells a branch that all active lanes take or none: of one channel, without a predicate, or by a
// flag that is the same in all of them.
func together(p *native.Program, in *native.Inst, even []int) bool {
	switch n := int(in.ExecSize); {
	case n == 1:
		return true
	case in.ChanOff > 0 || n < p.SIMD:
		return false
	case in.PredCtrl == native.PredNone:
		return true
	default:
		return in.Flag.Virt > 0 && n <= even[in.Flag.Virt-1]
	}
}

// jump makes a branch of all active lanes one of the thread.
func jump(in *native.Inst) {
	in.Op, in.ExecSize, in.ChanOff, in.NoMask = native.OpJmpi, 1, 0, true
	if in.PredCtrl != native.PredNone {
		in.PredCtrl = native.PredSeq // of any channel or of all
	}
}
