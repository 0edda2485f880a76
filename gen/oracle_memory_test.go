package gen_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/opdefs"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// fakeMemory is a buffer at address 0: beyond it reads give 0 and writes vanish.
type fakeMemory struct {
	b     []byte
	loads int
}

func (m *fakeMemory) load(addr uint64, size int) (uint64, error) {
	m.loads++
	var v uint64
	for k := size - 1; k >= 0; k-- {
		if at := addr + uint64(k); at < uint64(len(m.b)) {
			v |= uint64(m.b[at]) << (8 * k)
		}
	}
	return v, nil
}

func (m *fakeMemory) store(addr uint64, size int, v uint64) error {
	for k := range size {
		if at := addr + uint64(k); at < uint64(len(m.b)) {
			m.b[at] = byte(v >> (8 * k))
		}
	}
	return nil
}

func (m *fakeMemory) atomic(addr uint64, size int, op func(old, a, b uint64) uint64, a, b uint64) (uint64, error) {
	old, _ := m.load(addr, size)
	return old, m.store(addr, size, op(old, a, b))
}

// rowMemory is a fakeMemory for bodies.
type rowMemory struct{ *fakeMemory }

// each calls f for every element: its address and its cell.
func each(at *[sem.Lanes]uint64, c *sem.Cells, f func(addr uint64, cell []byte)) error {
	one := func(lane, k int) {
		if c.Mask>>lane&1 != 0 {
			p := lane*c.Stride + k*c.Next
			f(at[lane]+uint64(k)*c.Step, c.Data[p:p+c.Cell])
		}
	}
	if c.ByLane {
		for lane := range sem.Lanes {
			for k := range c.Count {
				one(lane, k)
			}
		}
		return nil
	}
	for k := range c.Count {
		for lane := range sem.Lanes {
			one(lane, k)
		}
	}
	return nil
}

func (m rowMemory) Load(at *[sem.Lanes]uint64, c *sem.Cells) error {
	return each(at, c, func(addr uint64, cell []byte) {
		v, _ := m.load(addr, c.Size)
		putCell(cell, v)
	})
}

func (m rowMemory) Store(at *[sem.Lanes]uint64, c *sem.Cells) error {
	return each(at, c, func(addr uint64, cell []byte) { _ = m.store(addr, c.Size, getCell(cell)) })
}

func (m rowMemory) Atomic(at *[sem.Lanes]uint64, c *sem.AtomicCells) error {
	cell := func(p []byte, lane int) []byte {
		if len(p) == 0 {
			return make([]byte, c.Size)
		}
		return p[lane*c.Size:][:c.Size]
	}
	for lane := range sem.Lanes {
		if c.Mask>>lane&1 != 0 {
			old, _ := m.atomic(at[lane], c.Size, c.Op, getCell(cell(c.X, lane)), getCell(cell(c.Y, lane)))
			putCell(cell(c.Old, lane), old)
		}
	}
	return nil
}

func (m rowMemory) Read(addr uint64, p []byte) error {
	for i := range p {
		v, _ := m.load(addr+uint64(i), 1)
		p[i] = byte(v)
	}
	m.loads += len(p)/4 - len(p) // the evaluator reads dwords
	return nil
}

func (m rowMemory) Write(addr uint64, p []byte) error {
	for i := range p {
		_ = m.store(addr+uint64(i), 1, uint64(p[i]))
	}
	return nil
}

func putCell(p []byte, v uint64) {
	for i := range p {
		p[i] = byte(v >> (8 * i))
	}
}

func getCell(p []byte) (v uint64) {
	for i := range p {
		v |= uint64(p[i]) << (8 * i)
	}
	return v
}

