package regalloc

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
)

// file is one of the register files that are allocated, each apart.
type file uint8

const (
	fileGRF  file = iota // units are bytes
	fileFlag             // units are bits
	fileAddr             // units are bytes
	numFiles
)

// flagRegBits is the channels of one flag register.
const flagRegBits = 32

var (
	fileName = [numFiles]string{"GRF", "flag", "address"}
	unitName = [numFiles]string{"bytes", "channels", "bytes"}
)

// object is what gets one location: a variable, or a physical register that
// the program names directly. Locations and sizes are in units of the file.
type object struct {
	file   file
	name   string
	first  int32 // number of its first unit in the unit space of the analysis
	size   int32
	align  int32
	fixed  int32 // location, or -1
	min    int32 // lowest location allowed
	max    int32 // end of the locations allowed
	liveIn bool  // defined before the first instruction
	temp   bool  // flag temporary made by spilling: cannot be spilled again
	taken  bool  // reached through addresses
	link   bool  // written by a call, behind which nothing of the same block runs
	piece  bool  // made by spilling, for instructions of one block
}

// objects maps the operands of a program to objects.
type objects struct {
	limits
	p     *native.Program
	room  *Room
	list  []object
	index [numFiles][]int32 // variable index -> object
	phys  [numFiles][]int32 // granule number -> object + 1, 0 when not named
	units int32
}

// named is room for the registers that a program names directly: mostly few.
const named = 32

// newObjects makes the objects of all variables; flags from number temps on were
// added by spilling.
func newObjects(p *native.Program, caps limits, temps int) (*objects, error) {
	room := caps.mem.roomOf()
	room.reset()
	o := &objects{p: p, limits: caps, room: room, list: room.objects.empty(len(p.Vars) + len(p.Flags) + len(p.Addrs) + named)}
	o.index = [numFiles][]int32{room.numbers.empty(len(p.Vars)), room.numbers.empty(len(p.Flags)), room.numbers.empty(len(p.Addrs))}
	inSend := sendVars(p)
	for i, v := range p.Vars {
		obj, err := varObject(v, inSend[i], caps)
		if err != nil {
			return nil, fmt.Errorf("regalloc: %s: variable %d (%s): %w", p.Name, i, v.Name, err)
		}
		o.index[fileGRF] = append(o.index[fileGRF], o.add(obj))
	}
	for i, f := range p.Flags {
		if f.Bits != 16 && f.Bits != 32 {
			return nil, fmt.Errorf("regalloc: %s: flag %d (%s) has %d bits: want 16 or 32", p.Name, i, f.Name, f.Bits)
		}
		fixed := int32(-1)
		if f.Fixed >= 0 {
			fixed = int32(f.Fixed) * 8
		}
		o.index[fileFlag] = append(o.index[fileFlag], o.add(object{
			file: fileFlag, name: f.Name, size: int32(f.Bits), align: int32(f.Bits), fixed: fixed,
			max: caps.usable[fileFlag], temp: i >= temps,
		}))
	}
	for i, a := range p.Addrs {
		if a.Words < 1 || a.Words > 16 {
			return nil, fmt.Errorf("regalloc: %s: address variable %d (%s) has %d words: want 1..16", p.Name, i, a.Name, a.Words)
		}
		size := int32(a.Words) * 2
		o.index[fileAddr] = append(o.index[fileAddr], o.add(object{
			file: fileAddr, name: a.Name, size: size, align: pow2(size), fixed: -1, max: caps.usable[fileAddr],
		}))
	}
	for f := range numFiles {
		o.phys[f] = room.numbers.take(int(o.whole[f] / o.granule(f)))
	}
	o.markTaken()
	return o, nil
}

