package verify_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/verify"
)

// BenchmarkKernel checks 10,000 instructions; a kernel without findings costs
// few allocations, whatever its length.
func BenchmarkKernel(b *testing.B) {
	const body = "(P1) add (M1, 16) X(0,0)<1> X(0,0)<8;8,1> 0x1:ud\ncmp.lt (M1, 16) P1 F(0,0)<1;1,0> 0x0:f\ngather4_scaled.R (M1, 16) T6 0x0:ud X.0 F.0\n"
	k, err := asm.Parse("t", []byte(head+strings.Repeat(body, 3333)+"ret (M1, 1)\n"))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if f := verify.Kernel(k); len(f) > 0 {
			b.Fatal(f[0])
		}
	}
}

// BenchmarkMany checks programs of that many variables and blocks, each with a predicate
// that a block reads and another one has written: time per instruction stays the same.
func BenchmarkMany(b *testing.B) {
	for _, n := range []int{1000, 4000, 16000} {
		k := many(b, n)
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				if f := append(verify.Kernel(k), verify.Notes(k)...); len(f) > 0 {
					b.Fatal(f[0])
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(k.Insts)), "ns/instruction")
		})
	}
}

// many has n variables, n blocks and 4000 predicates at most; all predicates are written
// in the first block.
func many(tb testing.TB, n int) *visa.Kernel {
	tb.Helper()
	var decl, body strings.Builder
	for i := range n {
		fmt.Fprintf(&decl, ".decl V%d v_type=G type=ud num_elts=16 align=GRF\n", i)
		if i < 4000 {
			fmt.Fprintf(&decl, ".decl Q%d v_type=P num_elts=16\n", i)
			fmt.Fprintf(&body, "setp (M1_NM, 16) Q%d 0x0:ud\n", i)
		}
	}
	for i := range n {
		fmt.Fprintf(&body, "B%d:\nadd (M1, 16) V%d(0,0)<1> V%d(0,0)<1;1,0> 0x1:ud\n(Q%d) goto (M1, 16) B%d\n", i, i, i, i%4000%n, i)
	}
	k, err := asm.Parse("t", []byte(strings.Replace(head, ".input", decl.String()+".input", 1)+body.String()+"ret (M1, 1)\n"))
	if err != nil {
		tb.Fatal(err)
	}
	return k
}

// TestMany: a program with 16,000 variables and blocks keeps the rules, and the predicate
// that only a block behind its reader writes is noted there.
func TestMany(t *testing.T) {
	k := many(t, 16000)
	if f := append(verify.Kernel(k), verify.Notes(k)...); len(f) > 0 {
		t.Fatal(f[0])
	}
	k.Insts = k.Insts[1:] // Q0 is not written
	f := verify.Notes(k)
	if len(f) != 1 || f[0].Rule != "operand.unset" {
		t.Fatalf("found %v", f)
	}
}
