#include "textflag.h"

// func call(code uintptr, registers, consts unsafe.Pointer, channels uint32)
TEXT ·call(SB), NOSPLIT|NOFRAME, $0-28
	MOVQ code+0(FP), AX
	MOVQ registers+8(FP), DI
	MOVQ consts+16(FP), SI
	MOVL channels+24(FP), DX
	CALL AX
	RET