// markTaken finds the variables that are reached through addresses, and those that calls write.
func (o *objects) markTaken() {
	take := func(v int32) {
		if v >= 0 && int(v) < len(o.index[fileGRF]) {
			o.list[o.index[fileGRF][v]].taken = true
		}
	}
	for i := range o.p.Insts {
		in := &o.p.Insts[i]
		if in.Op.Links() && in.Dst.File == native.Virt {
			o.list[o.index[fileGRF][in.Dst.Reg]].link = true
		}
		for s := range in.Src {
			take(in.Src[s].AddrOf - 1)
		}
		for _, v := range in.Uses {
			take(v)
		}
	}
}

func (o *objects) add(obj object) int32 {
	obj.first = o.units
	o.units += obj.size
	o.list = append(o.list, obj)
	return int32(len(o.list) - 1)
}

// send tells how a variable takes part in messages.
type send struct{ payload, response bool }

func sendVars(p *native.Program) []send {
	out := make([]send, len(p.Vars))
	for i := range p.Insts {
		in := &p.Insts[i]
		if !in.Op.IsSend() {
			continue
		}
		for s := range in.Src {
			if in.Src[s].File == native.Virt && !in.Src[s].Indirect {
				out[in.Src[s].Reg].payload = true
			}
		}
		if in.Dst.File == native.Virt {
			out[in.Dst.Reg].response = true
		}
	}
	return out
}

func varObject(v native.Var, s send, caps limits) (object, error) {
	grf, end := caps.grf, caps.whole[fileGRF]
	if v.Size < 1 || int32(v.Size) > end {
		return object{}, fmt.Errorf("size %d bytes: want 1..%d", v.Size, end)
	}
	if v.Align < 0 || v.Align&(v.Align-1) != 0 || v.Align > 64 {
		return object{}, fmt.Errorf("alignment %d bytes: want a power of two up to 64", v.Align)
	}
	if v.LiveIn && v.Fixed < 0 {
		return object{}, fmt.Errorf("input without a fixed place")
	}
	obj := object{
		file: fileGRF, name: v.Name, size: int32(v.Size), fixed: int32(v.Fixed), liveIn: v.LiveIn,
		min: int32(v.MinGRF) * grf, max: caps.usable[fileGRF],
	}
	if obj.min > 0 {
		obj.max = end
	}
	if s.payload || s.response {
		obj.size = (obj.size + grf - 1) &^ (grf - 1)
		obj.align = grf
	}
	// A response up to the last register may overlap no payload; leaving the
	// register to others is simpler (gen-execution R-SND2).
	if s.response && obj.max == end {
		obj.max -= grf
		if obj.fixed >= 0 && obj.fixed+obj.size > obj.max {
			return object{}, fmt.Errorf("response fixed at byte %d with %d bytes: want none in the last register, from byte %d on", obj.fixed, obj.size, obj.max)
		}
	}
	// Natural alignment keeps a small variable inside one register and its
	// regions off register boundaries.
	obj.align = max(obj.align, int32(v.Align), min(pow2(obj.size), grf))
	if obj.fixed >= 0 && obj.fixed+obj.size > end {
		return object{}, fmt.Errorf("fixed at byte %d with %d bytes: the file ends at %d", obj.fixed, obj.size, end)
	}
	return obj, nil
}

// pow2 rounds up to a power of two.
func pow2(n int32) int32 {
	p := int32(1)
	for p < n {
		p <<= 1
	}
	return p
}

// physical gives the object and its first unit for a directly named location.
func (o *objects) physical(f file, loc int32) (obj, unit int32, err error) {
	if loc < 0 || loc >= o.whole[f] {
		return 0, 0, fmt.Errorf("%s location %d: want 0..%d", fileName[f], loc, o.whole[f]-1)
	}
	g := loc / o.granule(f)
	if o.phys[f][g] == 0 {
		at := g * o.granule(f)
		o.phys[f][g] = 1 + o.add(object{
			file: f, name: fmt.Sprintf("%s@%d", fileName[f], at), size: o.granule(f), align: 1, fixed: at,
			max: o.whole[f], liveIn: true,
		})
	}
	obj = o.phys[f][g] - 1
	return obj, o.list[obj].first + loc - g*o.granule(f), nil
}
