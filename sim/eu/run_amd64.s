#include "go_asm.h"
#include "textflag.h"

// Runs of ops whose kernels write the registers in place. A row of a kernel finds d in DI, a in SI,
// b in DX, c in BX and the number of lanes, 1 or a multiple of 8, in CX; it keeps R8 to R13.

#define SOURCE(i, field) (op_Src+(i)*source__size+field)(R8)

#define ADDRESS(i, reg, tmp) \
	MOVBLZX SOURCE(i, source_Space), tmp; \
	MOVL SOURCE(i, source_Addr), reg; \
	ADDQ thread_spaces(R10)(tmp*8), reg

#define BROUGHT(i, reg, row, done) \
	CMPB SOURCE(i, source_Mode), $const_srcRow; \
	JEQ  row; \
	LEAQ SOURCE(i, 0), R11; \
	LEAQ (Worker_rows+(i)*256)(R14), DI; \
	CALL bring<>(SB); \
	MOVQ R11, reg; \
	JMP  done; \
row: \
	ADDRESS(i, reg, CX); \
done:

// ADVANCE goes on behind the op: to loop, to skips when that one passes over others, or falls through
// behind the last. The next op's place must not wait for a load.
#define ADVANCE(loop, skips) \
	CMPB op_Skip(R8), $0; \
	JNE  skips; \
	ADDQ $op__size, R8; \
	SUBQ $1, R9; \
	JGT  loop

// SKIPS passes over ops that do nothing, too.
#define SKIPS(loop) \
	MOVBLZX op_Skip(R8), CX; \
	ADDL $1, CX; \
	SUBQ CX, R9; \
	IMULQ $op__size, CX; \
	ADDQ CX, R8; \
	TESTQ R9, R9; \
	JGT  loop

// KINDS looks at the kinds of the accumulators, as straight does.
#define KINDS(other) \
	MOVL (R12), CX; \
	MOVL CX, DX; \
	XORL op_AccKinds(R8), DX; \
	TESTL op_AccReads(R8), DX; \
	JNE  other; \
	MOVL op_AccWrites(R8), DX; \
	NOTL DX; \
	ANDL DX, CX; \
	ORL  op_AccBecome(R8), CX; \
	MOVL CX, (R12)

// func runRows(t *thread, first *op, count int, exec, limit uint32, kinds *uint32) (done int)
TEXT ·runRows(SB), NOSPLIT|NOFRAME, $0-48
	MOVQ t+0(FP), R10
	MOVQ first+8(FP), R8
	MOVQ count+16(FP), R9
	MOVQ kinds+32(FP), R12
	CMPL exec+24(FP), $-1
	JNE  loop
	CMPL limit+28(FP), $const_lastRow
	JNE  loop
	LEAQ jumps<>(SB), R13
	MOVBLZX op_Jump(R8), AX
	MOVQ (R13)(AX*8), AX
	JMP  AX
loop: // with a look at the channels and the mode
	MOVBLZX op_Row(R8), AX
	SUBL $1, AX
	CMPL AX, limit+28(FP)
	JCC  out
	MOVL op_Full(R8), BX
	MOVBLZX op_Off(R8), CX
	MOVL exec+24(FP), DX
	SHRL CX, DX
	ORL  op_NoMask(R8), DX
	ANDL BX, DX
	CMPL DX, BX
	JNE  out
	MOVL op_Flags(R8), BX
	TESTL $(const_flagAccs|const_flagLong), BX
	JEQ  run
	KINDS(out)
run:
	CALL rowOf<>(SB)
	ADVANCE(loop, skips)
out:
	JMP  left<>(SB)
skips:
	SKIPS(loop)
	JMP  left<>(SB)

// left is the end of runRows: R9 ops are left.
TEXT left<>(SB), NOSPLIT|NOFRAME, $0-48
	VZEROUPPER
	MOVQ count+16(FP), AX
	SUBQ R9, AX
	MOVQ AX, done+40(FP)
	RET

