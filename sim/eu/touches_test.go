package eu

import (
	options "flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

var allTouches = options.Bool("touches", false, "run every form of TestTouches, not one of many")

// The test of every day takes one of sampledForms.
const sampledForms = 251

// TestTouches: what hazard.Footprint says of an instruction is what the model does with
// it. Bytes that it does not name change nothing, whatever they hold, and stay as they
// are; each element that native.Touches names as read changes something, and each byte
// of those that it names as written is. Every op and function, with every width, in the
// channels from 0, 8 and 16 on, of every type, with operands of all forms and in the last
// registers.
func TestTouches(t *testing.T) {
	ran, n, step := 0, 0, sampledForms
	if testing.Short() {
		step *= 4
	}
	ops := map[native.Op]bool{}
	for target := range native.NumTargets {
		if code.Supports(target) != nil {
			continue
		}
		rng := rand.New(rand.NewPCG(7, uint64(target)))
		wanted := func() bool {
			n++
			return n%step == 0 || *allTouches
		}
		eachForm(wanted, func(in native.Inst) {
			code, err := native.Encode(target, &in)
			if err != nil {
				return
			}
			if in, _, err = native.Decode(target, code); err != nil {
				return
			}
			p, err := loadInsts("test", target, []native.Inst{in, eot()})
			if err != nil {
				return
			}
			newProbe(p, rng).check(t)
			ran++
			ops[in.Op] = true
		})
	}
	if !*allTouches {
		floor.Exact(t, fmt.Sprintf("forms of one in %d whose touches the model shows", step), ran)
		return
	}
	t.Logf("%d forms", ran)
	for op := range native.NumOps {
		assert.Equal(t, op.IsALU() && op != native.OpMovi, ops[op], "%s runs in a form", op) // movi is not modelled
	}
}

// Where the operands of a form lie: the sources twenty registers apart, or in the last of the file.
const (
	dstReg  = 4
	srcReg  = 40
	perArea = 20
)

var (
	formTypes = []native.Type{native.UD, native.D, native.UW, native.W, native.UB, native.B, native.F, native.HF, native.DF, native.UQ, native.Q}
	// mixedTypes are destination and sources.
	mixedTypes = [][2]native.Type{
		{native.D, native.W}, {native.W, native.D}, {native.UD, native.UB}, {native.W, native.UB}, {native.UW, native.B}, {native.Q, native.D}, {native.D, native.Q},
		{native.F, native.HF}, {native.HF, native.F}, {native.F, native.D}, {native.D, native.F}, {native.DF, native.F}, {native.F, native.DF},
		{native.UW, native.F}, {native.F, native.UW},
	}
	formSizes  = []uint8{1, 2, 4, 8, 16, 32}
	formStarts = []uint8{0, 8, 16}
)

// eachForm makes the forms of all ops that are wanted. Targets refuse those that they lack.
func eachForm(wanted func() bool, visit func(native.Inst)) {
	for op := range native.NumOps {
		if !op.IsALU() {
			continue
		}
		functions := uint8(1)
		if op.IsMath() {
			functions = 16
		}
		for fc := range functions {
			for _, n := range formSizes {
				for _, start := range formStarts {
					if int(start)+int(n) <= maxLanes {
						in := native.Inst{Op: op, MathFC: fc, ExecSize: n, ChanOff: start}
						if op == native.OpBfn {
							in.BoolFC = 0x96 // each source counts
						}
						eachShape(in, wanted, visit)
					}
				}
			}
		}
	}
}

// eachShape gives a form its types and the shapes of its operands.
func eachShape(in native.Inst, wanted func() bool, visit func(native.Inst)) {
	pairs := mixedTypes
	for _, ty := range formTypes {
		pairs = append(pairs, [2]native.Type{ty, ty})
	}
	for _, ty := range pairs {
		for _, shape := range shapes {
			if !wanted() {
				continue
			}
			made := withOperands(in, ty[0], ty[1])
			shape(&made)
			if in.Op.PredicateChooses() {
				made.PredCtrl = native.PredSeq
			}
			visit(made)
			if in.Op.Compares() || in.Op.ConditionChooses() {
				made.PredCtrl, made.Cond = native.PredNone, native.CondGT
				visit(made)
			}
		}
	}
}

// withOperands has packed operands; the coefficients of a plane are scalars.
func withOperands(in native.Inst, d, s native.Type) native.Inst {
	in.Dst = dst(dstReg, d)
	for i := range in.Op.Sources() {
		in.Src[i] = vec(srcReg+perArea*i, s)
		if in.ExecSize < 8 {
			in.Src[i].Region = native.Region{V: in.ExecSize, W: in.ExecSize, H: 1}
		}
		if at, by := in.Op.Reach(i); at != nil && by == 0 && in.Op.Group(i) == 0 {
			in.Src[i].Region = native.Scalar
		}
		if in.ExecSize == 1 {
			in.Src[i].Region = native.Scalar
		}
	}
	if in.Op.Sources() == 3 {
		in.Src[2].Region = native.Region{V: 1, W: 1}
	}
	if in.IsMacro() {
		for _, o := range []*native.Operand{&in.Dst, &in.Src[0], &in.Src[1], &in.Src[2]} {
			o.MME = native.NoMME
		}
	}
	return in
}

// shapes change the operands of a form.
var shapes = []func(in *native.Inst){
	func(*native.Inst) {},
	func(in *native.Inst) { in.Src[0].Region = native.Scalar },
	func(in *native.Inst) { in.Src[1].Region = native.Scalar },
	func(in *native.Inst) { in.Src[2].Region = native.Scalar },
	func(in *native.Inst) {
		in.Dst.Region.H, in.Src[0].Region = 2, native.Region{V: 16, W: 8, H: 2}
	},
	func(in *native.Inst) { in.Dst.Region.H, in.Dst.Sub = 4, uint16(in.Dst.Type.Size()) },
	func(in *native.Inst) {
		in.Src[0].Sub, in.Src[0].Region = 16, native.Region{V: 4, W: 4, H: 1}
	},
	func(in *native.Inst) {
		in.Src[1].Sub, in.Src[1].Region = 2*uint16(in.Src[1].Type.Size()), native.Region{V: 1, W: 4, H: 2}
	},
	func(in *native.Inst) { in.Src[0].Region = native.Region{V: 0, W: 4, H: 1} },
	func(in *native.Inst) { in.Src[1] = imm(three(in.Src[1].Type), in.Src[1].Type) },
	func(in *native.Inst) { in.Src[0] = imm(three(in.Src[0].Type), in.Src[0].Type) },
	func(in *native.Inst) { in.Dst = native.NullDst(in.Dst.Type); in.Cond = native.CondGT },
	func(in *native.Inst) { toEnd(in, -1) },
	func(in *native.Inst) { toEnd(in, 0) },
	func(in *native.Inst) { toEnd(in, 1) },
	func(in *native.Inst) { toEnd(in, 2) },
	func(in *native.Inst) { in.AccWr = true },
	func(in *native.Inst) { in.Src[0].File, in.Src[0].Reg = native.ARF, native.ARFAcc0 },
	func(in *native.Inst) {
		in.PredCtrl, in.Cond, in.Flag = native.PredSeq, native.CondLE, native.Flag{Reg: 1, Sub: 0}
	},
	func(in *native.Inst) { in.PredCtrl, in.PredInv = native.PredAll4H, true },
	func(in *native.Inst) { byAddress(&in.Dst) },
	func(in *native.Inst) { byAddress(&in.Src[0]) },
	func(in *native.Inst) { byAddress(&in.Src[1]) },
	func(in *native.Inst) {
		byAddress(&in.Src[0])
		in.Src[0].Region = native.Region{V: native.VxH, W: 1}
	},
	func(in *native.Inst) {
		byAddress(&in.Src[0])
		in.Src[0].Region = native.Region{V: native.VxH, W: 4, H: 1}
	},
	func(in *native.Inst) { aligned16(in, 4, native.IdentitySwizzle, 15) },
	func(in *native.Inst) { aligned16(in, 4, 0b00_10_01_11, 0b0101) },
	func(in *native.Inst) { aligned16(in, 4, 0b11_10_00_10, 0b1100) },
	func(in *native.Inst) { aligned16(in, 0, 0b00_11_10_01, 15) },
	func(in *native.Inst) {
		aligned16(in, 4, native.IdentitySwizzle, 15)
		in.Src[0].Region = native.Scalar
	},
	func(in *native.Inst) { aligned16(in, 4, native.IdentitySwizzle, 15); toEnd(in, 0) },
	func(in *native.Inst) { aligned16(in, 4, native.IdentitySwizzle, 15); toEnd(in, -1) },
}

// three is the number in a type.
func three(ty native.Type) uint64 {
	switch ty {
	case native.F:
		return 0x40400000
	case native.HF:
		return 0x42004200
	case native.DF:
		return 0x4008000000000000
	case native.UW, native.W:
		return 0x00030003
	}
	return 3
}

// aligned16 is the form in groups of four channels.
func aligned16(in *native.Inst, v uint8, swizzle, enables uint8) {
	in.Align16 = true
	in.Dst.ChanEn = enables
	for i := range in.Op.Sources() {
		s := &in.Src[i]
		if s.Region = (native.Region{V: v, W: 4, H: 1}); s.Type.Size() == 8 && in.Op.Sources() < 3 {
			s.Region = native.Region{V: v / 2, W: 2, H: 1}
		}
		s.Swizzle = swizzle
	}
}

// byAddress makes an operand one of an address, at a few bytes from it.
func byAddress(o *native.Operand) {
	o.Indirect, o.AddrImm, o.Reg, o.Sub = true, 64, 0, 0
}

// toEnd moves source i, or the destination, so that what a form touches of it ends in the
// last register.
func toEnd(in *native.Inst, i int) {
	o := &in.Dst
	if i >= 0 {
		o = &in.Src[i]
	}
	if o.File != native.GRF {
		return
	}
	end := 0
	for _, x := range in.Touches(i) {
		end = max(end, x.At+x.Bytes)
	}
	o.Reg += int32(native.GRFs - (end+native.GRFBytes-1)/native.GRFBytes)
}
