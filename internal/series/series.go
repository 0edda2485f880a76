package series

import (
	"bytes"
	"fmt"
)

// Series is one kind of kernel; Text has about n vISA instructions and SIMD16.
type Series struct {
	Name string
	Text func(n int) []byte
}

// All are the series: eight variables in one block; a fresh variable for each
// instruction, read twice; branches around every four instructions, in loops
// of five branches; a fresh variable in each of many blocks, which lanes write and the
// thread reads in a later block.
var All = []Series{{"few", few}, {"fresh", fresh}, {"blocks", blocks}, {"across", across}}

// Sizes are the lengths that are compared.
var Sizes = []int{1000, 3000, 10000, 30000, 100000}

// ops of the instructions: cheap ones that every target has.
var ops = [...]string{"add", "xor", "and", "or"}

// first is the number of the first variable that a text may declare.
const first = 32

func begin(vars, preds int) *bytes.Buffer {
	b := &bytes.Buffer{}
	b.WriteString(".version 4.1\n.kernel \"series\"\n")
	for v := range vars {
		fmt.Fprintf(b, ".decl V%04d v_type=G type=d num_elts=16 align=hword\n", first+v)
	}
	for p := range preds {
		fmt.Fprintf(b, ".decl P%d v_type=P num_elts=16\n", p+1)
	}
	b.WriteString(".decl T6 v_type=T num_elts=1 v_name=T006\n")
	fmt.Fprintf(b, ".input V%04d offset=32 size=64\n", first)
	b.WriteString(".kernel_attr Target=\"3d\"\n.kernel_attr SimdSize=16\n.function \"_main_0\"\n\n_main_0:\n")
	return b
}

// end stores variable v at the addresses of the first one.
func end(b *bytes.Buffer, v int) []byte {
	b.WriteString("    movs (M1_NM, 1) T6(0) 0x0:ud\n")
	fmt.Fprintf(b, "    scatter4_scaled.R (M1, 16) T6 0x0:ud V%04d.0 V%04d.0\n    ret (M1, 1)\n", first, first+v)
	return b.Bytes()
}

func alu(b *bytes.Buffer, k, dst, x, y int) {
	fmt.Fprintf(b, "    %s (M1, 16) V%04d(0,0)<1> V%04d(0,0)<1;1,0> V%04d(0,0)<1;1,0>\n", ops[k%len(ops)], first+dst, first+x, first+y)
}

func few(n int) []byte {
	const vars = 8
	b := begin(vars, 0)
	for v := 1; v < vars; v++ {
		alu(b, v, v, 0, 0)
	}
	for k := vars; k < n; k++ {
		alu(b, k, 1+k%(vars-1), k*5%vars, k*3%vars)
	}
	return end(b, 1)
}

func fresh(n int) []byte {
	b := begin(n, 0)
	for k := 1; k < n; k++ {
		alu(b, k, k, k-1, max(0, k-7))
	}
	return end(b, n-1)
}

func blocks(n int) []byte {
	const vars = 8
	b := begin(vars, 2)
	for v := 1; v < vars; v++ {
		alu(b, v, v, 0, 0)
	}
	k := vars
	for region, count := 0, vars; count < n; region++ {
		if region%5 == 0 {
			fmt.Fprintf(b, "loop%d:\n", region)
			count++
		}
		fmt.Fprintf(b, "    cmp.lt (M1, 16) P1 V%04d(0,0)<1;1,0> 0x%x:d\n", first+1+region%(vars-1), region)
		fmt.Fprintf(b, "    (P1) goto (M1, 16) skip%d\n", region)
		for range 2 {
			alu(b, k, 1+k%(vars-1), k*5%vars, k*3%vars)
			k++
		}
		fmt.Fprintf(b, "skip%d:\n", region)
		if count += 5; region%5 == 4 || count >= n {
			fmt.Fprintf(b, "    cmp.gt (M1, 16) P2 V%04d(0,0)<1;1,0> 0x%x:d\n", first+1, region)
			fmt.Fprintf(b, "    (P2) goto (M1, 16) loop%d\n", region/5*5)
			count += 2
		}
	}
	return end(b, 1)
}

func across(n int) []byte {
	const apart = 4 // blocks from a write to the read of it
	regions := n / 5
	b := begin(2+regions, 1)
	alu(b, 0, 1, 0, 0)
	for r := range regions {
		fmt.Fprintf(b, "    cmp.lt (M1, 16) P1 V%04d(0,0)<1;1,0> 0x%x:d\n", first+1, r)
		fmt.Fprintf(b, "    (P1) goto (M1, 16) skip%d\n", r)
		alu(b, r, 2+r, 1, 0)
		fmt.Fprintf(b, "skip%d:\n", r)
		if r >= apart {
			fmt.Fprintf(b, "    xor (M1_NM, 16) V%04d(0,0)<1> V%04d(0,0)<1;1,0> V%04d(0,0)<1;1,0>\n", first+1, first+1, first+2+r-apart)
		}
	}
	return end(b, 1)
}
