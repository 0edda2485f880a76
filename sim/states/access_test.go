package states

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// BenchmarkAccess loads 16 dwords of a surface, and 8 of another each time, so that two names take turns: by what is bound, and
// by states in memory. The ratio says what an access pays for its surface being decoded, once it was.
func BenchmarkAccess(b *testing.B) {
	m := mem.New()
	m.SetLow()
	m.Bind(3, m.Alloc("one", 4096))
	m.Bind(4, m.Alloc("other", 4096))
	written, err := Write(m, native.SKL, mem.Untiled)
	require.NoError(b, err)
	var took [2]time.Duration
	for i, names := range []mem.States{m.States(), written} {
		b.Run([]string{"bound", "states"}[i], func(b *testing.B) {
			var r mem.Resolver
			r.Attach(names)
			at, data := new([mem.Lanes]uint64), make([]byte, 64)
			for lane := range at {
				at[lane] = uint64(4 * lane)
			}
			wide := mem.Row{Mask: 0xFFFF, Size: 4, Cell: 4, Stride: 4, Count: 1, Data: data}
			narrow := wide
			narrow.Mask = 0xFF
			load := func(bti uint8, row *mem.Row) {
				s, err := r.Surface(mem.Ref{BTI: bti})
				if err != nil {
					b.Fatal(err)
				}
				s.Load(at, row)
			}
			for b.Loop() {
				load(3, &wide)
				load(4, &narrow)
			}
			took[i] = b.Elapsed() / time.Duration(b.N)
			if i == 1 && took[0] > 0 {
				b.ReportMetric(float64(took[1])/float64(took[0]), "bound/op")
			}
		})
	}
}
