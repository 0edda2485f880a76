//go:build oracle

package asm_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/native"
)

// matrix is lines of text for a target: every op × types × regions × options, from
// native's tables. Many are legal to no assembler; what counts is that two agree.
type matrix struct {
	t     native.Target
	lines []string
	seen  map[string]bool
}

func (m *matrix) add(format string, args ...any) {
	line := strings.TrimRight(fmt.Sprintf(format, args...), " ")
	if !m.seen[line] {
		m.seen[line] = true
		m.lines = append(m.lines, line)
	}
}

// matrixOf makes the lines of a target.
func matrixOf(t native.Target) []string {
	m := &matrix{t: t, seen: map[string]bool{}}
	for op := range native.NumOps {
		switch {
		case !t.HasOp(op) || op == native.OpIllegal || op == native.OpSync || op == native.OpWait || op == native.OpMadm:
		case op == native.OpBfn:
			m.bfn()
		case op.IsSystolic():
			m.systolic(op)
		case op.IsMath():
			m.math()
		case op.IsALU() && op.Sources() == 3:
			m.ternary(op)
		case op.IsALU():
			m.basic(op)
		case op.IsBranch():
			m.branch(op)
		case op.IsSend():
			m.send(op)
		}
	}
	m.others()
	return m.lines
}

var (
	matrixTypes   = []string{"ub", "b", "uw", "w", "ud", "d", "uq", "q", "hf", "f", "df"}
	matrixRegions = []string{
		"r20.0<8;8,1>", "r20.0<0;1,0>", "r20.0<16;8,2>", "r20.0<4;4,1>", "r20.0<1;1,0>", "r20.1<0;1,0>", "r20.0<2;2,1>", "r20.0<8;4,2>", "r20.0<32;8,4>", "r127.0<16;16,1>",
		"r[a0.3,-16]<8;8,1>", "r[a0.0]<0;1,0>", "r[a0.0,32]<1,0>", "r[a0.0,16]<4,1>",
	}
	matrixARFs = []string{
		"acc0.0<8;8,1>", "acc1.0<8;8,1>", "a0.0<0;1,0>", "a0.3<0;1,0>", "f0.0<0;1,0>", "f1.1<0;1,0>", "sr0.0<0;1,0>", "sr0.1<0;1,0>", "cr0.0<0;1,0>", "cr0.2<0;1,0>",
		"n0.0<0;1,0>", "ip<0;1,0>", "tm0.0<0;1,0>", "tdr0.0<0;1,0>", "dbg0.0<0;1,0>", "sp.0<0;1,0>", "ce<0;1,0>", "null<0;1,0>", "msg0.0<0;1,0>",
	}
	matrixDsts = []string{
		"r10.0<1>", "r10.0<2>", "r10.0<4>", "r10.1<1>", "r127.0<1>", "null<1>", "acc0.0<1>", "a0.0<1>", "a0.2<1>", "f0.1<1>", "cr0.0<1>", "sr0.0<1>", "ip<1>", "tdr0.0<1>",
		"r[a0.0]<1>", "r[a0.5,-32]<1>", "r[a0.1,64]<2>",
	}
	matrixImms    = []string{"1:w", "-1:w", "0x7:uw", "5:d", "-5:d", "0xFFFFFFFF:ud", "0x3F800000:f", "1.5:f", "-0.25:f", "0x3C00:hf", "1.5:hf", "0x76543210:v", "0x76543210:uv", "0x30303030:vf", "0x123456789:uq", "-9:q", "0.1:df", "0:d", "0x0:f"}
	matrixPreds   = []string{"(W)", "(f0.0)", "(~f0.1)", "(f1.0)", "(f1.1.anyv)", "(f0.0.allv)", "(f0.0.any2h)", "(f0.0.all2h)", "(f0.0.any4h)", "(f0.0.all4h)", "(f0.0.any8h)", "(f0.0.all8h)", "(f0.0.any16h)", "(f0.0.all16h)", "(f0.0.any32h)", "(f0.0.all32h)", "(W&~f1.0)", "(W&f0.1.any8h)"}
	matrixSizes   = []string{"(1|M0)", "(2|M0)", "(4|M0)", "(8|M0)", "(16|M0)", "(32|M0)", "(4|M4)", "(8|M8)", "(8|M24)", "(16|M16)", "(4|M28)", "(1|M12)", "(8)"}
	matrixConds   = []string{"(eq)f0.0", "(ne)f0.1", "(gt)f1.0", "(ge)f1.1", "(lt)f0.0", "(le)f0.0", "(ov)f0.0", "(un)f0.0"}
	matrixOptions = []string{"{AccWrEn}", "{Atomic}", "{Breakpoint}", "{Compacted}", "{NoDDChk}", "{NoDDClr}", "{NoDDChk,NoDDClr}", "{Switch}", "{@1}", "{@7}", "{$0}", "{$3.dst}", "{$15.src}", "{@2,$5.dst}", "{@2,$5}", "{AccWrEn,Breakpoint}", "{NoPreempt}", "{A@1}", "{F@7}", "{I@2}", "{L@3}", "{A@3,$2}", "{F@1,$0}", "{I@1,$3.dst}", "{@1,$4}"}
	matrixMods    = []string{"-", "(abs)", "-(abs)", "~"}
)

