package verify_test

import (
	"strings"
	"testing"

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
