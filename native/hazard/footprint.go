package hazard

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
)

// Touch is bytes of one general register: bit k is byte k.
type Touch struct {
	Reg   int32
	Bytes uint64
}

// whole are all bytes of a register.
const whole = 1<<native.GRFBytes - 1

// Touches are bytes of general registers, each register once, rising.
type Touches []Touch

// registers is a set of general registers, by their numbers modulo its bits: a register that
// two sets share may be none that both have, as two of a large file that lie native.GRFs apart.
type registers [native.GRFs / 64]uint64

func regsOf(t Touches) (r registers) {
	for _, x := range t {
		n := int(x.Reg) % native.GRFs
		r[n/64] |= 1 << (n % 64)
	}
	return r
}

func (r *registers) meets(o *registers) bool {
	for k := range r {
		if r[k]&o[k] != 0 {
			return true
		}
	}
	return false
}

// Place is the address, in bytes of the register file, that the address register of an
// operand has for a lane and a row (native.Touch), without the operand's offset; known
// is false where the lane does not run, or nobody knows.
type Place func(o *native.Operand, lane, row int) (at int, known bool)

// Unplaced knows no address: operands of that kind have no footprint then.
func Unplaced(*native.Operand, int, int) (int, bool) { return 0, false }

// Footprint is what an instruction, counted in elements (native.Target.Elements), reads and writes of the general registers when
// all its channels are enabled: its effects (native/effects) by register. What no
// field of the instruction and not at says is left out: registers by address, and
// lengths of messages that a register has, of which one register counts.
func Footprint(in *native.Inst, at Place) (reads, writes Touches) {
	effects.Registers(in, func(e effects.Effect) {
		if e.Space != effects.Register || e.Var != 0 {
			return
		}
		if e.Write {
			writes = writes.effect(in, &e, at)
		} else {
			reads = reads.effect(in, &e, at)
		}
	})
	return reads, writes
}

// effect adds bytes of general registers. Messages take whole registers.
func (t Touches) effect(in *native.Inst, e *effects.Effect, at Place) Touches {
	from, n := int(e.At), int(e.N)
	if e.N == effects.Rest {
		n = native.GRFBytes
	}
	if e.Through != nil {
		base, known := at(e.Through, int(e.First), int(e.Row))
		if !known {
			return t
		}
		from += base
	}
	if in.Op.IsSend() && (e.Through != nil || e.N == effects.Rest) {
		from &^= native.GRFBytes - 1
	}
	return t.bytes(from, n)
}

// bytes adds size bytes from an address on.
func (t Touches) bytes(from, size int) Touches {
	for size > 0 && from >= 0 {
		off := from % native.GRFBytes
		n := min(size, native.GRFBytes-off)
		t = t.add(from/native.GRFBytes, (1<<n-1)<<off)
		from, size = from+n, size-n
	}
	return t
}

func (t Touches) add(reg int, bytes uint64) Touches {
	if reg >= native.MostGRFs {
		return t
	}
	i := len(t)
	for i > 0 && t[i-1].Reg > int32(reg) {
		i--
	}
	if i > 0 && t[i-1].Reg == int32(reg) {
		t[i-1].Bytes |= bytes
		return t
	}
	t = append(t, Touch{})
	copy(t[i+1:], t[i:])
	t[i] = Touch{int32(reg), bytes}
	return t
}

// meet is the first register of which both have bytes, and which.
func (t Touches) meet(o Touches) (Touch, bool) {
	for i, j := 0, 0; i < len(t) && j < len(o); {
		switch a, b := t[i], o[j]; {
		case a.Reg < b.Reg:
			i++
		case a.Reg > b.Reg:
			j++
		case a.Bytes&b.Bytes != 0:
			return Touch{a.Reg, a.Bytes & b.Bytes}, true
		default:
			i, j = i+1, j+1
		}
	}
	return Touch{}, false
}
