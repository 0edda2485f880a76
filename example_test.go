package genvisa_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	"github.com/genvisa/genvisa"
	"github.com/genvisa/genvisa/visa"
)

// A launch file says what runs and what must come out.
func ExampleRun() {
	launch, err := genvisa.ReadLaunch("examples/saxpy/launch.yaml")
	if err != nil {
		panic(err)
	}
	for _, engine := range []genvisa.Options{{Engine: genvisa.Interp}, {Engine: genvisa.Sim}} {
		report, err := genvisa.Run(context.Background(), launch, engine)
		if err != nil {
			panic(err)
		}
		fmt.Println(report.Engine, report.OK(), report.Compared[0].Elements)
	}
	// Output:
	// vISA interpreter true 1000
	// EU model (skl), compiled from vISA true 1000
}

// Options.Set gives a launch other values for one run.
func ExampleOptions_set() {
	launch, err := genvisa.ReadLaunch("examples/saxpy/launch.yaml")
	if err != nil {
		panic(err)
	}
	for _, set := range [][]string{nil, {"a=0"}, {"n=2", "x={bytes: 4000, fill: zero}"}, {"m=1"}} {
		report, err := genvisa.Run(context.Background(), launch, genvisa.Options{Set: set})
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(set, report.OK(), report.Compared[0].Mismatches)
	}
	// Output:
	// [] true 0
	// [a=0] false 999
	// [n=2 x={bytes: 4000, fill: zero}] false 999
	// --set m=1: no argument "m": legal are y or arg0, x or arg1, a or arg2, n or arg3, global, local, offset
}

// squares is a kernel that writes the squares of its input to surface 0.
func squares() (*genvisa.Kernel, error) {
	b := genvisa.NewBuilder("squares", 8)
	x := b.Var("X", visa.UD, 8)
	y := b.Var("Y", visa.UD, 8)
	out := b.Surface("T6")
	b.Input(x, 32)
	b.Add( // the 1 of NewOwordSt is the code of two owords, as its page says
		visa.NewMul(genvisa.Lanes(8), visa.Pred{}, y.Dst(), x.Vec(), x.Vec()),
		visa.NewMovs(genvisa.AllLanes(1), genvisa.State(out), genvisa.Imm(visa.UD, 0)),
		visa.NewOwordSt(1, out, genvisa.Imm(visa.UD, 0), y.Raw()),
		visa.NewRet(genvisa.Lanes(1), visa.Pred{}),
	)
	return b.Kernel()
}

// A kernel built in Go is verified, and prints as text.
func ExampleBuilder() {
	k, err := squares()
	if err != nil {
		panic(err)
	}
	for i := range k.Insts {
		fmt.Println(genvisa.InstText(k, i))
	}
	// Output:
	// mul (M1, 8) Y(0,0)<1> X(0,0)<1;1,0> X(0,0)<1;1,0>
	// movs (M1_NM, 1) T6(0) 0x0:ud
	// oword_st (2) T6 0x0:ud Y.0
	// ret (M1, 1)
}

// doubling is a kernel that doubles each number of its input until it is above 100.
func doubling() (*genvisa.Kernel, error) {
	b := genvisa.NewBuilder("doubling", 8)
	x, at := b.Var("X", visa.UD, 8), b.Var("AT", visa.UD, 8)
	low := b.Pred("LOW", 8)
	again := b.Label("again")
	b.Input(x, 32)
	b.Input(at, 64)
	b.Add(
		visa.NewLabel(again),
		visa.NewAdd(genvisa.Lanes(8), visa.Pred{}, x.Dst(), x.Vec(), x.Vec()),
		visa.NewCmp(genvisa.Lanes(8), 4, genvisa.PredOf(low), x.Vec(), genvisa.Imm(visa.UD, 100)), // lt
		visa.NewGoto(genvisa.Lanes(8), visa.Pred{Var: low}, again),
		visa.NewLscStore(genvisa.Lanes(8), visa.Pred{}, 0, 0, 0, 4, 0, 2, 3, 1, 1, genvisa.Imm(visa.UD, 0), at.Raw(), x.Raw()), // ugm, bti, a32, d32
		visa.NewRet(genvisa.Lanes(1), visa.Pred{}),
	)
	return b.Kernel()
}

