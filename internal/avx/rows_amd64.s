#include "textflag.h"

// Macros: the operands of two-source and of compare rows, and the ends of their loops.

#define ARGS2 \
	MOVQ d+0(FP), DI; \
	MOVQ a+8(FP), SI; \
	MOVQ b+16(FP), DX; \
	MOVQ n+24(FP), CX

#define NEXT2 \
	ADDQ $32, SI; \
	ADDQ $32, DX; \
	ADDQ $32, DI; \
	SUBQ $8, CX; \
	JNZ  loop; \
	VZEROUPPER; \
	RET

#define NEXT1 \
	ADDQ $32, SI; \
	ADDQ $32, DI; \
	SUBQ $8, CX; \
	JNZ  loop; \
	VZEROUPPER; \
	RET

#define CANON \
	VPCMPEQD Y14, Y14, Y14; \
	VPSLLD $23, Y14, Y14; \
	VPSRLD $1, Y14, Y14

#define FIX \
	VCMPPS $3, Y0, Y0, Y1; \
	VBLENDVPS Y1, Y14, Y0, Y0

#define ARGSC \
	MOVQ a+0(FP), SI; \
	MOVQ b+8(FP), DX; \
	MOVQ n+16(FP), CX; \
	XORL R9, R9; \
	XORL BX, BX

#define NEXTC \
	VMOVMSKPS Y0, AX; \
	XCHGQ CX, BX; \
	SHLL CX, AX; \
	XCHGQ CX, BX; \
	ORL  AX, R9; \
	ADDQ $8, BX; \
	ADDQ $32, SI; \
	ADDQ $32, DX; \
	CMPQ BX, CX; \
	JLT  loop; \
	VZEROUPPER; \
	MOVL R9, ret+24(FP); \
	RET

// Rows of eight lanes in AVX2. Each does n lanes, a multiple of 8. Results are those
// of the Go loops bit for bit: a NaN is replaced by the canonical one.

DATA laneBits<>+0(SB)/4, $1
DATA laneBits<>+4(SB)/4, $2
DATA laneBits<>+8(SB)/4, $4
DATA laneBits<>+12(SB)/4, $8
DATA laneBits<>+16(SB)/4, $16
DATA laneBits<>+20(SB)/4, $32
DATA laneBits<>+24(SB)/4, $64
DATA laneBits<>+28(SB)/4, $128
GLOBL laneBits<>(SB), RODATA|NOPTR, $32

// func Add(d, a, b *[32]uint32, n int)
TEXT ·Add(SB), NOSPLIT, $0-32
	ARGS2
loop:
	VMOVDQU (SI), Y0
	VPADDD (DX), Y0, Y0
	VMOVDQU Y0, (DI)
	NEXT2

// func Mul(d, a, b *[32]uint32, n int)
TEXT ·Mul(SB), NOSPLIT, $0-32
	ARGS2
loop:
	VMOVDQU (SI), Y0
	VPMULLD (DX), Y0, Y0
	VMOVDQU Y0, (DI)
	NEXT2

// func And(d, a, b *[32]uint32, n int)
TEXT ·And(SB), NOSPLIT, $0-32
	ARGS2
loop:
	VMOVDQU (SI), Y0
	VPAND (DX), Y0, Y0
	VMOVDQU Y0, (DI)
	NEXT2

// func Or(d, a, b *[32]uint32, n int)
TEXT ·Or(SB), NOSPLIT, $0-32
	ARGS2
loop:
	VMOVDQU (SI), Y0
	VPOR (DX), Y0, Y0
	VMOVDQU Y0, (DI)
	NEXT2

// func Xor(d, a, b *[32]uint32, n int)
TEXT ·Xor(SB), NOSPLIT, $0-32
	ARGS2
loop:
	VMOVDQU (SI), Y0
	VPXOR (DX), Y0, Y0
	VMOVDQU Y0, (DI)
	NEXT2

// func Shl(d, a, b *[32]uint32, n int)
TEXT ·Shl(SB), NOSPLIT, $0-32
	ARGS2
	VPCMPEQD Y15, Y15, Y15
	VPSRLD $27, Y15, Y15 // counts have 5 bits
loop:
	VPAND (DX), Y15, Y1
	VMOVDQU (SI), Y0
	VPSLLVD Y1, Y0, Y0
	VMOVDQU Y0, (DI)
	NEXT2

