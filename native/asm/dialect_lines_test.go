//go:build oracle

package asm_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/native"
)

// Parts of lines in the syntax of intel-gen4asm. Sub-registers are bytes.
var (
	gen4Types   = []string{"UD", "D", "UW", "W", "UB", "B", "F"}
	gen4Regions = []string{
		"g20<8,8,1>", "g20<0,1,0>", "g20<16,8,2>", "g20<4,4,1>", "g20.8<0,1,0>", "g20.4<2,2,1>", "g20<8,4,2>", "g20<32,8,4>", "g127<16,16,1>", "g20<1,1,0>",
		"g[a0.6, -16]<8,8,1>", "g[a0.0]<0,1,0>", "g[a0.2, 32]<1,0>", "g[a0, 16]<4,1>", "r20.16<8,8,1>", "g20",
	}
	gen4ARFs  = []string{"acc0<8,8,1>", "acc1<8,8,1>", "a0<0,1,0>", "a0.6<0,1,0>", "f0<0,1,0>", "f0.1<0,1,0>", "f1.1<0,1,0>", "sr0<0,1,0>", "cr0<0,1,0>", "cr0.1<0,1,0>", "n0<0,1,0>", "ip", "null", "null<8,8,1>"}
	gen4Dsts  = []string{"g10<1>", "g10<2>", "g10<4>", "g10.4<1>", "g10.16<2>", "g127<1>", "null<1>", "acc0<1>", "a0<1>", "a0.4<1>", "f0.1<1>", "cr0<1>", "sr0<1>", "g[a0]<1>", "g[a0.10, -32]<1>", "g[a0.2, 64]<2>", "g10"}
	gen4Imms  = []string{"1W", "-1W", "0x7UW", "5D", "-5D", "0xFFFFFFFFUD", "1.5F", "-0.25F", "2F", "0x76543210V", "0x30303030VF", "0", "12:ud", "7:uw", "0x10F"}
	gen4Preds = []string{"(f0)", "(f0.0)", "(-f0.1)", "(+f1.0)", "(f1.1.anyv)", "(f0.allv)", "(f0.any2h)", "(-f0.0.all2h)", "(f0.0.any4h)", "(f0.1.all4h)", "(f0.0.any8h)", "(f0.0.all8h)", "(f0.0.any16h)", "(f0.0.all16h)"}
	gen4Sizes = []string{"(1)", "(2)", "(4)", "(8)", "(16)", "(32)"}
	gen4Conds = []string{".z", ".e.f0.0", ".nz.f0.1", ".ne.f1.0", ".g.f1.1", ".ge.f0", ".l.f0.0", ".le.f0.0", ".o.f0.0", ".u.f0.0", ".sat", ".l.f0.0.sat"}
	gen4Opts  = []string{"{align1}", "{align1 sechalf}", "{align1, nomask}", "{align1 mask_disable}", "{align1 AccWrCtrl}", "{align1 switch}", "{align1 atomic}", "{align1 noddchk}", "{align1 NoDDClr NoDDChk}", "{align1 breakpoint}", "{align1 compr}", "{}", ""}
	gen4Swz   = []string{"", ".x", ".w", ".xyzw", ".wzyx", ".xyxy", ".zwzw", ".yyyy"}
	gen4Mask  = []string{"", ".x", ".y", ".xy", ".xyz", ".zw", ".xyzw", ".w"}
)

// gen4Matrix makes the lines: every op of Ivy Bridge × types × regions × options.
func gen4Matrix() []string {
	m := &matrix{t: native.IVB, seen: map[string]bool{}}
	for op := range native.NumOps {
		switch {
		case !m.t.HasOp(op):
		case op.IsMath():
			m.gen4Math()
		case op.IsALU() && op.Sources() == 3:
			m.gen4Ternary(op.String())
		case op.IsALU():
			m.gen4Basic(op.String(), op.Sources())
		case op.IsBranch():
			m.gen4Branch(op)
		case op.IsSend():
			m.gen4Send(op.String())
		}
	}
	m.add("nop;")
	m.add("wait n0;")
	m.gen4Named()
	m.gen4Numbers()
	return m.lines
}

// gen4List is n sources, the first and then the last of them changed.
func gen4List(n int, changed, plain string) []string {
	first := slices.Repeat([]string{plain}, n)
	last := slices.Clone(first)
	first[0], last[n-1] = changed, changed
	return []string{strings.Join(first, " "), strings.Join(last, " ")}
}