// rowOf executes an op by its kernel.
TEXT rowOf<>(SB), NOSPLIT|NOFRAME, $0-0
	TESTL $const_flagBring, op_Flags(R8)
	JNE  brings
	ADDRESS(0, SI, CX)
	ADDRESS(1, DX, CX)
	ADDRESS(2, BX, CX)
	JMP  run
brings:
	MOVQ thread_work(R10), R14
	BROUGHT(0, SI, row0, done0)
	BROUGHT(1, DX, row1, done1)
	BROUGHT(2, BX, row2, done2)
run:
	MOVL (op_Dst+dest_Addr)(R8), DI
	ADDQ thread_spaces(R10), DI
	MOVBLZX op_Row(R8), AX
	LEAQ rowKernels<>(SB), CX
	MOVQ -8(CX)(AX*8), AX
	MOVBLZX op_N(R8), CX
	JMP  AX

// bring loads the source at R11, which is no row, to DI and makes R11 that address.
TEXT bring<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVBLZX source_Mode(R11), CX
	MOVL source_Addr(R11), R11
	ADDQ thread_spaces(R10), R11
	CMPL CX, $const_srcSpread
	JEQ  spread
	CMPL CX, $const_srcWords
	JEQ  words
	CMPL CX, $const_srcShorts
	JEQ  shorts
	CMPL CX, $const_srcWord
	JEQ  word
	MOVWLZX (R11), CX // SrcUnsigned
	JMP  one
word:
	MOVWLSX (R11), CX
one:
	VMOVD CX, X0
	VPBROADCASTD X0, Y0
	JMP  fill
spread:
	VPBROADCASTD (R11), Y0
fill:
	VMOVDQU Y0, (DI)
	MOVQ DI, R11
	CMPB op_N(R8), $8
	JLS  filled
	VMOVDQU Y0, 32(DI)
	CMPB op_N(R8), $16
	JLS  filled
	VMOVDQU Y0, 64(DI)
	VMOVDQU Y0, 96(DI)
filled:
	RET
words:
	MOVBLZX op_N(R8), CX
	SUBQ DI, R11
wordsLoop:
	VPMOVZXWD (R11)(DI*1), Y0
	SUBQ $16, R11 // words move by half of what dwords do
	VMOVDQU Y0, (DI)
	ADDQ $32, DI
	SUBL $8, CX
	JGT  wordsLoop
	JMP  start
shorts:
	MOVBLZX op_N(R8), CX
	SUBQ DI, R11
shortsLoop:
	VPMOVSXWD (R11)(DI*1), Y0
	SUBQ $16, R11
	VMOVDQU Y0, (DI)
	ADDQ $32, DI
	SUBL $8, CX
	JGT  shortsLoop
start:
	MOVBLZX op_N(R8), CX
	ADDL $7, CX
	ANDL $-8, CX
	SHLL $2, CX
	SUBQ CX, DI
	MOVQ DI, R11
	RET

#define NEXT(label) \
	ADDQ $32, SI; \
	ADDQ $32, DX; \
	ADDQ $32, BX; \
	ADDQ $32, DI; \
	SUBL $8, CX; \
	JGT  label; \
	RET

#define COUNTS(reg) \
	VPCMPEQD reg, reg, reg; \
	VPSRLD $27, reg, reg

// Kernels of one form for a lane and for eight: ONE loads the lane's dwords, to X0, X1 and X2, and
// EIGHT those of eight lanes.

#define ONE1 VMOVD (SI), X0
#define ONE2 ONE1; VMOVD (DX), X1
#define ONE3 ONE2; VMOVD (BX), X2
#define EIGHT1 VMOVDQU (SI), Y0
#define EIGHT2 EIGHT1; VMOVDQU (DX), Y1
#define EIGHT3 EIGHT2; VMOVDQU (BX), Y2

#define KERNEL(one, eight, opX, opY) \
	CMPL CX, $1; \
	JNE  loop; \
	one; \
	opX; \
	VMOVD X0, (DI); \
	RET; \
