#include "textflag.h"

DATA steps<>+0(SB)/4, $0 // dwords of eight lanes that follow each other
DATA steps<>+4(SB)/4, $4
DATA steps<>+8(SB)/4, $8
DATA steps<>+12(SB)/4, $12
DATA steps<>+16(SB)/4, $16
DATA steps<>+20(SB)/4, $20
DATA steps<>+24(SB)/4, $24
DATA steps<>+28(SB)/4, $28
GLOBL steps<>(SB), RODATA|NOPTR, $32

// func moveEights(to, from, offs unsafe.Pointer, lanes int) bool
TEXT ·moveEights(SB), NOSPLIT, $0-33
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ offs+16(FP), BX
	MOVQ lanes+24(FP), CX
	VPBROADCASTD (BX), Y0
	VPADDD steps<>(SB), Y0, Y0
	VPXOR (BX), Y0, Y1
	VMOVDQU (SI), Y2
	CMPQ CX, $8
	JE   eight
	MOVL $32, AX
	VMOVD AX, X3
	VPBROADCASTD X3, Y3
	VPADDD Y3, Y0, Y0
	VPXOR 32(BX), Y0, Y0
	VPOR Y0, Y1, Y1
	VPTEST Y1, Y1
	JNE  apart
	VMOVDQU 32(SI), Y3
	VMOVDQU Y2, (DI)
	VMOVDQU Y3, 32(DI)
	VZEROUPPER
	MOVB $1, ret+32(FP)
	RET
eight:
	VPTEST Y1, Y1
	JNE  apart
	VMOVDQU Y2, (DI)
	VZEROUPPER
	MOVB $1, ret+32(FP)
	RET
apart:
	VZEROUPPER
	MOVB $0, ret+32(FP)
	RET

// func moveAll(to, from, offs unsafe.Pointer) bool
TEXT ·moveAll(SB), NOSPLIT, $0-25
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ offs+16(FP), BX
	MOVL $32, AX
	VMOVD AX, X5
	VPBROADCASTD X5, Y5
	VPBROADCASTD (BX), Y0
	VPADDD steps<>(SB), Y0, Y0
	VPXOR (BX), Y0, Y1
	VPADDD Y5, Y0, Y0
	VPXOR 32(BX), Y0, Y2
	VPOR Y2, Y1, Y1
	VPADDD Y5, Y0, Y0
	VPXOR 64(BX), Y0, Y2
	VPOR Y2, Y1, Y1
	VPADDD Y5, Y0, Y0
	VPXOR 96(BX), Y0, Y2
	VPOR Y2, Y1, Y1
	VPTEST Y1, Y1
	JNE  apart
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	VMOVDQU 64(SI), Y2
	VMOVDQU 96(SI), Y3
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	VMOVDQU Y2, 64(DI)
	VMOVDQU Y3, 96(DI)
	VZEROUPPER
	MOVB $1, ret+24(FP)
	RET
apart:
	VZEROUPPER
	MOVB $0, ret+24(FP)
	RET