// sources are all sources of a line: one changed, the rest plain.
func sources(n int, changed string, plain string) string {
	list := slices.Repeat([]string{plain}, n)
	if n > 0 {
		list[0] = changed
	}
	return strings.Join(list, " ")
}

// condition is what an op needs before its destination.
func condition(op native.Op) string {
	if op.Compares() || op == native.OpCsel {
		return "(eq)f0.0 "
	}
	return ""
}

// natural is a type that an op has.
func natural(op native.Op) string {
	switch {
	case op == native.OpFrc || op == native.OpRndd || op == native.OpLine || op == native.OpPln, strings.HasPrefix(op.String(), "rnd"), strings.HasPrefix(op.String(), "dp") && op != native.OpDp4a, op == native.OpLrp:
		return "f"
	case strings.HasPrefix(op.String(), "sad"):
		return "w"
	case op == native.OpMovi:
		return "ub"
	}
	return "d"
}

// basic are the lines of an op of one or two sources.
func (m *matrix) basic(op native.Op) {
	form := native.FormOf(m.t, op)
	n, other := form.Sources(), "r30.0"
	if n > max(op.Sources(), op.MaskSource()+1) {
		other = "null" // or an immediate
	}
	t, c := natural(op), condition(op)
	plain := other + "<8;8,1>:"
	for _, dt := range matrixTypes {
		for _, st := range matrixTypes {
			m.add("%v (8|M0) %sr10.0<1>:%s %s", op, c, dt, sources(n, "r20.0<8;8,1>:"+st, plain+st))
		}
	}
	for _, r := range slices.Concat(matrixRegions, matrixARFs) {
		for _, ty := range []string{t, "ud", "uw"} {
			m.add("%v (8|M0) %sr10.0<1>:%s %s", op, c, ty, sources(n, r+":"+ty, plain+ty))
			m.add("%v (1|M0) %sr10.0<1>:%s %s", op, c, ty, sources(n, r+":"+ty, other+"<0;1,0>:"+ty))
			if n > 1 {
				m.add("%v (8|M0) %sr10.0<1>:%s r20.0<8;8,1>:%s %s:%s", op, c, ty, ty, r, ty)
			}
		}
	}
	for _, d := range matrixDsts {
		for _, ty := range []string{t, "ud", "uw"} {
			m.add("%v (4|M0) %s%s:%s %s", op, c, d, ty, sources(n, "r20.0<4;4,1>:"+ty, other+"<4;4,1>:"+ty))
		}
	}
	for _, i := range matrixImms {
		ty := i[strings.IndexByte(i, ':')+1:]
		if len(ty) == 1 && ty == "v" || ty == "uv" {
			ty = "w"
		} else if ty == "vf" {
			ty = "f"
		}
		list := slices.Repeat([]string{"r20.0<8;8,1>:" + ty}, n)
		list[n-1] = i
		m.add("%v (8|M0) %sr10.0<1>:%s %s", op, c, ty, strings.Join(list, " "))
	}
	for _, mod := range matrixMods {
		m.add("%v (8|M0) %sr10.0<1>:%s %s", op, c, t, sources(n, mod+"r20.0<8;8,1>:"+t, plain+t))
		m.add("%v (8|M0) %sr10.0<1>:f %s", op, c, sources(n, mod+"r20.0<8;8,1>:f", mod+plain+"f"))
	}
	m.controls(op, c, "r10.0<1>:"+t, sources(n, "r20.0<1;1,0>:"+t, other+"<1;1,0>:"+t))
}

