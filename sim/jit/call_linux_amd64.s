#include "textflag.h"

// func call(code uintptr, registers, consts unsafe.Pointer, channels uint32, frame *eu.Frame) (at int32)
TEXT ·call(SB), NOSPLIT|NOFRAME, $0-44
	MOVQ code+0(FP), AX
	MOVQ registers+8(FP), DI
	MOVQ consts+16(FP), SI
	MOVL channels+24(FP), DX
	MOVQ frame+32(FP), R11
	CALL AX
	MOVL AX, at+40(FP)
	RET