// func Shr(d, a, b *[32]uint32, n int)
TEXT ·Shr(SB), NOSPLIT, $0-32
	ARGS2
	VPCMPEQD Y15, Y15, Y15
	VPSRLD $27, Y15, Y15 // counts have 5 bits
loop:
	VPAND (DX), Y15, Y1
	VMOVDQU (SI), Y0
	VPSRLVD Y1, Y0, Y0
	VMOVDQU Y0, (DI)
	NEXT2

// func Asr(d, a, b *[32]uint32, n int)
TEXT ·Asr(SB), NOSPLIT, $0-32
	ARGS2
	VPCMPEQD Y15, Y15, Y15
	VPSRLD $27, Y15, Y15 // counts have 5 bits
loop:
	VPAND (DX), Y15, Y1
	VMOVDQU (SI), Y0
	VPSRAVD Y1, Y0, Y0
	VMOVDQU Y0, (DI)
	NEXT2

// func Add3(d, a, b, c *[32]uint32, n int)
TEXT ·Add3(SB), NOSPLIT, $0-40
	MOVQ d+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DX
	MOVQ c+24(FP), R8
	MOVQ n+32(FP), CX
loop:
	VMOVDQU (SI), Y0
	VPADDD (DX), Y0, Y0
	VPADDD (R8), Y0, Y0
	VMOVDQU Y0, (DI)
	ADDQ $32, R8
	NEXT2

// func MachLow(d, a, b, c *[32]uint32, n int)
TEXT ·MachLow(SB), NOSPLIT, $0-40
	MOVQ d+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DX
	MOVQ c+24(FP), R8
	MOVQ n+32(FP), CX
	VPCMPEQD Y15, Y15, Y15
	VPSLLD $16, Y15, Y15 // upper words
loop:
	VPAND (R8), Y15, Y1
	VPMULLD (DX), Y1, Y1
	VPADDD (SI), Y1, Y0
	VMOVDQU Y0, (DI)
	ADDQ $32, R8
	NEXT2

// func Carry(d, over, a, b *[32]uint32, n int)
TEXT ·Carry(SB), NOSPLIT, $0-40
	MOVQ d+0(FP), DI
	MOVQ over+8(FP), R8
	MOVQ a+16(FP), SI
	MOVQ b+24(FP), DX
	MOVQ n+32(FP), CX
	VPCMPEQD Y15, Y15, Y15
	VPSRLD $31, Y15, Y15 // 1
loop:
	VMOVDQU (SI), Y1
	VPADDD (DX), Y1, Y0
	VPMAXUD Y0, Y1, Y1
	VPCMPEQD Y0, Y1, Y1 // -1 where the sum is not below a summand
	VPADDD Y15, Y1, Y1
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, (R8)
	ADDQ $32, R8
	NEXT2

// func Borrow(d, over, a, b *[32]uint32, n int)
TEXT ·Borrow(SB), NOSPLIT, $0-40
	MOVQ d+0(FP), DI
	MOVQ over+8(FP), R8
	MOVQ a+16(FP), SI
	MOVQ b+24(FP), DX
	MOVQ n+32(FP), CX
	VPCMPEQD Y15, Y15, Y15
	VPSRLD $31, Y15, Y15 // 1
loop:
	VMOVDQU (SI), Y1
	VMOVDQU (DX), Y2
	VPSUBD Y2, Y1, Y0
	VPMAXUD Y2, Y1, Y2
	VPCMPEQD Y1, Y2, Y1 // -1 where nothing is borrowed
	VPADDD Y15, Y1, Y1
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, (R8)
	ADDQ $32, R8
	NEXT2

// func Rol(d, a, b *[32]uint32, n int)
TEXT ·Rol(SB), NOSPLIT, $0-32
	ARGS2
	VPCMPEQD Y15, Y15, Y15
	VPSRLD $27, Y15, Y15 // counts have 5 bits
	VPSRLD $4, Y15, Y14
	VPSLLD $5, Y14, Y14 // 32: a shift by as much gives 0
loop:
	VPAND (DX), Y15, Y1
	VPSUBD Y1, Y14, Y2
	VMOVDQU (SI), Y0
	VPSLLVD Y1, Y0, Y3
	VPSRLVD Y2, Y0, Y0
	VPOR Y3, Y0, Y0
	VMOVDQU Y0, (DI)
	NEXT2