// controls are the lines of an instruction with every control around it.
func (m *matrix) controls(op fmt.Stringer, c, dst, srcs string) {
	for _, p := range matrixPreds {
		m.add("%s %v (8|M0) %s%s %s", p, op, c, dst, srcs)
	}
	for _, s := range matrixSizes {
		m.add("%v %s %s%s %s", op, s, c, dst, srcs)
	}
	for _, cond := range matrixConds {
		m.add("%v (8|M0) %s %s %s", op, cond, dst, srcs)
	}
	m.add("%v (8|M0) %s(sat)%s %s", op, c, dst, srcs)
	for _, o := range matrixOptions {
		m.add("%v (8|M0) %s%s %s %s", op, c, dst, srcs, o)
		m.add("(W&f0.1) %v (1|M0) %s%s %s %s", op, strings.Replace(c, "f0.0", "f0.1", 1), dst, srcs, o)
	}
}

type text string

func (t text) String() string { return string(t) }

func (m *matrix) math() {
	for fc := range uint8(16) {
		op := text("math." + native.MathName(fc))
		for _, ty := range []string{"f", "hf", "d", "ud", "w", "df"} {
			for _, r := range matrixRegions {
				m.add("%v (8|M0) r10.0<1>:%s %s:%s", op, ty, r, ty)
				m.add("%v (8|M0) r10.0<1>:%s %s:%s r30.0<8;8,1>:%s", op, ty, r, ty, ty)
			}
			m.add("%v (8|M0) r10.0<1>:%s r20.0<8;8,1>:%s 0x3:%s", op, ty, ty, ty)
			m.add("%v (8|M0) r10.0<1>:%s 0x3:%s", op, ty, ty)
			m.controls(op, "", "r10.0<1>:"+ty, "r20.0<1;1,0>:"+ty)
			m.controls(op, "", "r10.0<1>:"+ty, "r20.0<1;1,0>:"+ty+" r30.0<1;1,0>:"+ty)
		}
		for k := range 8 {
			m.add("%v (8|M0) (eo)f0.%d r10.mme%d:f r20.mme%d:f r30.nomme:f", op, k%2, k, 7-k)
			m.add("%v (8|M0) (eo)f1.0 r10.mme%d:f r20.mme%d:f", op, k, 7-k)
		}
	}
}

func (m *matrix) ternary(op native.Op) {
	c := condition(op)
	rows := []string{"<2;1>", "<0;0>", "<8;1>", "<4;1>", "<1;0>"}
	last := []string{"<1>", "<0>", "<2>"}
	for _, ty := range []string{"f", "hf", "df", "d", "ud", "w", "uw", "b", "q"} {
		for _, a := range rows {
			for _, l := range last {
				m.add("%v (8|M0) %sr10.0<1>:%s r20.0%s:%s r30.0<0;0>:%s r40.0%s:%s", op, c, ty, a, ty, ty, l, ty)
				m.add("%v (16|M16) %sr10.0<1>:%s r20.0%s:%s -r30.0%s:%s r40.0%s:%s", op, c, ty, a, ty, a, ty, l, ty)
			}
		}
		for sub := range 8 {
			m.add("%v (1|M0) %sr10.%d<1>:%s r20.%d<0;0>:%s r30.%d<0;0>:%s r40.%d<0>:%s", op, c, sub, ty, sub, ty, 7-sub, ty, 2, ty)
		}
		for _, mod := range matrixMods {
			m.add("%v (8|M0) %sr10.0<1>:%s %sr20.0<0;0>:%s r30.0<0;0>:%s %sr40.0<0>:%s", op, c, ty, mod, ty, ty, mod, ty)
		}
		m.add("%v (8|M0) %sr10.0<1>:%s 0x12:w r30.0<0;0>:%s r40.0<0>:%s", op, c, ty, ty, ty)
		m.add("%v (8|M0) %sr10.0<1>:%s r20.0<0;0>:%s r30.0<0;0>:%s 0x12:w", op, c, ty, ty, ty)
		m.add("%v (8|M0) %sacc0.0<1>:%s r20.0<0;0>:%s r30.0<0;0>:%s r40.0<0>:%s", op, c, ty, ty, ty, ty)
		m.add("%v (8|M0) %sr10.0<2>:%s acc0.0<0;0>:%s r30.0<0;0>:%s null<0>:%s", op, c, ty, ty, ty, ty)
	}
	m.add("%v (8|M0) %sr10.0<1>:f r20.0<0;0>:f r30.0<0;0>:hf r40.0<0>:hf", op, c)
	m.add("%v (8|M0) %sr10.0<1>:hf r20.0<0;0>:f r30.0<0;0>:hf r40.0<0>:f", op, c)
	m.controls(op, c, "r10.0<1>:"+map[bool]string{true: "d", false: "f"}[op == native.OpBfe || op == native.OpBfi2 || op == native.OpDp4a || op == native.OpAdd3],
		strings.ReplaceAll("r20.0<0;0>:T r30.0<0;0>:T r40.0<0>:T", "T", map[bool]string{true: "d", false: "f"}[op == native.OpBfe || op == native.OpBfi2 || op == native.OpDp4a || op == native.OpAdd3]))
}

