package regalloc

import "github.com/genvisa/genvisa/native"

// packBytes is how many bytes variables share that are packed: a register, and a piece of
// scratch memory.
const packBytes = scratchUnit

// pack puts small variables of those given into variables of a register, in the order in
// which the program comes to them: what is written one after another leaves its register in
// one message. It is false when that makes no fewer of them.
func (a *analysis) pack(crowd []int32, m *memory) bool {
	p := newPacker(a)
	p.seen = make(map[int32]bool, len(crowd))
	for _, x := range crowd {
		p.seen[x] = true
	}
	for i := range a.p.Insts {
		in := &a.p.Insts[i]
		p.take(&in.Dst)
		for s := range in.Src {
			p.take(&in.Src[s])
		}
	}
	if p.groups >= len(p.moved) {
		return false
	}
	for v := range p.moved {
		m.gone[fileGRF][v] = true
	}
	for i := range a.p.Insts {
		in := &a.p.Insts[i]
		p.retarget(&in.Dst)
		for s := range in.Src {
			p.retarget(&in.Src[s])
		}
	}
	return true
}

// packer puts variables into the last of its groups, up to byte end.
type packer struct {
	*analysis
	stays  []bool         // by variable: it may not be packed
	seen   map[int32]bool // objects that are to be packed
	moved  map[int32]packedAt
	groups int
	end    int32
}

// packedAt is a byte of a variable.
type packedAt struct{ v, at int32 }

// newPacker finds the variables that stay: those of messages, of places, of addresses and of
// instructions that reach beyond their regions.
func newPacker(a *analysis) *packer {
	p := &packer{analysis: a, stays: make([]bool, len(a.p.Vars)), moved: map[int32]packedAt{}}
	for v, s := range sendVars(a.p) {
		o := &a.list[a.index[fileGRF][v]]
		p.stays[v] = s.payload || s.response || o.fixed >= 0 || o.liveIn || o.min > 0 || o.taken || o.link || o.piece ||
			max(o.size, o.align) > packBytes/2
	}
	for i := range a.p.Insts {
		if in := &a.p.Insts[i]; in.BeyondRegions() {
			for _, o := range [...]*native.Operand{&in.Dst, &in.Src[0], &in.Src[1], &in.Src[2]} {
				if o.File == native.Virt && !o.Indirect {
					p.stays[o.Reg] = true
				}
			}
		}
	}
	return p
}

// take gives the variable of an operand its place, when it has none yet and gets one.
func (p *packer) take(o *native.Operand) {
	if o.File != native.Virt || o.Indirect || p.stays[o.Reg] {
		return
	}
	x := p.index[fileGRF][o.Reg]
	if _, ok := p.moved[o.Reg]; ok || !p.seen[x] {
		return
	}
	obj := &p.list[x]
	align := max(obj.align, dword)
	at := (p.end + align - 1) / align * align
	if p.groups == 0 || at+obj.size > packBytes {
		at = 0
		p.groups++
		p.p.Vars = append(p.p.Vars, native.Var{Name: obj.name, Align: packBytes, Size: packBytes, Fixed: -1})
	}
	p.moved[o.Reg] = packedAt{int32(len(p.p.Vars) - 1), at}
	p.end = at + obj.size
}

// retarget names the place of an operand's variable.
func (p *packer) retarget(o *native.Operand) {
	if o.File != native.Virt || o.Indirect {
		return
	}
	if to, ok := p.moved[o.Reg]; ok {
		o.Reg, o.Sub = to.v, o.Sub+uint16(to.at)
	}
}