loop: \
	eight; \
	opY; \
	VMOVDQU Y0, (DI); \
	NEXT(loop)

#define LAST(row, opX, opY) \
	CMPL CX, $1; \
	JNE  all; \
	VMOVD (row), X2; \
	opX; \
	VMOVD X0, (DI); \
	RET; \
all: \
	VPBROADCASTD (row), Y2; \
loop: \
	opY; \
	VMOVDQU Y0, (DI); \
	ADDQ $32, SI; \
	ADDQ $32, DX; \
	ADDQ $32, DI; \
	SUBL $8, CX; \
	JGT  loop; \
	RET

#define CANONY \
	VPCMPEQD Y14, Y14, Y14; \
	VPSLLD $23, Y14, Y14; \
	VPSRLD $1, Y14, Y14

#define FIXX \
	VCMPSS $3, X0, X0, X1; \
	VBLENDVPS X1, X14, X0, X0

#define FIXY \
	VCMPPS $3, Y0, Y0, Y1; \
	VBLENDVPS Y1, Y14, Y0, Y0

#define ROW(name) TEXT name<>(SB), NOSPLIT|NOFRAME, $0-0

ROW(rowMov)
	CMPL CX, $1
	JNE  loop
	ONE1
	VMOVD X0, (DI)
	RET
loop:
	EIGHT1
	VMOVDQU Y0, (DI)
	NEXT(loop)

#define ADDX VPADDD X1, X0, X0
#define ADDY VPADDD Y1, Y0, Y0
ROW(rowAdd)
	KERNEL(ONE2, EIGHT2, ADDX, ADDY)

#define MULX VPMULLD X1, X0, X0
#define MULY VPMULLD Y1, Y0, Y0
ROW(rowMul)
	KERNEL(ONE2, EIGHT2, MULX, MULY)

#define MADX VPMULLD X2, X1, X1; VPADDD X1, X0, X0
#define MADY VPMULLD Y2, Y1, Y1; VPADDD Y1, Y0, Y0
ROW(rowMad)
	KERNEL(ONE3, EIGHT3, MADX, MADY)

#define ADD3X VPADDD X1, X0, X0; VPADDD X2, X0, X0
#define ADD3Y VPADDD Y1, Y0, Y0; VPADDD Y2, Y0, Y0
ROW(rowAdd3)
	KERNEL(ONE3, EIGHT3, ADD3X, ADD3Y)

#define LOWX VPAND X15, X2, X2; MADX
#define LOWY VPAND Y15, Y2, Y2; MADY
ROW(rowMachLow)
	VPCMPEQD Y15, Y15, Y15
	VPSLLD $16, Y15, Y15 // upper words
	KERNEL(ONE3, EIGHT3, LOWX, LOWY)

#define ANDX VPAND X1, X0, X0
#define ANDY VPAND Y1, Y0, Y0
ROW(rowAnd)
	KERNEL(ONE2, EIGHT2, ANDX, ANDY)

#define ORX VPOR X1, X0, X0
#define ORY VPOR Y1, Y0, Y0
ROW(rowOr)
	KERNEL(ONE2, EIGHT2, ORX, ORY)

#define XORX VPXOR X1, X0, X0
#define XORY VPXOR Y1, Y0, Y0
ROW(rowXor)
	KERNEL(ONE2, EIGHT2, XORX, XORY)

#define NOTX VPXOR X15, X0, X0
#define NOTY VPXOR Y15, Y0, Y0
ROW(rowNot)
	VPCMPEQD Y15, Y15, Y15
	KERNEL(ONE1, EIGHT1, NOTX, NOTY)

#define SHLX VPAND X15, X1, X1; VPSLLVD X1, X0, X0
#define SHLY VPAND Y15, Y1, Y1; VPSLLVD Y1, Y0, Y0
ROW(rowShl)
	COUNTS(Y15)
	KERNEL(ONE2, EIGHT2, SHLX, SHLY)