func (m *matrix) branch(op native.Op) {
	targets := strings.TrimSuffix(strings.Repeat("64 ", op.Targets()), " ")
	dst := ""
	if op.Links() {
		dst = "r5.0 "
	}
	size := "(8|M0)"
	if op == native.OpJmpi {
		size = ""
	}
	names := []string{op.String()}
	if op == native.OpIf || op == native.OpElse || op == native.OpGoto {
		names = append(names, op.String()+".b")
	}
	for _, name := range names {
		for _, p := range append(matrixPreds, "") {
			m.add("%s %s %s %s%s", p, name, size, dst, targets)
		}
		if size != "" {
			for _, s := range matrixSizes {
				m.add("%s %s %s%s", name, s, dst, targets)
			}
		}
		for _, o := range matrixOptions {
			m.add("%s %s %s%s %s", name, size, dst, targets, o)
		}
		for _, r := range []string{"r3.0", "r3.1:ud", "r6.2:d", "r[a0.0]", "a0.0", "r127.7"} {
			m.add("%s %s %s%s", name, size, dst, r)
			m.add("(W) %s %s %s%s", name, size, dst, r)
		}
	}
}

func (m *matrix) send(op native.Op) {
	name := text(op.String())
	payload, ex := "r11", []string{"0xC", "0xA", "0x27", "0x3", "0x2", "a0.0", "a0.2"}
	if op.IsSplit() || native.FormOf(m.t, op).Operands[2] {
		payload, ex = "r11 r15", []string{"0x8C", "0xC", "0x10C", "0x1A7", "0x1234008C", "a0.0", "a0.2", "0x40", "0x0"}
	}
	if native.FormOf(m.t, op).Lengths { // iga64 drops bits 5:0, which no other target lets it take
		ex = []string{"0x80", "0x0", "0x100", "0x40", "0x12340080", "a0.0", "a0.2"}
	}
	names := []text{name}
	if native.FormOf(m.t, op).Operands[2] && !op.IsSplit() {
		names = nil
		for sfid := range uint8(14) {
			names = append(names, name+"."+text(m.t.SFIDName(sfid)))
		}
	}
	for _, name := range names {
		for _, e := range ex {
			for _, d := range []string{"0x02106E00", "0x04025EFE", "a0.0", "a0.2", "0x0"} {
				for _, dst := range []string{"r13", "r13:w", "r13:f", "null", "null:w", "r[a0.0]", "r[a0.1,32]:ud"} {
					m.add("%s (8|M0) %s %s %s %s", name, dst, payload, e, d)
				}
				m.add("%s (16|M16) r13:w %s %s %s {EOT}", name, payload, e, d)
				m.add("%s (16|M16) r13:w %s %s %s {NoSrcDepSet}", name, payload, e, d)
			}
		}
		m.controls(name, "", "r13:w", payload+" "+ex[0]+" 0x02106E00")
		m.add("%s (8|M0) r13 %s %s 0x02106E00 {Serialize}", name, payload, ex[0])
	}
}

