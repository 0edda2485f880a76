package run

import "strings"

// oddHead declares what the odd kernels use.
const oddHead = `.version 4.1
.kernel "odd"
.decl X v_type=G type=ud num_elts=16 align=hword
.decl Q v_type=G type=uq num_elts=16 align=hword
.decl F v_type=G type=f num_elts=16 align=hword
.decl Y v_type=G type=ub num_elts=32 align=hword alias=<X, 32>
.decl A0 v_type=A num_elts=8
.decl P1 v_type=P num_elts=16
.decl P2 v_type=P num_elts=4
.decl T6 v_type=T num_elts=1
.decl S0 v_type=S num_elts=1
.input X offset=32 size=64
.input T6 offset=96 size=4
.kernel_attr SimdSize=16
`

// oddBodies are kernels that parse and make little sense; several once crashed
// the compiler.
var oddBodies = []string{
	"",
	"ret (M1, 1)",
	"ret (M1, 1)\nbarrier",
	"(P1) ret (M1, 16)\nadd (M1, 16) X(0,0)<1> X(0,0)<1;1,0> 0x1:ud",
	".decl H v_type=G type=hf num_elts=16 align=hword\nmad (M1, 16) H(0,0)<1> F(0,0)<1;1,0> F(0,0)<1;1,0> F(0,0)<1;1,0>\nret (M1, 1)",
	".decl H v_type=G type=hf num_elts=16 align=hword\nmad (M1, 16) F(0,0)<1> F(0,0)<1;1,0> H(0,0)<1;1,0> F(0,0)<1;1,0>\nret (M1, 1)",
	".decl BIG v_type=G type=ud num_elts=40000\nmov (M1, 16) BIG(0,0)<1> 0x1:ud\nret (M1, 1)",
	"oword_ld_unaligned (8) T6 0x0:ud X.7\nret (M1, 1)",
	"movs (M1_NM, 1) T6(0) 0x0:ud\noword_ld_unaligned (8) T6 0x0:ud X.7\nret (M1, 1)",
	"movs (M1_NM, 1) T6(0) 0x0:ud\nscatter4_scaled.R (M1, 16) T6 0x0:ud X.0 %null.0\nret (M1, 1)",
	"movs (M1_NM, 1) T6(0) 0x0:ud\ngather4_scaled.R (M1, 16) T6 0x0:ud %null.0 X.0\nret (M1, 1)",
	"add (M1, 16) X(0,0)<1> X(0,0)<1;1,0> 0x1:ud",
	"L1:\ngoto (M1, 16) L1\nret (M1, 1)",
	"jmp (M1, 1) L1\nL1:",
	"(P2) mov (M1, 16) X(0,0)<1> 0x1:ud\nret (M1, 1)",
	"mov (M8, 16) X(0,0)<1> 0x1:ud\nret (M1, 1)",
	"mov (M1, 32) X(255,255)<32> X(200,200)<32;1,32>\nret (M1, 1)",
	"mov (M1, 16) %null(0,0)<1> %null(0,0)<1;1,0>\nret (M1, 1)",
	"mov (M1, 1) %cr0(0,0)<1> X(0,0)<0;1,0>\nret (M1, 1)",
	"mov (M1, 16) X(0,0)<1> r[A0(7),511]<1,0>:ud\nret (M1, 1)",
	"addr_add (M1_NM, 8) A0(0)<8> &X 0xffff:uw\nmov (M1, 8) r[A0(0),-512]<1>:ud r[A0(0),511]<1,0>:ud\nret (M1, 1)",
	"gather4_scaled.R (M1, 16) T6 0x0:ud X.4096 F.65535\nret (M1, 1)",
	"scatter4_scaled.R (M1, 16) %slm 0x0:ud X.0 %null.0\nret (M1, 1)",
	"oword_ld (16) %scratch 0xffffffff:ud X.0\nret (M1, 1)",
	"svm_gather.4.1 (M1, 16) Q.0 X.0\nret (M1, 1)",
	"barrier\nbarrier\nret (M1, 1)",
	"cmp.lt (M1, 16) P1 X(0,0)<1;1,0> 0x3:ud\n(P1) goto (M1, 16) L1\nbarrier\nL1:\nret (M1, 1)",
	".function \"f_1\"\nf_1:\nret (M1, 1)",
	"movs (M1_NM, 1) T6(0) X(0,0)<0;1,0>\nret (M1, 1)",
	"movs (M1_NM, 1) S0(0) X(0,0)<0;1,0>\nmovs (M1_NM, 1) X(0,0)<1> S0(0)\nret (M1, 1)",
}

func oddKernels() (out [][]byte) {
	for _, b := range oddBodies {
		out = append(out, []byte(oddHead+b+"\n"))
	}
	out = append(out, []byte(strings.ReplaceAll(oddHead, ".kernel_attr SimdSize=16\n", "")+"ret (M1, 1)\n"))
	var chain strings.Builder // aliases of aliases
	chain.WriteString(oddHead + ".decl C0 v_type=G type=ud num_elts=65535 alias=<Y, 65535>\n")
	for i := range 40 {
		n := string(rune('a' + i%26))
		chain.WriteString(".decl C" + n + strings.Repeat("x", i/26+1) + " v_type=G type=uq num_elts=65535\n")
	}
	return append(out, []byte(chain.String()+"ret (M1, 1)\n"))
}
