package regalloc

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
)

// Register locations of Verify are numbers in steps of 8, so that a bit of a
// GRF byte can be named too: that is where spilled flags are.
const (
	locAddr = 128 * grfBytes * 8
	locFlag = locAddr + 32*8
	locEnd  = locFlag + 64*8
)

func locOf(f file, unit int32) int32 {
	return [numFiles]int32{fileGRF: 0, fileAddr: locAddr, fileFlag: locFlag}[f] + unit*8
}

func locName(p int32) string {
	switch {
	case p >= locFlag:
		b := (p - locFlag) / 8
		return fmt.Sprintf("bit %d of f%d", b%32, b/32)
	case p >= locAddr:
		return fmt.Sprintf("byte %d of a0", (p-locAddr)/8)
	}
	return fmt.Sprintf("byte %d of r%d", p/8%grfBytes, p/8/grfBytes)
}

// touch is one unit touched by both programs: unit u of before, location p of
// after.
type touch struct {
	u, p        int32
	lane        int8
	write, full bool
}

// copyPair is one unit of a move that only one program has: of an added flag
// move to and from are locations, of a dropped copy they are units.
type copyPair struct {
	to, from int32
	lane     int8
	full     bool
}

// footprints collects what every instruction of both programs touches.
func (v *verifier) footprints() error {
	none := limits{grfs: 128, addrWords: 16}
	var err error
	direct := Snapshot(v.before)
	for i := range direct.Insts {
		direct.Insts[i].Uses = nil
	}
	if v.virt, err = newObjects(direct, none, len(direct.Flags)); err != nil {
		return err
	}
	c := &replayer{objects: v.virt}
	if v.virtAcc, err = c.run(); err != nil {
		return err
	}
	bare := *v.after
	bare.Vars, bare.Flags, bare.Addrs = nil, nil, nil
	if v.phys, err = newObjects(&bare, none, 0); err != nil {
		return err
	}
	if v.physAcc, err = (&replayer{objects: v.phys, lengths: c.lengths}).run(); err != nil {
		return err
	}
	v.copies = make([][]copyPair, len(v.items))
	for k, it := range v.items {
		switch {
		case it.before < 0:
			v.copies[k], err = v.added(it.after)
		case it.after < 0:
			v.copies[k], err = v.dropped(it.before)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// loc is the location of a unit of the physical program.
func (v *verifier) loc(r vref, k int32) int32 {
	x := &v.phys.list[r.obj]
	return locOf(x.file, x.fixed+r.unit+k-x.first)
}

// pairs zips the touches of a matched instruction. What is reached through
// addresses exists in before only and is placed by v.place.
func (v *verifier) pairs(it item) ([]touch, error) {
	var out []touch
	for _, r := range v.physAcc.of(int(it.after)) {
		for k := range r.n {
			out = append(out, touch{p: v.loc(r, k), lane: r.lane, write: r.write, full: r.full})
		}
	}
	n := 0
	for _, r := range v.virtAcc.of(int(it.before)) {
		for k := range r.n {
			if n >= len(out) || out[n].lane != r.lane || out[n].write != r.write || out[n].full != r.full {
				return nil, fmt.Errorf("instruction %d, now %d: operands touch different bytes", it.before, it.after)
			}
			out[n].u = r.unit + k
			n++
		}
	}
	if n != len(out) {
		return nil, fmt.Errorf("instruction %d, now %d: operands touch different bytes", it.before, it.after)
	}
	in := &v.before.Insts[it.before]
	for _, x := range in.Uses {
		obj := &v.virt.list[v.virt.index[fileGRF][x]]
		for k := range obj.size {
			t := touch{u: obj.first + k, p: locOf(fileGRF, v.place[x]+k), lane: wholeThread}
			out = append(out, t)
			if in.Dst.Indirect {
				t.write = true
				out = append(out, t)
			}
		}
	}
	return out, nil
}

// added checks that an instruction without partner is a flag move and lists
// its bits.
func (v *verifier) added(j int32) ([]copyPair, error) {
	in := &v.after.Insts[j]
	d, s := &in.Dst, &in.Src[0]
	fd, at, _, okd := vlocate(d)
	fs, from, _, oks := vlocate(s)
	bits := int32(d.Type.Size()) * 8
	if in.Op != native.OpMov || in.ExecSize != 1 || !in.NoMask || in.PredCtrl != native.PredNone || in.Cond != native.CondNone ||
		d.Type != s.Type || d.Type.IsFloat() || s.Mod != native.ModNone || in.Sat || d.Indirect || s.Indirect ||
		!okd || !oks || (fd == fileFlag) == (fs == fileFlag) || fd == fileAddr || fs == fileAddr {
		return nil, fmt.Errorf("instruction %d, which has no origin, is not a flag move", j)
	}
	bit := func(f file, base int32, o *native.Operand, k int32) int32 {
		if f == fileFlag {
			return locOf(f, base+int32(o.Sub)*8+k)
		}
		return locOf(f, base+int32(o.Sub)) + k
	}
	var out []copyPair
	for k := range bits {
		out = append(out, copyPair{to: bit(fd, at, d, k), from: bit(fs, from, s, k), lane: wholeThread, full: true})
	}
	return out, nil
}

// dropped checks that an instruction without partner is a plain copy and lists
// its bytes.
func (v *verifier) dropped(i int32) ([]copyPair, error) {
	in := &v.before.Insts[i]
	if !isCopy(in) {
		return nil, fmt.Errorf("instruction %d vanished and is not a copy of integers", i)
	}
	f, d, virtD, okD := vlocate(&in.Dst)
	g, s, virtS, okS := vlocate(&in.Src[0])
	if !okD || !okS || f != fileGRF || g != fileGRF || !virtD || !virtS {
		return nil, fmt.Errorf("instruction %d vanished and is not a copy between variables", i)
	}
	to, from := v.virt.list[v.virt.index[f][d]].first, v.virt.list[v.virt.index[g][s]].first
	var out []copyPair
	for k := range int(in.ExecSize) {
		lane := int8(wholeThread)
		if !in.NoMask {
			lane = int8(int(in.ChanOff) + k)
		}
		for b := range in.Dst.Type.Size() {
			out = append(out, copyPair{
				to:   to + int32(elementOffset(in, &in.Dst, true, k)+b),
				from: from + int32(elementOffset(in, &in.Src[0], false, k)+b),
				lane: lane, full: !partial(in),
			})
		}
	}
	return out, nil
}