// bfn are the lines of all functions, and of some with all that may stand around them.
func (m *matrix) bfn() {
	for fc := range 256 {
		m.add("bfn.%s (8|M0) r10.0<1>:ud r20.0<1;0>:ud r30.0<0;0>:ud r40.0<1>:ud", native.BooleanText(uint8(fc)))
		m.add("bfn.%#02x (16|M16) r10.0<2>:d r20.0<4;1>:d r30.0<8;1>:d r40.0<0>:d", fc)
	}
	for _, ty := range []string{"uw", "w", "ud", "d"} { // iga64 takes all others, too
		for _, imms := range []string{"r20.0<1;0>:T r30.0<0;0>:T r40.0<1>:T", "0x12:w r30.0<1;0>:T r40.0<0>:T", "r20.0<8;1>:T r30.0<0;0>:T 0x7:uw", "0x12:T r30.0<1;0>:T 0x7:T", "-r20.0<1;0>:T r30.0<0;0>:T r40.0<1>:T"} {
			m.add("bfn.(s0&s1|s2) (8|M8) r10.0<1>:%s %s", ty, strings.ReplaceAll(imms, "T", ty))
		}
		for sub := range 8 {
			m.add("(W) bfn.(s0^s1) (1|M0) r10.%d<1>:%s r20.%d<0;0>:%s r30.%d<0;0>:%s r40.2<0>:%s", sub, ty, sub, ty, 7-sub, ty, ty)
		}
	}
	m.controls(text("bfn.(s0&s1|~s2)"), "", "r10.0<1>:d", "r20.0<1;0>:d r30.0<0;0>:d r40.0<0>:d")
}

func (m *matrix) systolic(op native.Op) {
	const most = 8
	for _, depth := range []int{1, 2, 3, 4, most} {
		for repeat := range most + 2 {
			m.add("%v.%dx%d (8|M0) r20:d r30:d r40:b r50.0:b {$1}", op, depth, repeat)
		}
	}
	types := []string{"ub", "b", "u4", "s4", "u2", "s2", "hf", "bf", "w", "f", "tf32"}
	for _, a := range types {
		for _, b := range types {
			for _, acc := range []string{"d", "ud", "f", "hf", "bf"} {
				m.add("%v.8x4 (8|M0) r20:%s r30:%s r40:%s r50.0:%s", op, acc, acc, a, b)
				m.add("(W) %v.8x1 (8|M0) r20:%s null:%s r40:%s r50.0:%s {Atomic,$3}", op, acc, acc, a, b)
			}
		}
	}
	for _, o := range slices.Concat(matrixOptions, []string{"{A@1}", "{F@2}", "{I@3,$4}", "{@4,$3}", "{$2.src}"}) {
		m.add("%v.8x8 (8|M0) r20:f r30:f r40:hf r50.8:hf %s", op, o)
		m.add("%v.8x8 (8|M8) (sat)r20:d r30:d r40:b r50.4:b %s", op, o)
	}
	for _, s := range matrixSizes {
		m.add("%v.8x8 %s r20:f r30:f r40:hf r50.0:hf", op, s)
	}
}

// lsc are messages to the load and store cache, of each length of a second payload, and with surfaces in a0.
func (m *matrix) lsc() {
	for _, sfid := range []string{"ugm", "slm", "tgm", "dc0", "dc1", "smpl", "gtwy", "rta", "btd", "rc"} {
		for _, n := range []int{0, 1, 2, 8, 31} {
			m.add("send.%s (16|M0) r13 r11 r15:%d 0x0 0x04280500", sfid, n)
			m.add("send.%s (16|M16) r13 r11 r15:%d a0.0 0x04280500 {ExBSO}", sfid, n)
			m.add("send.%s (8|M0) null r11 r15:%d a0.2 a0.0 {ExBSO,$3}", sfid, n)
			m.add("sendc.%s (8|M8) r13 r11 null:%d 0x5000000 0x64280500 {A@1,$2}", sfid, n)
		}
		m.add("send.%s (1|M0) null r127 null:0 0x0 0x02000010 {EOT,A@1}", sfid)
	}
}

func (m *matrix) others() {
	if native.FormOf(m.t, native.OpSend).Lengths {
		m.lsc()
	}
	m.add("nop")
	m.add("nop {Breakpoint}")
	m.add("wait n0.0<0;1,0>:ud")
	m.add("wait n1.0<0;1,0>:ud")
	m.add("wait n0.1<0;1,0>:ud {Breakpoint}")
	for fc := range uint8(16) {
		for _, o := range append(matrixOptions, "") {
			m.add("sync.%s null %s", native.SyncName(fc), o)
			m.add("(W) sync.%s 0x1234:ud %s", native.SyncName(fc), o)
		}
	}
	for k := range 9 {
		mme := fmt.Sprintf("mme%d", k)
		if k == 8 {
			mme = "nomme"
		}
		m.add("madm (8|M0) r10.%s:f r20.mme1:f r30.%s:f r40.mme3:f", mme, mme)
		m.add("madm (4|M0) r10.mme2:df -r20.%s:df r30.mme5:df r40.%s:df {AccWrEn}", mme, mme)
	}
}
