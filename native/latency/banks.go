package latency

import (
	"github.com/genvisa/genvisa/native"
)

// conflict is a row of the page's second table: sets are bits.
type conflict struct {
	targets          uint16
	of, once         uint8
	bits             uint8
	together, clocks int
}

// sources are those of an instruction that reads general registers.
const sources = 3

// None stands for a source that is no general register.
const None = -1

// Reads are what an instruction reads at once, by source: general registers, or bytes from where the
// register or the variable of an operand begins.
type Reads [sources]int32

// HasBanks says that a target's banks of registers are known.
func HasBanks(t native.Target) bool {
	for i := range conflicts {
		if conflicts[i].targets>>t&1 != 0 {
			return true
		}
	}
	return false
}

// Conflict is how many clocks an instruction loses by the banks of the registers that it reads at once.
func Conflict(t native.Target, registers *Reads) int {
	for i := range conflicts {
		c := &conflicts[i]
		if c.targets>>t&1 != 0 && c.meets(registers) {
			return c.clocks
		}
	}
	return 0
}

// meets says that enough of the registers lie in one bank.
func (c *conflict) meets(registers *Reads) bool {
	for a := range registers {
		n := 0
		for b := range registers {
			if c.counts(registers, a) && c.counts(registers, b) && uint8(registers[a]^registers[b])&c.bits == 0 {
				n++
			}
		}
		if n >= c.together {
			return true
		}
	}
	return false
}

// counts says that source s is read with others, from a register that none before it has read.
func (c *conflict) counts(registers *Reads, s int) bool {
	if registers[s] == None || c.of>>s&1 == 0 {
		return false
	}
	for b := range s {
		if c.once>>s&1 != 0 && c.once>>b&1 != 0 && registers[b] == registers[s] {
			return false
		}
	}
	return true
}

// Conflicts is how many clocks an instruction with physical registers, counted in elements, loses by their banks.
func Conflicts(t native.Target, in *native.Inst) (clocks int) {
	read, halves := ReadAtOnce(in)
	for half := range halves {
		for s := range read[half] {
			if b := &read[half][s]; *b != None {
				*b = in.Src[s].Reg + *b/native.GRFBytes
			}
		}
		clocks += Conflict(t, &read[half])
	}
	return clocks
}

// ReadAtOnce is the bytes that each half of an instruction reads first: it has one, where neither source nor destination has two
// registers, and none where it is not of those that banks count for.
func ReadAtOnce(in *native.Inst) (read [2]Reads, halves int) {
	if in.Op.Sources() < sources || !in.Op.IsALU() {
		return read, 0
	}
	first, end := reach(in, -1)
	halves = parts(first, end)
	var from, to Reads
	for s := range from {
		from[s], to[s] = reach(in, s)
		halves = max(halves, parts(from[s], to[s]))
	}
	halves = max(halves, 1)
	for half := range halves {
		for s := range from {
			read[half][s] = None
			if n := parts(from[s], to[s]); n > 0 {
				read[half][s] = from[s] + int32(half*(n-1)*native.GRFBytes)
			}
		}
	}
	return read, halves
}

// reach is the bytes of an operand, source s or with -1 the destination: none of one that is no general register, or lies behind an
// address.
func reach(in *native.Inst, s int) (from, to int32) {
	o := &in.Dst
	if s >= 0 {
		o = &in.Src[s]
	}
	if o.File != native.GRF && o.File != native.Virt || o.Indirect {
		return 0, 0
	}
	first, end := in.Extent(s)
	return int32(first), int32(end)
}

// parts is how many registers bytes lie in, more than two as two.
func parts(from, to int32) int {
	if to == from {
		return 0
	}
	return min(int((to-1)/native.GRFBytes-from/native.GRFBytes)+1, 2)
}