#define SHRX VPAND X15, X1, X1; VPSRLVD X1, X0, X0
#define SHRY VPAND Y15, Y1, Y1; VPSRLVD Y1, Y0, Y0
ROW(rowShr)
	COUNTS(Y15)
	KERNEL(ONE2, EIGHT2, SHRX, SHRY)

#define ASRX VPAND X15, X1, X1; VPSRAVD X1, X0, X0
#define ASRY VPAND Y15, Y1, Y1; VPSRAVD Y1, Y0, Y0
ROW(rowAsr)
	COUNTS(Y15)
	KERNEL(ONE2, EIGHT2, ASRX, ASRY)

#define ROLX VPAND X15, X1, X1; VPSUBD X1, X14, X2; VPSLLVD X1, X0, X3; VPSRLVD X2, X0, X0; VPOR X3, X0, X0
#define ROLY VPAND Y15, Y1, Y1; VPSUBD Y1, Y14, Y2; VPSLLVD Y1, Y0, Y3; VPSRLVD Y2, Y0, Y0; VPOR Y3, Y0, Y0
ROW(rowRol)
	COUNTS(Y15)
	VPSRLD $4, Y15, Y14
	VPSLLD $5, Y14, Y14 // 32: a shift by as much gives 0
	KERNEL(ONE2, EIGHT2, ROLX, ROLY)

#define ADDLASTX VMOVD (SI), X0; VPADDD X2, X0, X0
#define ADDLASTY VPADDD (SI), Y2, Y0
ROW(rowAddSpread)
	LAST(DX, ADDLASTX, ADDLASTY)

#define MULLASTX VMOVD (SI), X0; VPMULLD X2, X0, X0
#define MULLASTY VPMULLD (SI), Y2, Y0
ROW(rowMulSpread)
	LAST(DX, MULLASTX, MULLASTY)

#define ADDFX VADDSS X1, X0, X0; FIXX
#define ADDFY VADDPS Y1, Y0, Y0; FIXY
ROW(rowAddF)
	CANONY
	KERNEL(ONE2, EIGHT2, ADDFX, ADDFY)

#define MULFX VMULSS X1, X0, X0; FIXX
#define MULFY VMULPS Y1, Y0, Y0; FIXY
ROW(rowMulF)
	CANONY
	KERNEL(ONE2, EIGHT2, MULFX, MULFY)

#define MADFX VFMADD231SS X2, X1, X0; FIXX
#define MADFY VFMADD231PS Y2, Y1, Y0; FIXY
ROW(rowMadF)
	CANONY
	KERNEL(ONE3, EIGHT3, MADFX, MADFY)

#define ADDLASTFX VMOVD (SI), X0; VADDSS X2, X0, X0; FIXX
#define ADDLASTFY VADDPS (SI), Y2, Y0; FIXY
ROW(rowAddSpreadF)
	CANONY
	LAST(DX, ADDLASTFX, ADDLASTFY)

#define MULLASTFX VMOVD (SI), X0; VMULSS X2, X0, X0; FIXX
#define MULLASTFY VMULPS (SI), Y2, Y0; FIXY
ROW(rowMulSpreadF)
	CANONY
	LAST(DX, MULLASTFX, MULLASTFY)

#define MADLASTFX VMOVD (SI), X0; VMOVD (DX), X1; VFMADD231SS X2, X1, X0; FIXX
#define MADLASTFY VMOVUPS (SI), Y0; VFMADD231PS (DX), Y2, Y0; FIXY
ROW(rowMadSpreadF)
	CANONY
	LAST(BX, MADLASTFX, MADLASTFY)

#define BOOLEANX VPAND X0, X12, X3; VPXOR X8, X3, X3; VPAND X0, X13, X4; VPXOR X9, X4, X4; \
	VPAND X0, X14, X5; VPXOR X10, X5, X5; VPAND X0, X15, X6; VPXOR X11, X6, X6; \
	VPXOR X3, X4, X4; VPAND X1, X4, X4; VPXOR X3, X4, X4; \
	VPXOR X5, X6, X6; VPAND X1, X6, X6; VPXOR X5, X6, X6; \
	VPXOR X4, X6, X6; VPAND X2, X6, X6; VPXOR X4, X6, X0