// func Boolean(d, a, b, c *[32]uint32, is, not *[4]uint32, n int)
TEXT ·Boolean(SB), NOSPLIT, $0-56
	MOVQ d+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DX
	MOVQ c+24(FP), R8
	MOVQ is+32(FP), R10
	MOVQ not+40(FP), R11
	MOVQ n+48(FP), CX
	VPBROADCASTD (R10), Y8
	VPBROADCASTD 4(R10), Y9
	VPBROADCASTD 8(R10), Y10
	VPBROADCASTD 12(R10), Y11
	VPBROADCASTD (R11), Y12
	VPBROADCASTD 4(R11), Y13
	VPBROADCASTD 8(R11), Y14
	VPBROADCASTD 12(R11), Y15
loop:
	VMOVDQU (SI), Y0
	VMOVDQU (DX), Y1
	VMOVDQU (R8), Y2
	VPAND Y0, Y12, Y3
	VPXOR Y8, Y3, Y3
	VPAND Y0, Y13, Y4
	VPXOR Y9, Y4, Y4
	VPAND Y0, Y14, Y5
	VPXOR Y10, Y5, Y5
	VPAND Y0, Y15, Y6
	VPXOR Y11, Y6, Y6
	VPXOR Y3, Y4, Y4
	VPAND Y1, Y4, Y4
	VPXOR Y3, Y4, Y4 // source 2 = 0
	VPXOR Y5, Y6, Y6
	VPAND Y1, Y6, Y6
	VPXOR Y5, Y6, Y6 // source 2 = 1
	VPXOR Y4, Y6, Y6
	VPAND Y2, Y6, Y6
	VPXOR Y4, Y6, Y6
	VMOVDQU Y6, (DI)
	ADDQ $32, R8
	NEXT2

// func AddFloats(d, a, b *[32]float32, n int)
TEXT ·AddFloats(SB), NOSPLIT, $0-32
	ARGS2
	CANON
loop:
	VMOVUPS (SI), Y0
	VADDPS (DX), Y0, Y0
	FIX
	VMOVUPS Y0, (DI)
	NEXT2

// func MulFloats(d, a, b *[32]float32, n int)
TEXT ·MulFloats(SB), NOSPLIT, $0-32
	ARGS2
	CANON
loop:
	VMOVUPS (SI), Y0
	VMULPS (DX), Y0, Y0
	FIX
	VMOVUPS Y0, (DI)
	NEXT2

// func MadFloats(d, a, b, c *[32]float32, n int)
TEXT ·MadFloats(SB), NOSPLIT, $0-40
	MOVQ d+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DX
	MOVQ c+24(FP), R8
	MOVQ n+32(FP), CX
	CANON
loop:
	VMOVUPS (SI), Y0
	VMOVUPS (DX), Y1
	VFMADD231PS (R8), Y1, Y0
	FIX
	VMOVUPS Y0, (DI)
	ADDQ $32, R8
	NEXT2

// func AddSpread(d, a, b *[32]uint32, n int)
TEXT ·AddSpread(SB), NOSPLIT, $0-32
	ARGS2
	VPBROADCASTD (DX), Y1
loop:
	VPADDD (SI), Y1, Y0
	VMOVDQU Y0, (DI)
	NEXT1

// func MulSpread(d, a, b *[32]uint32, n int)
TEXT ·MulSpread(SB), NOSPLIT, $0-32
	ARGS2
	VPBROADCASTD (DX), Y1
loop:
	VPMULLD (SI), Y1, Y0
	VMOVDQU Y0, (DI)
	NEXT1

// func AddFloatsSpread(d, a, b *[32]float32, n int)
TEXT ·AddFloatsSpread(SB), NOSPLIT, $0-32
	ARGS2
	VBROADCASTSS (DX), Y2
	CANON
loop:
	VADDPS (SI), Y2, Y0
	FIX
	VMOVUPS Y0, (DI)
	NEXT1

// func MulFloatsSpread(d, a, b *[32]float32, n int)
TEXT ·MulFloatsSpread(SB), NOSPLIT, $0-32
	ARGS2
	VBROADCASTSS (DX), Y2
	CANON
loop:
	VMULPS (SI), Y2, Y0
	FIX
	VMOVUPS Y0, (DI)
	NEXT1

// func MadFloatsSpread(d, a, b, c *[32]float32, n int)
TEXT ·MadFloatsSpread(SB), NOSPLIT, $0-40
	MOVQ d+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DX
	MOVQ c+24(FP), R8
	MOVQ n+32(FP), CX
	VBROADCASTSS (R8), Y2
	CANON