func (m *matrix) gen4Basic(op string, n int) {
	for _, ty := range gen4Types {
		for _, s := range append(slices.Clone(gen4Regions), gen4ARFs...) {
			for _, l := range gen4List(n, s+ty, "g30<8,8,1>"+ty) {
				m.add("%s (8) g10<1>%s %s {align1};", op, ty, l)
			}
		}
		for _, d := range gen4Dsts {
			m.add("%s (8) %s%s %s {align1};", op, d, ty, gen4List(n, "g30<8,8,1>"+ty, "g30<8,8,1>"+ty)[0])
		}
		for _, other := range gen4Types {
			m.add("%s (16) g10<2>%s %s {align1};", op, ty, gen4List(n, "-g20<8,8,1>:"+strings.ToLower(other), "(abs)g30<8,8,1>"+ty)[0])
		}
	}
	for _, i := range gen4Imms {
		m.add("%s (8) g10<1>D %s {align1};", op, gen4List(n, i, "g30<8,8,1>D")[1])
		m.add("%s (8) g10<2>W %s {align1};", op, gen4List(n, i, "g30<8,8,1>W")[1])
	}
	m.gen4Controls(op, gen4List(n, "g30<8,8,1>F", "g30<8,8,1>F")[0])
	for _, s := range gen4Swz {
		for _, d := range gen4Mask {
			m.add("%s (8) g10<1>%sF %s {align16};", op, d, gen4List(n, "g30<4,4,1>"+s+"F", "-g31<4,4,1>.xyzwF")[0])
		}
	}
}

// gen4Controls varies what stands beside the operands.
func (m *matrix) gen4Controls(op, srcs string) {
	for _, p := range gen4Preds {
		m.add("%s %s (8) g10<1>F %s {align1};", p, op, srcs)
	}
	for _, s := range gen4Sizes {
		m.add("%s %s g10<1>F %s {align1};", op, s, srcs)
	}
	for _, c := range gen4Conds {
		m.add("%s%s (8) g10<1>F %s {align1};", op, c, srcs)
	}
	for _, o := range gen4Opts {
		m.add("%s (8) g10<1>F %s %s;", op, srcs, o)
	}
}

func (m *matrix) gen4Ternary(op string) {
	for _, ty := range gen4Types {
		for _, s := range gen4Swz {
			for _, d := range gen4Mask {
				m.add("%s (8) g10<1>%s%s g20<4,4,1>%s%s g30<4,4,1>%s g40<4,4,1>%s%s {align16};", op, d, ty, s, ty, ty, s, ty)
			}
		}
		m.add("%s (8) g10<1>%s -g20<4,4,1>%s (abs)g30<4,4,1>%s -(abs)g40<4,4,1>%s {align16};", op, ty, ty, ty, ty)
		m.add("%s (8) g10<1>%s g20.4<0,1,0>%s g30<4,4,1>%s g40<0,1,0>%s {align16};", op, ty, ty, ty, ty)
		m.add("%s (8) g10<1>%s g20.16<4,4,1>%s g30<4,4,1>%s g40<4,4,1>%s {align16 sechalf};", op, ty, ty, ty, ty)
	}
	for _, p := range gen4Preds {
		m.add("%s %s (8) g10<1>F g20<4,4,1>F g30<4,4,1>F g40<4,4,1>F {align16};", p, op)
	}
	for _, c := range gen4Conds {
		m.add("%s%s (16) g10<1>F g20<4,4,1>F g30<4,4,1>F g40<4,4,1>F {align16 nomask noddchk};", op, c)
	}
}

func (m *matrix) gen4Math() {
	for _, f := range []string{"inv", "log", "exp", "sqrt", "rsq", "sin", "cos", "pow", "fdiv", "intdiv", "intmod", "intdivmod"} {
		for _, ty := range []string{"F", "D", "UD"} {
			for _, s := range []string{"null", "null<8,8,1>" + ty, "g30<8,8,1>" + ty, "-g30<0,1,0>" + ty, "2.0F", "3D"} {
				m.add("math (8) g10<1>%s g20<8,8,1>%s %s %s {align1};", ty, ty, s, f)
				m.add("(-f0.1) math (16) g10<1>%s (abs)g20.4<0,1,0>%s %s %s {align1 nomask};", ty, ty, s, f)
			}
		}
		for _, o := range gen4Opts {
			m.add("math (8) g10<1>F g20<8,8,1>F g30<8,8,1>F %s %s;", f, o)
		}
		for _, s := range gen4Swz {
			m.add("math (8) g10<1>.xyF g20<4,4,1>%sF g30<4,4,1>.xyzwF %s {align16};", s, f)
		}
	}
}

func (m *matrix) gen4Branch(op native.Op) {
	n := m.t.Offsets(op)
	for _, p := range append([]string{""}, gen4Preds...) {
		for _, size := range append([]string{"(8)"}, gen4Sizes...) {
			for _, d := range []string{"4", "-4", "0", "100"} {
				targets := strings.TrimSpace(strings.Repeat(d+" ", n))
				switch {
				case op.Links():
					targets = "g5<1>D " + targets
				case op.Targets() == 0:
					targets = "null<1>D g5<0,1,0>D"
				}
				m.add("%s %v %s %s;", p, op, size, targets)
			}
		}
	}
	if n == 1 && !op.Links() {
		m.add("%v (8) 4 {align1 switch};", op)
	}
	if n == 2 {
		m.add("%v (8) 4 8 {align1 switch};", op)
	}
}