#define BOOLEANY VPAND Y0, Y12, Y3; VPXOR Y8, Y3, Y3; VPAND Y0, Y13, Y4; VPXOR Y9, Y4, Y4; \
	VPAND Y0, Y14, Y5; VPXOR Y10, Y5, Y5; VPAND Y0, Y15, Y6; VPXOR Y11, Y6, Y6; \
	VPXOR Y3, Y4, Y4; VPAND Y1, Y4, Y4; VPXOR Y3, Y4, Y4; \
	VPXOR Y5, Y6, Y6; VPAND Y1, Y6, Y6; VPXOR Y5, Y6, Y6; \
	VPXOR Y4, Y6, Y6; VPAND Y2, Y6, Y6; VPXOR Y4, Y6, Y0

// rowBoolean is booleanRow with the masks of the function.
ROW(rowBoolean)
	MOVLQSX op_Ext(R8), R11
	SHLQ $5, R11
	LEAQ ·booleanMasks(SB), AX
	ADDQ AX, R11
	VPBROADCASTD (R11), Y8
	VPBROADCASTD 4(R11), Y9
	VPBROADCASTD 8(R11), Y10
	VPBROADCASTD 12(R11), Y11
	VPBROADCASTD 16(R11), Y12
	VPBROADCASTD 20(R11), Y13
	VPBROADCASTD 24(R11), Y14
	VPBROADCASTD 28(R11), Y15
	KERNEL(ONE3, EIGHT3, BOOLEANX, BOOLEANY)

// rowCarry writes what the sum carries to the accumulator, for a lane or for eight.
ROW(rowCarry)
	MOVL op_AccAt(R8), BX
	ADDQ thread_spaces(R10), BX
	VPCMPEQD Y15, Y15, Y15
	VPSRLD $31, Y15, Y15 // 1
	VPXOR Y3, Y3, Y3
	MOVL (R12), AX
	MOVL op_AccWrites(R8), R11
	NOTL R11
	ANDL R11, AX
	ORL  op_AccBecome(R8), AX
	MOVL AX, (R12)
	CMPL CX, $1
	JNE  eight
	ONE2
	VPADDD X1, X0, X0
	VPMAXUD X0, X1, X1
	VPCMPEQD X0, X1, X1 // -1 where the sum is not below a summand
	VPADDD X15, X1, X1
	VMOVD X0, (DI)
	VMOVD X1, (BX)
	VMOVD X3, (const_offAccHigh-const_offAccKind)(R12)
	RET
eight:
	EIGHT2
	VPADDD Y1, Y0, Y0
	VPMAXUD Y0, Y1, Y1
	VPCMPEQD Y0, Y1, Y1
	VPADDD Y15, Y1, Y1
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, (BX)
	VMOVDQU Y3, (const_offAccHigh-const_offAccKind)(R12)
	RET

// rowWord writes the low word of a lane of another kernel, which leaves a dword in the worker's row 3.
ROW(rowWord)
	MOVQ DI, R14
	MOVQ thread_work(R10), DI
	LEAQ (Worker_rows+3*256)(DI), DI
	MOVL op_Ext(R8), AX
	LEAQ rowKernels<>(SB), R11
	MOVQ -8(R11)(AX*8), AX
	CALL AX
	MOVWLZX (DI), AX
	MOVW AX, (R14)
	RET

// INTEGER loads an integer of source i to 64 bits and goes on to the next.
#define INTEGER(i, from, to, unsigned, signed, word, done) \
	MOVBLZX SOURCE(i, source_Type), to; \
	CMPL to, $const_typeUD; \
	JEQ  unsigned; \
	CMPL to, $const_typeD; \
	JEQ  signed; \
	CMPL to, $const_typeW; \
	JEQ  word; \
	MOVWLZX (from), to; \
	JMP  done; \
