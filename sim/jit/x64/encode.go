package x64

import "encoding/binary"

// Reg is a register: of vectors or a general one, as the instruction has it.
type Reg uint8

// General registers.
const (
	AX Reg = iota
	CX
	DX
	BX
	SP
	BP
	SI
	DI
	R8
	R9
	R10
	R11
)

// Operand is a register, or memory Disp bytes behind what Base holds.
type Operand struct {
	Memory bool
	Lanes  bool // of memory: each lane has its own, as many more bytes on as that of Index says
	Here   bool // of memory: Disp is a place in the code itself instead
	Base   Reg  // of memory, neither SP nor R12; else the register
	Index  Reg
	Disp   int32
}

// R is a register as an operand.
func R(r Reg) Operand { return Operand{Base: r} }

// M is memory as an operand.
func M(base Reg, disp int32) Operand { return Operand{Memory: true, Base: base, Disp: disp} }

// L is memory of lanes: as many bytes behind what base holds as each lane of a vector register says.
func L(base, index Reg, disp int32) Operand {
	return Operand{Memory: true, Lanes: true, Base: base, Index: index, Disp: disp}
}

// Here is what lies at a place in the code.
func Here(at int) Operand { return Operand{Memory: true, Here: true, Disp: int32(at)} }

// Inst is an instruction with its operands; what its row has not does not count.
type Inst struct {
	Op   Op
	Wide bool // all eight lanes of vectors, else four
	Reg  Reg
	V    Reg
	Last Operand
	Imm  uint32 // or the fourth register
}

// Encode appends the bytes of an instruction to code.
func Encode(code []byte, in Inst) []byte {
	r := &table[in.Op]
	reg := in.Reg
	if r.has == m {
		reg = Reg(r.digit)
	}
	if r.vex {
		code = vex(code, r, &in)
	} else {
		code = legacy(code, r, reg, &in.Last)
	}
	if r.has != alone {
		code = last(code, r, reg, &in.Last)
	}
	switch {
	case r.fourth:
		return append(code, byte(in.Imm)<<4)
	case r.imm == 1:
		return append(code, byte(in.Imm))
	case r.imm == 4:
		return binary.LittleEndian.AppendUint32(code, in.Imm)
	}
	return code
}

// Jump is a jump as long as it does not know where to: Land says it.
func Jump(code []byte, op Op) []byte { return Encode(code, Inst{Op: op}) }

// Land makes a jump whose bytes end at a place go to another.
func Land(code []byte, end, to int) {
	binary.LittleEndian.PutUint32(code[end-4:], uint32(to-end))
}

// ReadsV says that an instruction has the operand V.
func (op Op) ReadsV() bool { return table[op].has == rvm }

// high is the bit of a register that the last three bits do not have.
func high(r Reg) byte { return byte(r >> 3 & 1) }

// vex appends the prefix of three bytes, and the opcode.
func vex(code []byte, r *row, in *Inst) []byte {
	var v Reg
	if r.has == rvm || r.has == rmv {
		v = in.V
	}
	second := r.opcodeMap | (1-high(in.Reg))<<7 | (1-high(in.Last.Index))<<6 | (1-high(in.Last.Base))<<5
	third := r.prefix | byte(^v&15)<<3
	if in.Wide {
		third |= 1 << 2
	}
	if r.quads {
		third |= 1 << 7
	}
	return append(code, 0xC4, second, third, r.code)
}

// legacy appends the prefix that registers behind the first eight and 64 bits need, and the opcode.
func legacy(code []byte, r *row, reg Reg, to *Operand) []byte {
	rex := high(reg)<<2 | high(to.Base)
	if r.quads {
		rex |= 8
	}
	if rex != 0 {
		code = append(code, 0x40|rex)
	}
	if r.opcodeMap == m0F {
		code = append(code, 0x0F)
	}
	return append(code, r.code)
}

// last appends the byte of register and last operand, and a displacement of four bytes.
func last(code []byte, r *row, reg Reg, to *Operand) []byte {
	fields := byte(reg&7)<<3 | byte(to.Base&7)
	switch {
	case !to.Memory:
		return append(code, 3<<6|fields)
	case to.Lanes:
		code = append(code, 2<<6|byte(reg&7)<<3|4, byte(to.Index&7)<<3|byte(to.Base&7))
		return binary.LittleEndian.AppendUint32(code, uint32(to.Disp))
	case to.Here:
		code = append(code, byte(reg&7)<<3|5)
		end := len(code) + 4 + int(r.imm)
		return binary.LittleEndian.AppendUint32(code, uint32(int(to.Disp)-end))
	}
	return binary.LittleEndian.AppendUint32(append(code, 2<<6|fields), uint32(to.Disp))
}
