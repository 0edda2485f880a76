package regalloc

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
)

// Locations of Verify are numbers in steps of 8, so that a bit of a byte can be
// named too: that is where spilled flags are. Each file has a range; scratch
// memory is the last.
type locations struct {
	grf   int32 // bytes of a GRF
	start [fileScratch + 1]int32
}

// fileScratch is the thread's scratch memory, in bytes.
const fileScratch = numFiles

// newLocations are those of threads with so many registers.
func newLocations(t native.Target, file int) locations {
	c := t.Caps()
	l := locations{grf: int32(c.GRFBytes)}
	l.start[fileAddr] = int32(file) * l.grf * 8
	l.start[fileFlag] = l.start[fileAddr] + int32(c.AddressWords)*2*8
	l.start[fileScratch] = l.start[fileFlag] + 2*flagRegBits*8
	return l
}

func (l *locations) of(f file, unit int32) int32 { return l.start[f] + unit*8 }

// units is the size of a register file.
func (l *locations) units(f file) int32 {
	end := l.start[fileScratch]
	for g := range numFiles {
		if l.start[g] > l.start[f] {
			end = min(end, l.start[g])
		}
	}
	return (end - l.start[f]) / 8
}

// has reports whether a register file has n units from a unit on.
func (l *locations) has(f file, unit, n int32) bool { return unit >= 0 && unit+n <= l.units(f) }

func (l *locations) name(p int32) string {
	switch {
	case p >= l.start[fileScratch]:
		return fmt.Sprintf("byte %d of scratch", (p-l.start[fileScratch])/8)
	case p >= l.start[fileFlag]:
		b := (p - l.start[fileFlag]) / 8
		return fmt.Sprintf("bit %d of f%d", b%flagRegBits, b/flagRegBits)
	case p >= l.start[fileAddr]:
		return fmt.Sprintf("byte %d of a0", (p-l.start[fileAddr])/8)
	}
	return fmt.Sprintf("byte %d of r%d", p/8%l.grf, p/8/l.grf)
}

// thing is a variable of the program before allocation, or the registers of a
// file that it names itself.
type thing struct {
	file        file
	name        string
	first, size int32
	at          int32 // location at the start of the program, or nowhere
}

// space numbers the units of the program before allocation: bytes, of flags
// bits.
type space struct {
	things []thing
	vars   [numFiles][]int32 // variable -> thing
	named  [numFiles]int32   // thing of the registers of a file
	header int32             // thing that stands for r0 as the thread got it
	units  int32
}

func newSpace(p *native.Program, l *locations) *space {
	s := &space{}
	whole := map[int32]bool{} // variables of messages are whole GRFs
	for i := range p.Insts {
		if in := &p.Insts[i]; in.Op.IsSend() {
			for _, o := range [...]*native.Operand{&in.Dst, &in.Src[0], &in.Src[1]} {
				if o.File == native.Virt {
					whole[o.Reg] = true
				}
			}
		}
	}
	for i, v := range p.Vars {
		size, at := int32(v.Size), int32(nowhere)
		if whole[int32(i)] {
			size = (size + l.grf - 1) / l.grf * l.grf
		}
		if v.LiveIn {
			at = l.of(fileGRF, int32(v.Fixed))
		}
		s.vars[fileGRF] = append(s.vars[fileGRF], s.add(thing{file: fileGRF, name: v.Name, size: size, at: at}))
	}
	for _, f := range p.Flags {
		s.vars[fileFlag] = append(s.vars[fileFlag], s.add(thing{file: fileFlag, name: f.Name, size: int32(f.Bits), at: nowhere}))
	}
	for _, a := range p.Addrs {
		s.vars[fileAddr] = append(s.vars[fileAddr], s.add(thing{file: fileAddr, name: a.Name, size: int32(a.Words) * 2, at: nowhere}))
	}
	for f := range numFiles {
		s.named[f] = s.add(thing{file: f, name: fileName[f] + " file", size: l.units(f), at: l.start[f]})
	}
	s.header = s.add(thing{file: fileGRF, name: "r0 at the start", size: l.grf, at: l.start[fileGRF]})
	return s
}

func (s *space) add(t thing) int32 {
	t.first = s.units
	s.units += t.size
	s.things = append(s.things, t)
	return int32(len(s.things) - 1)
}

// unit numbers a unit of a span; ok is false outside its variable.
func (s *space) unit(x *span, k int32) (u int32, ok bool) {
	at := s.named[x.file]
	if x.v != nowhere {
		if x.v < 0 || int(x.v) >= len(s.vars[x.file]) {
			return 0, false
		}
		at = s.vars[x.file][x.v]
	}
	t := &s.things[at]
	return t.first + x.unit + k, x.unit+k >= 0 && x.unit+k < t.size
}

// thingOf is the thing that has a unit.
func (s *space) thingOf(u int32) *thing {
	lo, hi := 0, len(s.things)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; s.things[mid].first <= u {
			lo = mid
		} else {
			hi = mid
		}
	}
	return &s.things[lo]
}

func (s *space) unitName(u int32) string {
	x := s.thingOf(u)
	what := "byte"
	if x.file == fileFlag {
		what = "bit"
	}
	return fmt.Sprintf("%s %d of %s", what, u-x.first, x.name)
}