loop:
	VMOVUPS (SI), Y0
	VFMADD231PS (DX), Y2, Y0
	FIX
	VMOVUPS Y0, (DI)
	NEXT2

// func UnsignedWords(d *[32]uint32, a *[32]uint16, n int)
TEXT ·UnsignedWords(SB), NOSPLIT, $0-24
	MOVQ d+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ n+16(FP), CX
loop:
	VPMOVZXWD (SI), Y0
	VMOVDQU Y0, (DI)
	SUBQ $16, SI // which NEXT1 moves too far
	NEXT1

// func SignedWords(d *[32]uint32, a *[32]int16, n int)
TEXT ·SignedWords(SB), NOSPLIT, $0-24
	MOVQ d+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ n+16(FP), CX
loop:
	VPMOVSXWD (SI), Y0
	VMOVDQU Y0, (DI)
	SUBQ $16, SI // which NEXT1 moves too far
	NEXT1

// func Signs(d, a *[32]uint32, keep, flip uint32, n int)
TEXT ·Signs(SB), NOSPLIT, $0-32
	MOVQ d+0(FP), DI
	MOVQ a+8(FP), SI
	MOVL keep+16(FP), AX
	VMOVD AX, X1
	VPBROADCASTD X1, Y1
	MOVL flip+20(FP), AX
	VMOVD AX, X2
	VPBROADCASTD X2, Y2
	MOVQ n+24(FP), CX
loop:
	VPAND (SI), Y1, Y0
	VPXOR Y2, Y0, Y0
	VMOVDQU Y0, (DI)
	ADDQ $32, SI
	ADDQ $32, DI
	SUBQ $8, CX
	JNZ  loop
	VZEROUPPER
	RET

// func Negate(d, a *[32]uint32, n int)
TEXT ·Negate(SB), NOSPLIT, $0-24
	MOVQ d+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ n+16(FP), CX
	VPXOR Y1, Y1, Y1
loop:
	VPSUBD (SI), Y1, Y0
	VMOVDQU Y0, (DI)
	NEXT1

// func Choose(first uint32, d, a, b *[32]uint32, n int)
TEXT ·Choose(SB), NOSPLIT, $0-40
	MOVL first+0(FP), AX
	MOVQ d+8(FP), DI
	MOVQ a+16(FP), SI
	MOVQ b+24(FP), DX
	MOVQ n+32(FP), CX
	VMOVDQU laneBits<>(SB), Y3
loop:
	VMOVD AX, X1
	VPBROADCASTD X1, Y1
	VPAND Y3, Y1, Y1
	VPCMPEQD Y3, Y1, Y1
	VMOVDQU (DX), Y0
	VBLENDVPS Y1, (SI), Y0, Y0
	VMOVDQU Y0, (DI)
	SHRL $8, AX
	NEXT2

// func Masked(em uint32, d, a *[32]uint32, n int)
TEXT ·Masked(SB), NOSPLIT, $0-32
	MOVL em+0(FP), AX
	MOVQ d+8(FP), DI
	MOVQ a+16(FP), SI
	MOVQ n+24(FP), CX
	VMOVDQU laneBits<>(SB), Y3
loop:
	VMOVD AX, X1
	VPBROADCASTD X1, Y1
	VPAND Y3, Y1, Y1
	VPCMPEQD Y3, Y1, Y1
	VMOVDQU (DI), Y0
	VBLENDVPS Y1, (SI), Y0, Y0 // a masked store is slow on some processors
	VMOVDQU Y0, (DI)
	SHRL $8, AX
	ADDQ $32, SI
	ADDQ $32, DI
	SUBQ $8, CX
	JNZ  loop
	VZEROUPPER
	RET

// func Spread(d *uint32, v uint32, n int)
TEXT ·Spread(SB), NOSPLIT, $0-24
	MOVQ d+0(FP), DI
	MOVL v+8(FP), AX
	MOVQ n+16(FP), CX
	VMOVD AX, X0
	VPBROADCASTD X0, Y0
loop:
	VMOVDQU Y0, (DI)
	ADDQ $32, DI
	SUBQ $8, CX
	JNZ  loop
	VZEROUPPER
	RET