word: \
	MOVWQSX (from), to; \
	JMP  done; \
signed: \
	MOVLQSX (from), to; \
	JMP  done; \
unsigned: \
	MOVL (from), to; \
done: \
	MOVWQSX SOURCE(i, source_Step), R14; \
	ADDQ R14, from

#define HIGH (const_offAccHigh-const_offAccKind)(R12)
#define LOW (const_offAcc-const_offAccKind)(R12)

// rowLongMul writes both halves of products to the accumulator.
ROW(rowLongMul)
	XORL R11, R11
loop:
	INTEGER(0, SI, AX, ud0, d0, w0, done0)
	INTEGER(1, DX, BX, ud1, d1, w1, done1)
	IMULQ BX, AX
	MOVL AX, (DI)(R11*4)
	SHRQ $32, AX
	MOVL AX, HIGH(R11*4)
	ADDQ $1, R11
	CMPL R11, CX
	JLT  loop
	RET

// rowLongMach adds products with upper words to the accumulator, whose upper half is the result.
ROW(rowLongMach)
	XORL R11, R11
loop:
	INTEGER(0, SI, AX, ud0, d0, w0, done0)
	INTEGER(1, DX, BX, ud1, d1, w1, done1)
	SARQ $16, BX
	IMULQ BX, AX
	SHLQ $16, AX
	MOVL HIGH(R11*4), BX
	SHLQ $32, BX
	MOVL LOW(R11*4), R14
	ORQ  R14, BX
	ADDQ BX, AX
	MOVL AX, LOW(R11*4)
	SHRQ $32, AX
	MOVL AX, HIGH(R11*4)
	MOVL AX, (DI)(R11*4)
	ADDQ $1, R11
	CMPL R11, CX
	JLT  loop
	RET

// The kernels in the order of code.RowNumbers.
#define ENTRY(i, name) DATA rowKernels<>+8*i(SB)/8, $name<>(SB)

ENTRY(0, rowMov)
ENTRY(1, rowAdd)
ENTRY(2, rowMul)
ENTRY(3, rowMad)
ENTRY(4, rowAdd3)
ENTRY(5, rowMachLow)
ENTRY(6, rowAnd)
ENTRY(7, rowOr)
ENTRY(8, rowXor)
ENTRY(9, rowNot)
ENTRY(10, rowShl)
ENTRY(11, rowShr)
ENTRY(12, rowAsr)
ENTRY(13, rowRol)
ENTRY(14, rowAddSpread)
ENTRY(15, rowMulSpread)
ENTRY(16, rowBoolean)
ENTRY(17, rowWord)
ENTRY(18, rowCarry)
ENTRY(19, rowAddF)
ENTRY(20, rowMulF)
ENTRY(21, rowMadF)
ENTRY(22, rowAddSpreadF)
ENTRY(23, rowMulSpreadF)
ENTRY(24, rowMadSpreadF)
ENTRY(25, rowLongMul)
ENTRY(26, rowLongMach)
GLOBL rowKernels<>(SB), RODATA, $216

// Where all channels run in the mode of compiled kernels, ops go from one to the next by Op.Jump.

#define HANDLER(name) TEXT name<>(SB), NOSPLIT|NOFRAME, $0-0

// ONWARD jumps to what executes the next op.
#define ONWARD \
	ADVANCE(jump, skips); \
	JMP  left<>(SB); \
skips: \
	SKIPS(jump); \
	JMP  left<>(SB); \
jump: \
	MOVBLZX op_Jump(R8), AX; \
	MOVQ (R13)(AX*8), AX; \
	JMP  AX

HANDLER(jumpOut)
	JMP  left<>(SB)

HANDLER(jumpLong)
	KINDS(other)
	CALL rowOf<>(SB)
	ONWARD
other:
	JMP  left<>(SB)

HANDLER(jumpAny)
	CALL rowOf<>(SB)
	ONWARD

