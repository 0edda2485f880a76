package genvisa_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/genvisa/genvisa"
)

// A container holds compiled kernels: what they are called, how large their code is,
// and what threads start with.
func ExampleReadContainer() {
	c, err := genvisa.ReadContainer("examples/saxpy/saxpy.skl.zebin", "")
	if err != nil {
		panic(err)
	}
	for i := range c.Kernels {
		k := &c.Kernels[i]
		fmt.Println(c.Format, c.Target, k.Name, len(k.Code), "bytes, with vISA:", k.VISA != nil)
		about, err := c.Info.Kernel(k.Name)
		if err != nil {
			panic(err)
		}
		fmt.Println("SIMD", about.SIMD)
	}
	_, err = genvisa.ReadContainer("examples/saxpy/saxpy.skl.zebin", "tgl")
	fmt.Println(err)
	// Output:
	// zebin skl saxpy 368 bytes, with vISA: true
	// SIMD 32
	// examples/saxpy/saxpy.skl.zebin: code for product family 0x12 ([skl]): the target is tgl
}

// Code is text while it is edited: here the first half of each thread subtracts y
// where saxpy adds it. The edited container runs, and the report says what differs.
func ExampleContainer_Encode() {
	c, err := genvisa.ReadContainer("examples/saxpy/saxpy.skl.zebin", "")
	if err != nil {
		panic(err)
	}
	k := &c.Kernels[0]
	var text bytes.Buffer
	if err := genvisa.Disassemble(&text, c.Target, k.Code); err != nil {
		panic(err)
	}
	lines := strings.Split(text.String(), "\n")
	for i, line := range lines {
		if strings.Contains(line, "mad (16|M0)") {
			lines[i] = "mad (16|M0) r16.0<1>:f -r16.0<2;1>:f r115.0<2;1>:f r8.4<0>:f" // y is r16
		}
	}
	if k.Code, err = genvisa.Assemble("edited.asm", c.Target, []byte(strings.Join(lines, "\n"))); err != nil {
		panic(err)
	}
	zebin, err := c.Encode()
	if err != nil {
		panic(err)
	}
	again, err := genvisa.OpenContainer("edited.bin", zebin, "")
	if err != nil {
		panic(err)
	}
	program, err := again.Program("saxpy", genvisa.IntelCode)
	if err != nil {
		panic(err)
	}
	launch, err := genvisa.ReadLaunch("examples/saxpy/launch.yaml")
	if err != nil {
		panic(err)
	}
	report, err := genvisa.Run(context.Background(), launch, genvisa.Options{Program: program})
	if err != nil {
		panic(err)
	}
	fmt.Println(report.OK(), report.Compared[0].Mismatches, report.Compared[0].First[:2])
	// Output:
	// false 504 [{0 -100 100 2240806912} {1 -98.5 101 2240741376}]
}

// The code of all kernels is one text while it is edited, and goes back into the same file.
func ExampleContainer_Assemble() {
	c, err := genvisa.ReadContainer("examples/saxpy/saxpy.skl.zebin", "")
	if err != nil {
		panic(err)
	}
	var text bytes.Buffer
	if err := c.Disassemble(&text); err != nil {
		panic(err)
	}
	heading, body, _ := strings.Cut(text.String(), "\n")
	edited := heading + "\n        nop\n" + body // one instruction more
	file, dropped, err := c.Assemble("edited.asm", []byte(edited))
	if err != nil {
		panic(err)
	}
	again, err := genvisa.OpenContainer("edited.bin", file, "")
	if err != nil {
		panic(err)
	}
	fmt.Println(heading, len(c.Kernels[0].Code), len(again.Kernels[0].Code), dropped)
	// Output:
	// //!kernel saxpy 368 384 []
}

// A container that ocloc made with its vISA holds three codes: they must give the same.
func ExampleContainer_Program() {
	c, err := genvisa.ReadContainer("examples/saxpy/saxpy.skl.zebin", "")
	if err != nil {
		panic(err)
	}
	launch, err := genvisa.ReadLaunch("examples/saxpy/launch.yaml")
	if err != nil {
		panic(err)
	}
	var first *genvisa.Report
	for _, code := range []genvisa.CodeName{genvisa.InterpCode, genvisa.OurCode, genvisa.IntelCode} {
		program, err := c.Program("saxpy", code)
		if err != nil {
			panic(err)
		}
		report, err := genvisa.Run(context.Background(), launch, genvisa.Options{Program: program})
		if err != nil {
			panic(err)
		}
		if first == nil {
			first = report
		}
		fmt.Println(report.Engine, report.OK(), launch.Differences(first.Buffers, report.Buffers))
	}
	// Output:
	// vISA interpreter true []
	// EU model (skl), compiled from vISA true []
	// EU model (skl), from zebin true []
}

// Assemble lists all faults of a text, with what is legal.
func ExampleAssemble() {
	code, err := genvisa.Assemble("k.asm", "skl", []byte("(W) mov (8|M0) r2.0<1>:f 1.5:f\n"))
	fmt.Println(len(code), err)
	_, err = genvisa.Assemble("k.asm", "skl", []byte("mov (7|M0) r2.0<1>:f 1.5:f\nadd (8|M0) r2.0<1>:f\n"))
	fmt.Println(err)
	// Output:
	// 16 <nil>
	// k.asm:1:1: error: mov: ExecSize is 7: want one of 1 (1), 2 (2), 4 (4), 8 (8), 16 (16), 32 (32)
	// k.asm:2:21: error: end of line: want source 0 of the 2 of add
}