// From constructors to a result: the kernel is verified when it is built, prints, goes through its
// binary form, and runs.
func ExampleNewBuilder() {
	k, err := doubling()
	if err != nil {
		panic(err)
	}
	for i := range k.Insts {
		fmt.Println(genvisa.InstText(k, i))
	}
	file, err := genvisa.Binary(k)
	if err != nil {
		panic(err)
	}
	back, err := genvisa.ParseBinary("doubling.isa", file)
	if err != nil {
		panic(err)
	}
	program, err := genvisa.Interpret(back[0])
	if err != nil {
		panic(err)
	}
	input, places := make([]byte, 32), make([]byte, 32)
	for i := range 8 {
		binary.LittleEndian.PutUint32(input[4*i:], uint32(1+10*i))
		binary.LittleEndian.PutUint32(places[4*i:], uint32(4*i))
	}
	report, err := genvisa.Run(context.Background(), &genvisa.Launch{
		Kernel: "doubling",
		Inputs: []genvisa.Input{{Name: "X", Data: input}, {Name: "AT", Data: places}},
		Args:   []genvisa.Arg{{Kind: genvisa.BufferArg, Data: make([]byte, 32), Output: true}},
	}, genvisa.Options{Program: program})
	if err != nil {
		panic(err)
	}
	for i := range 8 {
		fmt.Print(binary.LittleEndian.Uint32(report.Buffers[0][4*i:]), " ")
	}
	// Output:
	// again:
	// add (M1, 8) X(0,0)<1> X(0,0)<1;1,0> X(0,0)<1;1,0>
	// cmp.lt (M1, 8) LOW X(0,0)<1;1,0> 0x64:ud
	// (LOW) goto (M1, 8) again
	// lsc_store.ugm (M1, 8)  bti(0x0)[AT]:a32  X:d32
	// ret (M1, 1)
	// 128 176 168 124 164 102 122 142
}

// Compile makes native code, here for Skylake.
func ExampleCompile() {
	k, err := squares()
	if err != nil {
		panic(err)
	}
	code, err := genvisa.Compile(k, "skl")
	if err != nil {
		panic(err)
	}
	fmt.Println(code.Instructions, "instructions,", code.Sends, "messages")
	// Output:
	// 5 instructions, 2 messages
}

// A launch can be made in memory: the reference interpreter runs it.
func ExampleInterpret() {
	k, err := squares()
	if err != nil {
		panic(err)
	}
	program, err := genvisa.Interpret(k)
	if err != nil {
		panic(err)
	}
	input := make([]byte, 32)
	for i := range 8 {
		binary.LittleEndian.PutUint32(input[4*i:], uint32(i+1))
	}
	launch := &genvisa.Launch{
		Kernel: "squares",
		Inputs: []genvisa.Input{{Name: "X", Data: input}},
		Args:   []genvisa.Arg{{Kind: genvisa.BufferArg, Data: make([]byte, 32), Output: true}},
	}
	report, err := genvisa.Run(context.Background(), launch, genvisa.Options{Program: program})
	if err != nil {
		panic(err)
	}
	for i := range 8 {
		fmt.Print(binary.LittleEndian.Uint32(report.Buffers[0][4*i:]), " ")
	}
	// Output:
	// 1 4 9 16 25 36 49 64
}

// Verify lists everything that breaks a rule of the instruction set.
func ExampleVerify() {
	k, err := genvisa.Parse("k.visaasm", []byte(`.version 4.1
.kernel "k"
.decl X v_type=G type=ud num_elts=4 align=GRF
.kernel_attr SimdSize=8
    mov (M1, 8) X(0,0)<1> 0x1:ud
    ret (M1, 1)
`))
	if err != nil {
		panic(err)
	}
	for _, finding := range genvisa.Verify(k) {
		fmt.Println(finding)
	}
	// Output:
	// k.visaasm:5:5: error: operand dst of mov reaches bytes 0 to 32 of X, which has 16 bytes [operand.bounds]
}