// jumpAccs goes on to the kernel when the accumulators hold what it reads.
HANDLER(jumpAccs)
	KINDS(other)
	MOVBLZX op_Row(R8), AX
	MOVQ (R13)(AX*8), AX
	JMP  AX
other:
	JMP  left<>(SB)

#define TARGET \
	MOVL (op_Dst+dest_Addr)(R8), DI; \
	ADDQ thread_spaces(R10), DI; \
	MOVBLZX op_N(R8), CX; \
	XORL R11, R11; \
	CMPL CX, $1; \
	JEQ  one

#define FROM1 ADDRESS(0, SI, AX)
#define FROM2 FROM1; ADDRESS(1, DX, AX)
#define FROM3 FROM2; ADDRESS(2, BX, AX)
#define LANES1 VMOVDQU (SI)(R11*1), Y0
#define LANES2 LANES1; VMOVDQU (DX)(R11*1), Y1
#define LANES3 LANES2; VMOVDQU (BX)(R11*1), Y2

// JUMP is a kernel on one element or on eights: from finds the sources, one and eight load them.
#define JUMP(from, one, eight) \
	from; \
	MOVL (op_Dst+dest_Addr)(R8), DI; \
	ADDQ thread_spaces(R10), DI; \
	MOVBLZX op_N(R8), CX; \
	XORL R11, R11; \
	CMPL CX, $1; \
	JEQ  single; \
loop: \
	eight; \
	VMOVDQU Y0, (DI)(R11*1); \
	ADDQ $32, R11; \
	SUBL $8, CX; \
	JGT  loop; \
done: \
	ONWARD; \
single: \
	one; \
	VMOVD X0, (DI); \
	JMP  done

#define LASTOF2 FROM2; VPBROADCASTD (DX), Y2
#define LASTOF3 FROM3; VPBROADCASTD (BX), Y2
#define LANES(op) op (SI)(R11*1), Y2, Y0

HANDLER(jumpMov)
	JUMP(FROM1, ONE1, LANES1)

HANDLER(jumpAdd)
	JUMP(FROM2, ONE2; ADDX, LANES2; ADDY)

HANDLER(jumpMul)
	JUMP(FROM2, ONE2; MULX, LANES2; MULY)

HANDLER(jumpMad)
	JUMP(FROM3, ONE3; MADX, LANES3; MADY)

HANDLER(jumpAdd3)
	JUMP(FROM3, ONE3; ADD3X, LANES3; ADD3Y)

HANDLER(jumpAnd)
	JUMP(FROM2, ONE2; ANDX, LANES2; ANDY)

HANDLER(jumpOr)
	JUMP(FROM2, ONE2; ORX, LANES2; ORY)

HANDLER(jumpXor)
	JUMP(FROM2, ONE2; XORX, LANES2; XORY)

HANDLER(jumpShl)
	COUNTS(Y15)
	JUMP(FROM2, ONE2; SHLX, LANES2; SHLY)

HANDLER(jumpShr)
	COUNTS(Y15)
	JUMP(FROM2, ONE2; SHRX, LANES2; SHRY)

HANDLER(jumpAsr)
	COUNTS(Y15)
	JUMP(FROM2, ONE2; ASRX, LANES2; ASRY)

HANDLER(jumpRol)
	COUNTS(Y15)
	VPSRLD $4, Y15, Y14
	VPSLLD $5, Y14, Y14
	JUMP(FROM2, ONE2; ROLX, LANES2; ROLY)

HANDLER(jumpAddSpread)
	JUMP(LASTOF2, ADDLASTX, LANES(VPADDD))

HANDLER(jumpMulSpread)
	JUMP(LASTOF2, MULLASTX, LANES(VPMULLD))

HANDLER(jumpAddF)
	CANONY
	JUMP(FROM2, ONE2; ADDFX, LANES2; ADDFY)

HANDLER(jumpMulF)
	CANONY
	JUMP(FROM2, ONE2; MULFX, LANES2; MULFY)

