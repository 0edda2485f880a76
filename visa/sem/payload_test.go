package sem_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// TestPayloads: what the pages say of the bytes of a raw operand is what their bodies reach
// when all lanes run, for each value of each field and each size.
func TestPayloads(t *testing.T) {
	messages := 0
	for op := range visa.NumOps {
		if sem.Bodies[op] == nil {
			continue
		}
		in := &visa.Inst{Op: op, Args: make([]visa.Operand, len(op.Info().Slots))}
		for i := range in.Args {
			if in.Slot(i).Kind == visa.SlotRaw {
				assert.NotNil(t, in.Slot(i).Bytes, "%s %s", op, in.Slot(i).Name)
			}
		}
		for _, size := range []uint8{1, 2, 4, 8, 16, 32} {
			in.Exec.Size = size
			eachValue(in, 0, func() { messages++; payload(t, in) })
		}
	}
	floor.Exact(t, "messages", messages)
}

// eachValue calls f with each combination of the values that enumerations have, from a slot on.
func eachValue(in *visa.Inst, from int, f func()) {
	for i := from; i < len(in.Args); i++ {
		if e := in.Slot(i).Enum; e != nil && in.Op.Info().Slots[i].Name != "l1" && in.Op.Info().Slots[i].Name != "l3" {
			for _, v := range e.Values {
				in.Args[i].Imm = uint64(v.Code)
				eachValue(in, i+1, f)
			}
			return
		}
	}
	f()
}

func payload(t *testing.T, in *visa.Inst) {
	t.Helper()
	for i := range in.Args {
		if one := in.Slot(i).One; one != 0 && in.Args[i].Imm == uint64(one) && in.Exec.Size != 1 {
			return
		}
	}
	n := int(in.Exec.Size)
	f := &sem.Frame{N: n, EM: 1<<n - 1, Pred: 1<<n - 1, ChEn: 1<<n - 1, GRFSize: visa.GRFBytes, Mem: nowhere{}}
	for i := range in.Args {
		f.Field[i] = int64(in.Args[i].Imm)
	}
	if err := sem.Bodies[in.Op](f); err != nil {
		return // a value that nothing runs
	}
	for i := range in.Args {
		if s := in.Slot(i); s.Bytes != nil && f.Reach[i] > 0 {
			whole := (f.Reach[i] + 3) / 4 * 4 // of a dword that is written to a byte it reads one
			if got := s.Bytes(in, 4); got != whole {
				t.Errorf("%s %s of %d lanes, fields %v: %d bytes, the body reaches %d", in.Op, s.Name, n, f.Field, got, whole)
			}
		}
	}
}

// nowhere is a memory without contents.
type nowhere struct{}

func (nowhere) Load(*[sem.Lanes]uint64, *sem.Cells) error         { return nil }
func (nowhere) Store(*[sem.Lanes]uint64, *sem.Cells) error        { return nil }
func (nowhere) Atomic(*[sem.Lanes]uint64, *sem.AtomicCells) error { return nil }
func (nowhere) Read(uint64, []byte) error                         { return nil }
func (nowhere) Write(uint64, []byte) error                        { return nil }