func (m *matrix) gen4Send(op string) {
	for sfid := range 14 {
		for _, eot := range []int{0, 0x20} {
			for _, d := range []string{"0x02106E01UD", "12345D", "0x0", "a0<0,1,0>UD", "12UD"} {
				for _, dst := range []string{"null<1>UD", "g40<1>UW", "g40<1>F", "null", "acc0<1>UW"} {
					m.add("%s (8) %s g112 %d %s {align1};", op, dst, sfid|eot, d)
				}
				m.add("(f0.1) %s (16) g40<1>UD g3 %#x %s {align1};", op, sfid|eot, d)
			}
		}
	}
	for _, o := range gen4Opts {
		m.add("%s (8) g40<1>UD g112 10 0x02106E01UD %s;", op, o)
	}
}

// gen4Named makes messages by name.
func (m *matrix) gen4Named() {
	messages := []string{
		"null", "gateway", "sampler (1, 0, F)", "sampler (255, 15, UD)", "read(0, 0, 10, 12)", "read(254, 5, 63, 15)", "write(0, 0, 10, 12)", "write(3, 63, 15, 0, 0)",
		"write(3, 16, 4, 0, 1)", "urb 0", "urb 63 transpose", "urb 2 interleave allocate used complete", "urb 1 used complete", "thread_spawner (0, 0, 1)", "thread_spawner(1, 1, 0)",
		"vme (0, 0, 0, 2)", "vme(255, 7, 3, 3)", "data_port(4, 0, 2, 5, 0, 1)", "data_port(10, 13, 63, 255, 1, 0)", "data_port(5, 4, 0x10, 1, 0, 1)", "data_port(9, 1, 1, 1, 1, 1)",
	}
	for _, op := range []string{"send", "sendc"} {
		for _, msg := range messages {
			for _, dst := range []string{"acc0<1>UW", "null<1>UD", "null", "g12<1>F", "g12.4<2>UW", "g[a0.4, 32]<1>UD"} {
				for _, tail := range []string{"mlen 1 rlen 0 {align1};", "mlen 15 rlen 31 {align1 EOT};", "mlen 2*2 rlen 3+1;"} {
					m.add("%s (16) 4 %s null %s %s", op, dst, msg, tail)
				}
			}
			m.add("(-f0.1.any4h) %s (8) 120 g12<1>UD g1<8,8,1>UD %s mlen 4 rlen 1 {align1};", op, msg)
		}
	}
}

// gen4Numbers makes expressions, declared names, regions of one number, and capitals.
func (m *matrix) gen4Numbers() {
	for _, e := range []string{"4+4", "2*3+1", "1+2*3", "(1+2)*3", "-4+8", "-(4-8)", "17/4", "-17/4", "0x10/2-1", "((5))", "3-2-1"} {
		for _, t := range []string{"", "UD", ":d", "UW", ":w", "F", "V", "VF"} {
			m.add("mov (8) g10<1>UD %s%s {align1};", e, t)
		}
		m.add("mov (8) g10<1>UD g[a0.2, %s]<8,8,1>UD {align1};", e)
		m.add("add (8) g10<1>F g20.%s<0,1,0>F g30<8,8,1>F {align1};", e)
		m.add("jmpi %s;", e)
	}
	for _, sizes := range []string{"(4+4)", "(2*8)", "( 8 )"} {
		m.add("MOV %s G10<1+1>:w R20<4*4,8,2>:W {ALIGN1 NoMask};", sizes)
	}
	for _, src := range []string{"", " SrcRegion=<8,8,1>", " SrcRegion=<16;8,2>", " SrcRegion=<4>"} {
		for _, dst := range []string{"", " DstRegion=<1>", " DstRegion=<2>"} {
			for _, t := range []string{"UD", "F", ":uw", "B"} {
				d := fmt.Sprintf(".declare n%d Base=g20.8 ElementSize=4%s%s Type=%s ", len(m.lines), src, dst, t)
				n := fmt.Sprintf("n%d", len(m.lines))
				for _, s := range []string{n, n + "(2)", n + "(1, 4)", n + "(0, 30)", "-" + n + "(1+1)<0,1,0>", "(abs)" + n + "(1)<4,4,1>:w", n + "<0,1,0>UD"} {
					m.add("%smov (8) g10<1>D %s {align1};", d, s)
				}
				for _, s := range []string{n, n + "<1>", n + "(3)<4>", n + "(3,12)"} {
					m.add("%sadd (8) %s g10<8,8,1>F g11<8,8,1>F {align1};", d, s)
				}
				m.add("%ssend (8) g40<1>UD %s(1) 10 0x02106E01UD {align1};", d, n)
				m.add("%sjmpi %s(1);", d, n)
			}
		}
	}
	for _, r := range []string{"<0>", "<1>", "<8>", "<16>"} {
		m.add("mov (8) g10<1>F g20%sF {align1};", r)
	}
}