// Lint finds what the hardware forbids.
func ExampleLint() {
	code, err := genvisa.Assemble("k.asm", "bxt", []byte("mov (8|M0) r2.0<1>:df r4.0<8;8,1>:f\n"))
	if err != nil {
		panic(err)
	}
	found, err := genvisa.Lint("bxt", code)
	if err != nil {
		panic(err)
	}
	for _, f := range found {
		fmt.Printf("%#x: %s\n%s [%s]\nlegal: %s\n", f.Offset, f.Inst, f.Why, f.Rule, f.Legal)
	}
	// Output:
	// 0x0: mov (8|M0) r2.0<1>:df r4.0<8;8,1>:f
	// strides of a 64-bit instruction are not aligned to the same qword [bxt.6.1]
	// legal: the same step in bytes for source and destination
}

// A trace is what each thread does, with values by lane.
func ExampleTrace() {
	launch, err := genvisa.ReadLaunch("examples/saxpy/launch.yaml")
	if err != nil {
		panic(err)
	}
	only, err := genvisa.ParseTraceFilter("group=0,thread=0,line=119")
	if err != nil {
		panic(err)
	}
	_, err = genvisa.Run(context.Background(), launch, genvisa.Options{
		Trace: &genvisa.Trace{Out: os.Stdout, Filters: []genvisa.TraceFilter{only}},
	})
	if err != nil {
		panic(err)
	}
	// Output:
	// group [0 0 0] thread 0 lanes 0-15 examples/saxpy/saxpy.visaasm:119:5: mad (M1, 16) V0065(0,0)<1> V0034(0,0)<0;1,0> V0061(0,0)<1;1,0> V0065(0,0)<1;1,0>
	//   src0:f 2.5
	//   src1:f 0 0.5 1 1.5 2 2.5 3 3.5 4 4.5 5 5.5 6 6.5 7 7.5
	//   src2:f 100 99.75 99.5 99.25 99 98.75 98.5 98.25 98 97.75 97.5 97.25 97 96.75 96.5 96.25
	//   => dst:f 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115
}

// infinities looks for the first instruction whose result is infinite.
type infinities struct{ program *genvisa.Program }

func (f *infinities) Wants(*genvisa.Event) bool { return true }

func (f *infinities) Ran(e *genvisa.Event) {
	for _, v := range e.Dests {
		for lane, bits := range v.Bits {
			if v.Type == "f" && uint32(bits)&0x7FFFFFFF == 0x7F800000 && e.Lanes>>(v.Lane+lane)&1 != 0 {
				fmt.Println(f.program.Place(e.Index).Inst, "lane", v.Lane+lane)
				return
			}
		}
	}
}

// An observer sees each instruction with its values as numbers.
func ExampleObserver() {
	launch, err := genvisa.ReadLaunch("examples/saxpy/launch.yaml")
	if err != nil {
		panic(err)
	}
	k, err := genvisa.ReadKernel("examples/saxpy/saxpy.visaasm")
	if err != nil {
		panic(err)
	}
	program, err := genvisa.Interpret(k)
	if err != nil {
		panic(err)
	}
	copy(launch.Args[1].Data[4*37:], []byte{0, 0, 0x80, 0x7F}) // x[37] is infinite
	launch.Args[0].Expect = nil
	_, err = genvisa.Run(context.Background(), launch, genvisa.Options{Program: program, Observer: &infinities{program}})
	if err != nil {
		panic(err)
	}
	// Output:
	// gather4_scaled.R (M1, 16) T6 0x0:ud V0059.0 V0061.0 lane 5
	// mad (M1, 16) V0065(0,0)<1> V0034(0,0)<0;1,0> V0061(0,0)<1;1,0> V0065(0,0)<1;1,0> lane 5
}

// A launch ends early when its context does; the report holds what there is.
// Progress and statistics are told on the way.
func ExampleOptions() {
	launch, err := genvisa.ReadLaunch("examples/saxpy/launch.yaml")
	if err != nil {
		panic(err)
	}
	var last genvisa.Progress
	report, err := genvisa.Run(context.Background(), launch, genvisa.Options{
		Stats: true, Progress: func(p genvisa.Progress) { last = p },
	})
	if err != nil {
		panic(err)
	}
	fmt.Println("groups:", last.Done, "of", last.Total)
	for _, m := range report.Stats.Messages {
		fmt.Println(m.Kind, m.Executions)
	}

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	report, err = genvisa.Run(ctx, launch, genvisa.Options{})
	fmt.Println(errors.Is(err, context.Canceled), report.Finished)
	// Output:
	// groups: 8 of 8
	// gather4_scaled 128
	// scatter4_scaled 64
	// true false
}

// Two engines must give the same bytes; a tolerance is for two algorithms.
func ExampleCompare() {
	launch, err := genvisa.ReadLaunch("examples/saxpy/launch.yaml")
	if err != nil {
		panic(err)
	}
	var results [2][]byte
	for i, engine := range []genvisa.Options{{Engine: genvisa.Interp}, {Engine: genvisa.Sim, Target: "bxt"}} {
		report, err := genvisa.Run(context.Background(), launch, engine)
		if err != nil {
			panic(err)
		}
		results[i] = report.Buffers[0]
	}
	same, err := genvisa.Compare("f32", genvisa.Check{}, results[0], results[1])
	if err != nil {
		panic(err)
	}
	fmt.Println(same.Elements, same.Mismatches)

	results[1][0]++ // the last bit of element 0
	for _, c := range []genvisa.Check{{}, {Kind: "ulp", Tol: 1}} {
		got, err := genvisa.Compare("f32", c, results[0], results[1])
		if err != nil {
			panic(err)
		}
		fmt.Println(got.Check, got.Mismatches, got.First)
	}
	// Output:
	// 1000 0
	// exact 1 [{0 100 100.00001 1}]
	// ulp:1 0 []
}