HANDLER(jumpMadF)
	CANONY
	JUMP(FROM3, ONE3; MADFX, LANES3; MADFY)

HANDLER(jumpAddSpreadF)
	CANONY
	JUMP(LASTOF2, ADDLASTFX, LANES(VADDPS); FIXY)

HANDLER(jumpMulSpreadF)
	CANONY
	JUMP(LASTOF2, MULLASTFX, LANES(VMULPS); FIXY)

#define MADLANES VMOVUPS (SI)(R11*1), Y0; VFMADD231PS (DX)(R11*1), Y2, Y0
HANDLER(jumpMadSpreadF)
	CANONY
	JUMP(LASTOF3, MADLASTFX, MADLANES; FIXY)

// jumpWiden has unsigned words that follow each other.
HANDLER(jumpWiden)
	FROM1
	MOVL (op_Dst+dest_Addr)(R8), DI
	ADDQ thread_spaces(R10), DI
	MOVBLZX op_N(R8), CX
loop:
	VPMOVZXWD (SI), Y0
	VMOVDQU Y0, (DI)
	ADDQ $16, SI
	ADDQ $32, DI
	SUBL $8, CX
	JGT  loop
	ONWARD

// SUMMAND loads eight elements of source i, a row or the same.
#define SUMMAND(i, at, to, row, done) \
	ADDRESS(i, at, AX); \
	MOVBLZX SOURCE(i, source_Mode), AX; \
	CMPL AX, $const_srcSpread; \
	JHI  other; \
	JNE  row; \
	VPBROADCASTD (at), to; \
	JMP  done; \
row: \
	VMOVDQU (at), to; \
done:

// jumpCarry is rowCarry of eight elements.
HANDLER(jumpCarry)
	SUMMAND(0, SI, Y0, row0, done0)
	SUMMAND(1, DX, Y1, row1, done1)
	MOVL (R12), AX
	MOVL op_AccWrites(R8), CX
	NOTL CX
	ANDL CX, AX
	ORL  op_AccBecome(R8), AX
	MOVL AX, (R12)
	MOVL (op_Dst+dest_Addr)(R8), DI
	MOVL op_AccAt(R8), BX
	ADDQ thread_spaces(R10), DI
	ADDQ thread_spaces(R10), BX
	VPADDD Y1, Y0, Y0
	VPMAXUD Y0, Y1, Y1
	VPCMPEQD Y0, Y1, Y1
	VPCMPEQD Y2, Y2, Y2
	VPXOR Y2, Y1, Y1
	VPSRLD $31, Y1, Y1
	VPXOR Y3, Y3, Y3
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, (BX)
	VMOVDQU Y3, (const_offAccHigh-const_offAccKind)(R12)
	ONWARD
other:
	JMP  jumpAny<>(SB)

#define TO(i, name) DATA jumps<>+8*i(SB)/8, $name<>(SB)

TO(0, jumpOut)
TO(1, jumpMov)
TO(2, jumpAdd)
TO(3, jumpMul)
TO(4, jumpMad)
TO(5, jumpAdd3)
TO(6, jumpAny)
TO(7, jumpAnd)
TO(8, jumpOr)
TO(9, jumpXor)
TO(10, jumpAny)
TO(11, jumpShl)
TO(12, jumpShr)
TO(13, jumpAsr)
TO(14, jumpRol)
TO(15, jumpAddSpread)
TO(16, jumpMulSpread)
TO(17, jumpAny)
TO(18, jumpAny)
TO(19, jumpCarry)
TO(20, jumpAddF)
TO(21, jumpMulF)
TO(22, jumpMadF)
TO(23, jumpAddSpreadF)
TO(24, jumpMulSpreadF)
TO(25, jumpMadSpreadF)
TO(26, jumpLong)
TO(27, jumpLong)
TO(28, jumpAccs)
TO(29, jumpLong)
TO(30, jumpAny)
TO(31, jumpWiden)
GLOBL jumps<>(SB), RODATA, $256
