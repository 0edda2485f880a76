package hazard

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/flow"
)

// machine is a hardware scoreboard that runs a block, clock by clock: a mark for each
// register, set when an instruction that writes it issues, and taken away when the
// result arrives, unless NoDDClr. It knows which write each byte has.
type machine struct {
	now    int
	marks  map[int]bool
	has    [native.MostGRFs * native.GRFBytes]int // 1 + the instruction whose result the byte has
	flying []flying
}

// flying is a result that arrives later.
type flying struct {
	at, by int
	to     *byteSet
	clears bool
}

// takes is how long results take, in three moods of the hardware.
func takes(in *native.Inst, mood int) int {
	switch {
	case in.Op.IsSend():
		return [...]int{400, 15, 40}[mood]
	case in.Op.IsMath():
		return [...]int{22, 60, 30}[mood]
	}
	return 14
}

// wrong says what goes wrong in a block: a register that nobody ever gives free, or a
// value that is not the one of the program's order. "" is nothing.
func wrong(insts []native.Inst, mood int) string {
	m := machine{marks: map[int]bool{}}
	var want [native.MostGRFs * native.GRFBytes]int
	for i := range insts {
		in := &insts[i]
		reads, writes := bytesOf(in)
		for _, r := range registersIn(reads) {
			if !m.await(r) {
				return "waits for ever"
			}
		}
		if in.DepCtrl&2 == 0 {
			for _, r := range registersIn(writes) {
				if !m.await(r) {
					return "waits for ever"
				}
			}
		}
		for at := range want {
			if reads.has(at) && m.has[at] != want[at] {
				return "reads an old value"
			}
			if writes.has(at) {
				want[at] = i + 1
			}
		}
		for _, r := range registersIn(writes) {
			m.marks[r] = true
		}
		m.flying = append(m.flying, flying{m.now + takes(in, mood), i + 1, writes, in.DepCtrl&1 == 0})
		m.now += 2
		m.land(m.now)
	}
	m.land(1 << 30)
	for _, marked := range m.marks {
		if marked {
			return "leaves a mark"
		}
	}
	if m.has != want {
		return "leaves an old value"
	}
	return ""
}

// await runs until a register has no mark; false when that never comes.
func (m *machine) await(r int) bool {
	for m.marks[r] {
		if len(m.flying) == 0 {
			return false
		}
		next := m.flying[0].at
		for _, f := range m.flying {
			next = min(next, f.at)
		}
		m.now = max(m.now, next)
		m.land(m.now)
	}
	return true
}

// land lets results arrive up to a clock, in the order of time.
func (m *machine) land(until int) {
	for {
		first := -1
		for k, f := range m.flying {
			if f.at <= until && (first < 0 || f.at < m.flying[first].at) {
				first = k
			}
		}
		if first < 0 {
			return
		}
		f := m.flying[first]
		m.flying = append(m.flying[:first], m.flying[first+1:]...)
		for at := range m.has {
			if f.to.has(at) {
				m.has[at] = f.by
			}
		}
		if f.clears {
			for _, r := range registersIn(f.to) {
				m.marks[r] = false
			}
		}
	}
}

func (s *byteSet) has(at int) bool { return s.any && s.bits[at/64]>>(at%64)&1 != 0 }

func registersIn(s *byteSet) (out []int) {
	for r := 0; s.any && r < native.MostGRFs; r++ {
		for k := range native.GRFBytes {
			if s.has(r*native.GRFBytes + k) {
				out = append(out, r)
				break
			}
		}
	}
	return out
}

// TestDepCtrlMutations adds and removes NoDDClr and NoDDChk, one at a time: whatever
// makes a block wait for ever, or read or leave an old value on the machine, is found.
func TestDepCtrlMutations(t *testing.T) {
	if testing.Short() {
		t.Skip("runs hundreds of blocks three times")
	}
	corpus.Beside(t)
	step := 211
	if *allMutations {
		step = 1
	}
	tally := newTally("change", "goes wrong, found", "does no harm, found", "does no harm, not found")
	at := 0
	for k, d := range before12 {
		shipped := k >= 6
		if !shipped && d.dir != "skl" && d.dir != "lkf" {
			continue
		}
		for _, f := range files(t, d.t, d.dir) {
			p, err := flow.Placed(d.t, f.insts, f.offs)
			require.NoError(t, err)
			for _, b := range flow.Cut(p).Blocks {
				block := f.insts[b.Start:b.End]
				if len(block) > 60 || addressed(block) {
					continue
				}
				for i := range block {
					for _, flip := range [...]uint8{1, 2, 3} {
						if !block[i].Op.IsALU() || block[i].Dst.File != native.GRF {
							continue
						}
						if at++; at%step != 0 || !shipped && at%7 != 0 { // compilers' code has none, and there is much of it
							continue
						}
						require.Empty(t, wrong(block, at%3), "%s %#x: as it is shipped", f.name, f.offs[b.Start])
						was := block[i].DepCtrl
						block[i].DepCtrl ^= flip
						change := ctrlNames[was] + " made " + ctrlNames[block[i].DepCtrl]
						found := finds(t, d.t, block)
						what := wrong(block, 0) + wrong(block, 1) + wrong(block, 2)
						block[i].DepCtrl = was
						assert.False(t, what != "" && !found, "%s %#x: %s: %s", f.name, f.offs[int(b.Start)+i], change, what)
						switch {
						case what != "":
							tally.add(change, "goes wrong, found")
						case found:
							tally.add(change, "does no harm, found")
						default:
							tally.add(change, "does no harm, not found")
						}
					}
				}
			}
		}
	}
	tally.hold(t, "depctrl", "changes of DepCtrl")
}

var ctrlNames = [...]string{"none", "NoDDClr", "NoDDChk", "both"}

func finds(t *testing.T, target native.Target, block []native.Inst) bool {
	p := &native.Program{Insts: block}
	xs, unknown := insns(target, p)
	require.Empty(t, unknown)
	return len(depCtrl(p, xs)) > 0
}

// addressed tells blocks with registers by address, which the machine does not follow.
func addressed(block []native.Inst) bool {
	for i := range block {
		if byAddress(&block[i]) || block[i].Op.IsSend() && block[i].Msg.DescReg {
			return true
		}
	}
	return false
}
