package regalloc

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/genvisa/genvisa/native"
	"github.com/stretchr/testify/require"
)

// lanes runs programs of the test builder, virtual or physical, channel by
// channel. It knows nothing of liveness, and its own region and branch rules
// are written from gen-execution 2.3 and 4.6 again.
type lanes struct {
	p     *native.Program
	vars  [][]byte // storage of virtual variables
	grf   [4096]byte
	flags []uint32 // of virtual flags
	f     [2]uint32
	pc    [32]int
	log   []string
	calls [][32]int // where lanes were at the calls that have not returned

	scratch [1 << 13]byte
}

// newLanes fills registers with garbage that differs with seed, and inputs
// with the same bytes always.
func newLanes(p *native.Program, seed byte) *lanes {
	m := &lanes{p: p}
	for i := range m.grf {
		m.grf[i] = byte(i)*7 + seed
	}
	for i := range m.scratch {
		m.scratch[i] = byte(i)*5 + seed
	}
	m.f = [2]uint32{0x5a5a1234 * uint32(seed), 0x1357fdb9 * uint32(seed)}
	for _, f := range p.Flags {
		m.flags = append(m.flags, 0xdeadbeef*uint32(seed)+uint32(f.Bits))
	}
	for i, v := range p.Vars {
		b := make([]byte, (v.Size+31)&^31)
		for k := range b {
			b[k] = byte(i*31+k*3) ^ seed
		}
		if v.LiveIn {
			for k := range b {
				b[k] = byte(v.Fixed + k)
				m.grf[v.Fixed+k] = b[k]
			}
		}
		m.vars = append(m.vars, b)
	}
	return m
}

func (m *lanes) bytes(o *native.Operand) []byte {
	switch o.File {
	case native.Virt:
		return m.vars[o.Reg]
	case native.GRF:
		return m.grf[o.Reg*32:]
	}
	return nil
}

// flag gives the flag word and the first bit of a register in it.
func (m *lanes) flag(f native.Flag) (*uint32, int) {
	if f.Virt > 0 {
		return &m.flags[f.Virt-1], 0
	}
	return &m.f[f.Reg], int(f.Sub) * 16
}

func (m *lanes) flagOperand(o *native.Operand) (*uint32, int, bool) {
	switch {
	case o.File == native.VirtFlag:
		return &m.flags[o.Reg], int(o.Sub) * 8, true
	case o.File == native.ARF && o.Reg&^1 == native.ARFF0:
		return &m.f[o.Reg-native.ARFF0], int(o.Sub) * 8, true
	}
	return nil, 0, false
}

func (m *lanes) read(o *native.Operand, k int) uint32 {
	if o.File == native.Imm {
		return uint32(o.Imm)
	}
	size := o.Type.Size()
	if w, shift, ok := m.flagOperand(o); ok {
		return *w >> shift & uint32(uint64(1)<<(8*size)-1)
	}
	at := int(o.Sub)
	if o.Region != native.Scalar {
		at += (k/int(o.Region.W)*int(o.Region.V) + k%int(o.Region.W)*int(o.Region.H)) * size
	}
	b := m.bytes(o)[at:]
	if size == 2 {
		return uint32(binary.LittleEndian.Uint16(b))
	}
	return binary.LittleEndian.Uint32(b)
}

func (m *lanes) write(o *native.Operand, k int, x uint32) {
	size := o.Type.Size()
	if w, shift, ok := m.flagOperand(o); ok {
		mask := uint32(uint64(1)<<(8*size)-1) << shift
		*w = *w&^mask | x<<shift&mask
		return
	}
	b := m.bytes(o)
	if b == nil {
		return
	}
	b = b[int(o.Sub)+k*int(o.Region.H)*size:]
	if size == 2 {
		binary.LittleEndian.PutUint16(b, uint16(x))
		return
	}
	binary.LittleEndian.PutUint32(b, x)
}

func (m *lanes) pred(in *native.Inst, ch int) bool {
	if in.PredCtrl == native.PredNone {
		return true
	}
	w, shift := m.flag(in.Flag)
	return (*w>>(shift+ch)&1 != 0) != in.PredInv
}

// run executes until the end of the thread, or gives up and says so in the log
// (a wrong allocation may loop); width is the number of live lanes.
func (m *lanes) run(width int) {
	for n := width; n < 32; n++ {
		m.pc[n] = -1
	}
	for ip, steps := 0, 0; ip < len(m.p.Insts); steps++ {
		if steps > 20000 {
			m.log = append(m.log, "no end")
			return
		}
		in := &m.p.Insts[ip]
		if in.Msg.EOT {
			return
		}
		if in.Op == native.OpCall || in.Op == native.OpRet {
			ip = m.call(in, ip)
			continue
		}
		if isFlow(in.Op) {
			ip = m.flow(in, ip)
			continue
		}
		m.exec(in, ip)
		for n := range m.pc {
			if m.pc[n] == ip {
				m.pc[n]++
			}
		}
		ip++
	}
}