// func EqDwords(a, b *[32]int32, n int) uint32
TEXT ·EqDwords(SB), NOSPLIT, $0-28
	ARGSC
loop:
	VMOVDQU (SI), Y0
	VPCMPEQD (DX), Y0, Y0
	NEXTC

// func GtDwords(a, b *[32]int32, n int) uint32
TEXT ·GtDwords(SB), NOSPLIT, $0-28
	ARGSC
loop:
	VMOVDQU (SI), Y0
	VPCMPGTD (DX), Y0, Y0
	NEXTC

// func EqFloats(a, b *[32]float32, n int) uint32
TEXT ·EqFloats(SB), NOSPLIT, $0-28
	ARGSC
loop:
	VMOVUPS (SI), Y0
	VCMPPS $0, (DX), Y0, Y0
	NEXTC

// func NeFloats(a, b *[32]float32, n int) uint32
TEXT ·NeFloats(SB), NOSPLIT, $0-28
	ARGSC
loop:
	VMOVUPS (SI), Y0
	VCMPPS $4, (DX), Y0, Y0
	NEXTC

// func LtFloats(a, b *[32]float32, n int) uint32
TEXT ·LtFloats(SB), NOSPLIT, $0-28
	ARGSC
loop:
	VMOVUPS (SI), Y0
	VCMPPS $17, (DX), Y0, Y0
	NEXTC

// func LeFloats(a, b *[32]float32, n int) uint32
TEXT ·LeFloats(SB), NOSPLIT, $0-28
	ARGSC
loop:
	VMOVUPS (SI), Y0
	VCMPPS $18, (DX), Y0, Y0
	NEXTC

// func UnFloats(a, b *[32]float32, n int) uint32
TEXT ·UnFloats(SB), NOSPLIT, $0-28
	ARGSC
loop:
	VMOVUPS (SI), Y0
	VCMPPS $3, (DX), Y0, Y0
	NEXTC

// func GtUnsigned(a, b *[32]uint32, n int) uint32
TEXT ·GtUnsigned(SB), NOSPLIT, $0-28
	ARGSC
	VPCMPEQD Y15, Y15, Y15
	VPSLLD $31, Y15, Y15
loop:
	VPXOR (SI), Y15, Y0
	VPXOR (DX), Y15, Y1
	VPCMPGTD Y1, Y0, Y0
	NEXTC

// func WidenSums(d *uint64, a *uint32, base uint32, n int)
TEXT ·WidenSums(SB), NOSPLIT, $0-32
	MOVQ d+0(FP), DI
	MOVQ a+8(FP), SI
	MOVL base+16(FP), AX
	MOVQ n+24(FP), CX
	VMOVD AX, X2
	VPBROADCASTD X2, Y2
loop:
	VPADDD (SI), Y2, Y0
	VPMOVZXDQ X0, Y1
	VEXTRACTI128 $1, Y0, X0
	VPMOVZXDQ X0, Y0
	VMOVDQU Y1, (DI)
	VMOVDQU Y0, 32(DI)
	ADDQ $32, SI
	ADDQ $64, DI
	SUBQ $8, CX
	JNZ  loop
	VZEROUPPER
	RET

// func Steps(a *uint64, step uint64, n int) bool
TEXT ·Steps(SB), NOSPLIT, $0-25
	MOVQ a+0(FP), SI
	MOVQ step+8(FP), AX
	MOVQ n+16(FP), CX
	VPBROADCASTQ (SI), Y0
	VMOVQ AX, X1
	VPBROADCASTQ X1, Y1       // step
	VPADDQ Y1, Y1, Y2         // 2 steps
	VPXOR Y4, Y4, Y4
	VPBLENDD $0xCC, Y1, Y4, Y3 // 0 1 0 1 steps
	VPBLENDD $0xF0, Y2, Y4, Y5 // 0 0 2 2
	VPADDQ Y5, Y3, Y3
	VPADDQ Y3, Y0, Y0         // what the first four must be
	VPADDQ Y2, Y2, Y2         // 4 steps
	VPCMPEQD Y4, Y4, Y4
loop:
	VPCMPEQQ (SI), Y0, Y1
	VPAND Y1, Y4, Y4
	VPADDQ Y2, Y0, Y0
	ADDQ $32, SI
	SUBQ $4, CX
	JNZ  loop
	VPMOVMSKB Y4, AX
	CMPL AX, $-1
	SETEQ ret+24(FP)
	VZEROUPPER
	RET