// TestBodiesAgainstEvaluator runs every memory body on random operands and
// compares memory and registers with the tree walk.
func TestBodiesAgainstEvaluator(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	count, floats := 0, 0
	for code, op := range ops(model(t)) {
		if !op.Page.IsMemory {
			continue
		}
		if tag := op.Page.Tag(); tag != nil {
			if v, _ := op.FixedOf(tag); v > 12 && v < 0x1f { // a float atomic, which has no reference here
				floats++
				continue
			}
		}
		require.NotNil(t, sem.Bodies[code], op.Name)
		count++
		for range 200 {
			if !compareBody(t, rng, code, op) {
				break
			}
		}
	}
	t.Logf("%d bodies compared", count)
	assert.Equal(t, countBodies(), count+floats)
	assert.Equal(t, 5, floats)
}

func countBodies() int {
	n := 0
	for code := range visa.NumOps {
		if sem.Bodies[code] != nil {
			n++
		}
	}
	return n
}

func compareBody(t *testing.T, rng *rand.Rand, code visa.Op, op *opdefs.Op) bool {
	t.Helper()
	f := &sem.Frame{N: 1 << rng.IntN(6), Mode: num.IEEE, GRFSize: 32, About: new(sem.About)}
	f.EM = uint32(1<<f.N - 1)
	f.Pred = rng.Uint32()
	f.ChEn = f.EM & f.Pred
	mem, ref := &fakeMemory{b: randomBytes(rng, 4096)}, &fakeMemory{}
	ref.b = append(ref.b, mem.b...)
	f.Mem = rowMemory{mem}
	ev := &evaluator{op: op, frame: f, mem: ref, raw: map[string][]byte{}, types: map[string]opdefs.Type{}, locals: map[*opdefs.Local]value{}}
	for slot, fl := range op.Slots() {
		switch {
		case fl.Type == opdefs.TRaw:
			f.Raw[slot] = randomBytes(rng, []int{0, 64, 1024}[rng.IntN(3)])
			addresses(rng, addressBytes(op, f, fl.Name), f.Raw[slot])
			ev.raw[fl.Name] = append([]byte{}, f.Raw[slot]...)
		case fl.Type == opdefs.TVec:
			f.Field[slot] = int64(rng.IntN(256))
		case fl.Enum != nil:
			f.Field[slot] = integerCode(rng, fl.Enum)
		case fl.Type.IsNumber():
			f.Field[slot] = int64(rng.IntN(3))
		}
	}
	require.NoError(t, sem.Bodies[code](f), op.Name)
	ev.stmt(op.Page.Body)
	ok := assert.Equal(t, ref.b, mem.b, op.Name)
	ok = assert.Equal(t, ref.loads, mem.loads, "%s: what is not chosen is not read, since it may fault", op.Name) && ok
	for slot, fl := range op.Slots() {
		if fl.Type == opdefs.TRaw {
			ok = assert.Equalf(t, ev.raw[fl.Name], f.Raw[slot], "%s %s", op.Name, fl.Name) && ok
		}
	}
	return ok
}

// integerCode draws a value of an enumeration; float atomics have no reference here.
func integerCode(rng *rand.Rand, e *opdefs.FieldEnum) int64 {
	for {
		v := e.Values[rng.IntN(len(e.Values))].Code
		if e.Name[:3] != "ATO" || v&0x1f <= 12 {
			return int64(v)
		}
	}
}

// addressBytes is the size of the addresses in a raw operand, 0 when it has none.
func addressBytes(op *opdefs.Op, f *sem.Frame, name string) int {
	if size := op.Page.Field("address_size"); size != nil && name == "src0" {
		return 1 << f.Field[op.SlotOf(size)]
	}
	return map[string]int{"addresses": 8, "element_offset": 4}[name]
}

// addresses makes address operands small enough to hit the buffer, so that
// lanes meet at the same places.
func addresses(rng *rand.Rand, step int, b []byte) {
	for i := 0; step > 0 && i+step <= len(b); i += step {
		a := rng.IntN(64)
		if rng.IntN(8) == 0 {
			a = rng.IntN(5000)
		}
		for k := range step {
			b[i+k] = byte(a >> min(8*k, 63))
		}
	}
}

func randomBytes(rng *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return b
}
