// The program prints what readers of the facts of specs/eu make of them.
package main

import (
	"fmt"
	"os"

	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/flow"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/visa"
	visaasm "github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/verify"
)

const kernel = `.version 4.1
.kernel "k"
.decl A v_type=G type=d num_elts=8 align=GRF
.decl B v_type=G type=d num_elts=8 align=GRF
.input B offset=3840 size=32
.kernel_attr SimdSize=8
.function "m"
m:
add (M1, 8) A(0,0)<1> 0x5:d B(0,0)<1;1,0>
barrier
ret (M1, 1)
`

func main() {
	k, err := visaasm.Parse("k.visaasm", []byte(kernel))
	check(err)
	fmt.Println("verifier:", len(verify.Kernel(k)))
	if r, err := lower.Compile(k, native.SKL, lower.Options{}); err != nil {
		fmt.Println("compiler:", err)
	} else {
		for i := range r.Program.Insts {
			fmt.Println("compiler:", asm.Inst(native.SKL, &r.Program.Insts[i], 0))
		}
	}
	grf := native.GRFOperand(4, 0, native.Region{V: 4, W: 4, H: 1}, native.Q)
	smov := native.Inst{Op: native.OpSmov, ExecSize: 16, Dst: native.GRFOperand(2, 0, native.Dst1, native.Q), Src: [3]native.Operand{grf, native.ImmOperand(1, native.UW)}}
	fmt.Print("rules:")
	for _, f := range native.Check(native.SKL, []native.Inst{smov}) {
		fmt.Print(" ", f.Rule.ID)
	}
	fmt.Println()
	branch()
	messages()
	fmt.Println("register file:", visa.GRFs, abi.GRFSize, native.GRFs, native.SKL.Caps().GRFs)
}

// branch shows where an if sends lanes: in the flow of a program and in the
// resolved form of the EU model.
func branch() {
	insts := []native.Inst{{Op: native.OpIf, ExecSize: 8, PredCtrl: native.PredSeq, JIP: 32, UIP: 48}, {Op: native.OpNop}, {Op: native.OpEndif, ExecSize: 8, JIP: 16}, {Op: native.OpNop}, {Op: native.OpNop}}
	m, err := code.LoadInsts("m", native.SKL, insts)
	check(err)
	fmt.Println("model:", m.Flows[0].IfFalse)
	insts[0].Label, insts[0].Label2, insts[2].Label = 1, 2, 2
	s, err := flow.StepAt(&native.Program{Insts: insts, Labels: []int{2, 3}}, native.SKL, 0)
	check(err)
	fmt.Println("flow:", s.Lane)
}

// messages shows descriptors: written, read back, and as their length counts.
func messages() {
	m, err := native.EncodeMessage(native.SKL, native.MsgUntypedRead, native.DescValues{native.DescSimd: 8, native.DescOff: 14, native.DescChannels: 1}, 0)
	check(err)
	in := native.Inst{Op: native.OpSend, Msg: m}
	response, first, _ := in.MessageGRFs()
	fmt.Printf("message: %#x %d %d\n", m.Desc, response, first)
}

func check(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}