// call goes to a routine with the lanes that are there, or back to where the register says.
// The others sleep meanwhile.
func (m *lanes) call(in *native.Inst, ip int) int {
	if in.Op == native.OpCall {
		m.write(&in.Dst, 0, uint32(ip+1))
		m.write(&in.Dst, 1, 0x5a5a)
		was, to := m.pc, m.p.Labels[in.Label-1]
		none := true
		for n, pc := range m.pc {
			if m.pc[n] = -1; pc == ip {
				m.pc[n], none = to, false
			}
		}
		if none {
			m.pc = was
			return ip + 1
		}
		m.calls = append(m.calls, was)
		return to
	}
	to := int(m.read(&in.Src[0], 0))
	if len(m.calls) == 0 || to > len(m.p.Insts) {
		m.log = append(m.log, "lost")
		return len(m.p.Insts)
	}
	came := m.pc
	m.pc = m.calls[len(m.calls)-1]
	m.calls = m.calls[:len(m.calls)-1]
	for n, pc := range came {
		if pc >= 0 {
			m.pc[n] = to
		}
	}
	return to
}

func isFlow(op native.Op) bool {
	return op >= native.OpJmpi && op <= native.OpJoin
}

// flow moves the lanes; the next IP is the lowest of the live lanes.
func (m *lanes) flow(in *native.Inst, ip int) int {
	next, j, u := ip+1, ip+1, ip+1
	if in.Label > 0 {
		j = m.p.Labels[in.Label-1]
	}
	if in.Label2 > 0 {
		u = m.p.Labels[in.Label2-1]
	}
	yes, no := next, next
	switch {
	case in.Op == native.OpIf:
		no = j
	case in.Op == native.OpElse:
		yes, no = j, j
	case in.Op == native.OpWhile:
		yes = j
	case in.Op == native.OpBreak:
		yes = u + 1
	case in.Op == native.OpGoto && in.Branch:
		yes, no = u, j
	case in.Op == native.OpGoto:
		no = u // Gen9: false channels jump
	}
	low, none := len(m.p.Insts), true
	for n := range m.pc {
		if m.pc[n] == ip {
			m.pc[n] = no
			if m.pred(in, n) {
				m.pc[n] = yes
			}
		}
		if m.pc[n] >= 0 {
			low, none = min(low, m.pc[n]), false
		}
	}
	if none {
		return next
	}
	return low
}

func (m *lanes) exec(in *native.Inst, ip int) {
	src := [3][32]uint32{}
	var on [32]bool
	for k := range int(in.ExecSize) {
		ch := int(in.ChanOff) + k
		on[k] = (in.NoMask || m.pc[ch] == ip) && (m.pred(in, ch) || in.Op == native.OpSel)
		for s := range in.Src {
			if in.Src[s].File != native.NoFile && !in.Op.IsSend() {
				src[s][k] = m.read(&in.Src[s], k)
			}
		}
	}
	if in.Op.IsSend() {
		m.message(in, on)
		return
	}
	for k := range int(in.ExecSize) {
		if !on[k] {
			continue
		}
		x := compute(in.Op, src[0][k], src[1][k], m.pred(in, int(in.ChanOff)+k))
		if in.Cond != native.CondNone {
			w, shift := m.flag(in.Flag)
			bit := uint32(1) << (shift + int(in.ChanOff) + k)
			*w &^= bit
			if less := int32(src[0][k]) < int32(src[1][k]); less == (in.Cond == native.CondLT) {
				*w |= bit
			}
			continue
		}
		m.write(&in.Dst, k, x)
	}
}

func compute(op native.Op, a, b uint32, pred bool) uint32 {
	switch op {
	case native.OpAdd:
		return a + b
	case native.OpMul:
		return a * (b | 1)
	case native.OpXor:
		return a ^ b
	case native.OpAnd:
		return a & b
	case native.OpSel:
		if !pred {
			return b
		}
	}
	return a
}

// message logs a store, answers a load with a hash of the address, and moves
// registers to and from scratch memory.
func (m *lanes) message(in *native.Inst, on [32]bool) {
	if info, err := native.DecodeMessage(native.SKL, &in.Msg); err == nil {
		at, n := info.Field[native.DescHword]*32, info.Field[native.DescGrfs]*32
		switch info.Kind {
		case native.MsgScratchRead:
			copy(m.bytes(&in.Dst)[in.Dst.Sub:][:n], m.scratch[at:])
			return
		case native.MsgScratchWrite:
			data := in.Src[1]
			if !in.Op.IsSplit() { // behind the header
				data = in.Src[0]
				data.Sub += grfBytes
			}
			copy(m.scratch[at:at+n], m.bytes(&data)[data.Sub:])
			return
		}
	}
	addr := in.Src[0]
	addr.Type, addr.Region = native.UD, native.Region{V: 8, W: 8, H: 1}
	for k := range int(in.ExecSize) {
		if !on[k] {
			continue
		}
		a := m.read(&addr, k)
		if in.Op == native.OpSends {
			data := in.Src[1]
			data.Type, data.Region = addr.Type, addr.Region
			m.log = append(m.log, fmt.Sprintf("%d: %x=%x", int(in.ChanOff)+k, a, m.read(&data, k)))
			continue
		}
		dst := in.Dst
		dst.Type = native.UD
		m.write(&dst, k, a*2654435761+uint32(k))
	}
}

// sameRuns compares both programs for full and partial threads; before must end.
func sameRuns(t *testing.T, before, after *native.Program) bool {
	t.Helper()
	for _, width := range []int{before.SIMD, 5} {
		b, a := newLanes(before, 3), newLanes(after, 99)
		b.run(width)
		require.NotContains(t, b.log, "no end")
		a.run(width)
		if fmt.Sprint(b.log) != fmt.Sprint(a.log) {
			return false
		}
	}
	return true
}