// Hazards finds what native code touches too early on any path; a launch with
// Options.Hazards stops where it comes to such a place.
func ExampleHazards() {
	code, err := os.ReadFile("examples/saxpy/saxpy.skl.dat")
	if err != nil {
		panic(err)
	}
	code[0x29] |= 2 // NoDDClr of the add at offset 0x28: its result is never marked as written
	found, err := genvisa.Hazards("skl", code)
	if err != nil {
		panic(err)
	}
	fmt.Println(found.Findings[0])

	program, err := genvisa.Native("saxpy", "skl", code)
	if err != nil {
		panic(err)
	}
	launch, err := genvisa.ReadLaunch("examples/saxpy/launch.yaml")
	if err != nil {
		panic(err)
	}
	_, err = genvisa.Run(context.Background(), launch, genvisa.Options{Program: program, Hazards: true, Deterministic: true})
	var early *genvisa.HazardError
	if errors.As(err, &early) {
		fmt.Println(early)
	}
	// Output:
	// r4: read before it is written by instruction 3: wants the NoDDChk of its last write before this
	// ip 0x00048: add (16|M0): r4: read before it is written by the instruction at ip 0x00028: wants the NoDDChk of its last write before this
}

// Print lays text out as Intel's compiler does.
func ExamplePrint() {
	k, err := genvisa.ReadKernel("examples/saxpy/saxpy.visaasm")
	if err != nil {
		panic(err)
	}
	f, err := os.CreateTemp("", "*.visaasm")
	if err != nil {
		panic(err)
	}
	defer os.Remove(f.Name())
	if err := genvisa.Print(f, k); err != nil {
		panic(err)
	}
	again, err := genvisa.ReadKernel(f.Name())
	fmt.Println(again.Name, len(again.Insts) == len(k.Insts), err)
	// Output:
	// saxpy true <nil>
}

// A text may call functions of other files, and says of images only what the device
// leaves no doubt about.
func ExampleBinary() {
	k, err := genvisa.ReadKernel("examples/saxpy/saxpy.visaasm")
	if err != nil {
		fmt.Println(err)
		return
	}
	file, err := genvisa.Binary(k)
	if err != nil {
		fmt.Println(err)
		return
	}
	back, err := genvisa.ParseBinary("saxpy.isa", file)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s %d bytes, %d instructions\n", file[:4], len(file), len(back[0].Insts))
	fmt.Println(genvisa.InstText(back[0], 17))
	// Output:
	// CISA 2075 bytes, 35 instructions
	// movs (M1_NM, 1) T6(0) 0x1:ud
}

func ExampleReadProgram() {
	k, err := genvisa.ReadProgram("examples/saxpy/saxpy.visaasm")
	if err != nil {
		panic(err)
	}
	if err := genvisa.MadeFor(k, "skl"); err != nil {
		panic(err)
	}
	code, err := genvisa.Compile(k, "skl")
	if err != nil {
		panic(err)
	}
	fmt.Println(k.Name, len(code.Bytes) > 0)
	fmt.Println(genvisa.MadeFor(k, "kbl"), genvisa.MadeFor(k, "gen9") == nil)
	// Output:
	// saxpy true
	// <nil> false
}

// A launch of a stranger is read so that it names files of its folder alone.
func ExampleParseLaunchInside() {
	text := "kernel: k\nprogram: k.visaasm\ninfo: k.zeinfo\nglobal: [1]\nlocal: [1]\nargs:\n  - {buffer: ../secret, type: u8}\n"
	_, err := genvisa.ParseLaunchInside("inbox/launch.yaml", []byte(text))
	fmt.Println(err)
	_, err = genvisa.ReadLaunchInside("examples/saxpy/launch.yaml")
	fmt.Println(err)
	// Output:
	// inbox/launch.yaml:7:14: error: secret lies outside of the launch's folder: want a file in it, or --allow-outside
	// <nil>
}
