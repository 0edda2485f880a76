#include "textflag.h"

// Contents of splitmix64, eight draws at a time: Y0 and Y1 hold the states of four
// draws each. A product modulo 2^64 is made of products of 32 bits.

DATA steps<>+0(SB)/8, $0x9E3779B97F4A7C15 // of the next four draws
DATA steps<>+8(SB)/8, $0x3C6EF372FE94F82A
DATA steps<>+16(SB)/8, $0xDAA66D2C7DDF743F
DATA steps<>+24(SB)/8, $0x78DDE6E5FD29F054
DATA steps<>+32(SB)/8, $0xF1BBCDCBFA53E0A8 // eight draws on
DATA steps<>+40(SB)/8, $0xBF58476D1CE4E5B9 // factors of a draw
DATA steps<>+48(SB)/8, $0x94D049BB133111EB
DATA steps<>+56(SB)/8, $0x4330000000000000 // 2^52
GLOBL steps<>(SB), RODATA|NOPTR, $64

// START has the states of a round in Y0 and Y1, and in Y15 how far the next is.
#define START \
	MOVQ dst+0(FP), DI; \
	MOVQ n+8(FP), CX; \
	VPBROADCASTQ rng+16(FP), Y0; \
	VPADDQ steps<>+0(SB), Y0, Y0; \
	VPBROADCASTQ steps<>+24(SB), Y1; \
	VPADDQ Y0, Y1, Y1; \
	VPBROADCASTQ steps<>+32(SB), Y15; \
	VPBROADCASTQ steps<>+40(SB), Y14; \
	VPSRLQ $32, Y14, Y13; \
	VPBROADCASTQ steps<>+48(SB), Y12; \
	VPSRLQ $32, Y12, Y11

// TIMES is Y2 and Y3 times the factor in low, whose upper half is in high.
#define TIMES(low, high) \
	VPSRLQ $32, Y2, Y4; \
	VPSRLQ $32, Y3, Y5; \
	VPMULUDQ low, Y4, Y4; \
	VPMULUDQ low, Y5, Y5; \
	VPMULUDQ high, Y2, Y6; \
	VPMULUDQ high, Y3, Y7; \
	VPADDQ Y6, Y4, Y4; \
	VPADDQ Y7, Y5, Y5; \
	VPSLLQ $32, Y4, Y4; \
	VPSLLQ $32, Y5, Y5; \
	VPMULUDQ low, Y2, Y2; \
	VPMULUDQ low, Y3, Y3; \
	VPADDQ Y4, Y2, Y2; \
	VPADDQ Y5, Y3, Y3

#define SHIFTED(n) \
	VPSRLQ n, Y2, Y4; \
	VPSRLQ n, Y3, Y5; \
	VPXOR Y4, Y2, Y2; \
	VPXOR Y5, Y3, Y3

// DRAW has the draws of the states in Y2 and Y3, of which the last step to the low
// bits is missing, and moves the states on.
#define DRAW \
	VPSRLQ $30, Y0, Y2; \
	VPSRLQ $30, Y1, Y3; \
	VPXOR Y0, Y2, Y2; \
	VPXOR Y1, Y3, Y3; \
	VPADDQ Y15, Y0, Y0; \
	VPADDQ Y15, Y1, Y1; \
	TIMES(Y14, Y13); \
	SHIFTED($27); \
	TIMES(Y12, Y11)

// func drawFloats(dst *byte, n int, rng splitMix64, from, step float64)
TEXT ·drawFloats(SB), NOSPLIT, $0-40
	START
	VBROADCASTSD from+24(FP), Y10
	VBROADCASTSD step+32(FP), Y9
	VPBROADCASTQ steps<>+56(SB), Y8 // the sum with 2^52 has the bits of a small integer last
floats:
	DRAW
	VPSRLQ $40, Y2, Y2
	VPSRLQ $40, Y3, Y3
	VPOR  Y8, Y2, Y2
	VPOR  Y8, Y3, Y3
	VSUBPD Y8, Y2, Y2
	VSUBPD Y8, Y3, Y3
	VMULPD Y9, Y2, Y2
	VMULPD Y9, Y3, Y3
	VADDPD Y10, Y2, Y2
	VADDPD Y10, Y3, Y3
	VCVTPD2PSY Y2, X2
	VCVTPD2PSY Y3, X3
	VMOVUPS X2, (DI)
	VMOVUPS X3, 16(DI)
	ADDQ $32, DI
	SUBQ $8, CX
	JNZ  floats
	VZEROUPPER
	RET

// func drawMasked(dst *byte, n int, rng splitMix64, lo, mask uint32)
TEXT ·drawMasked(SB), NOSPLIT, $0-32
	START
	MOVL lo+24(FP), AX
	VMOVD AX, X10
	VPBROADCASTD X10, Y10
	MOVL mask+28(FP), AX
	VMOVD AX, X9
	VPBROADCASTD X9, Y9
masked:
	DRAW
	SHIFTED($31)
	VSHUFPS $0x88, Y3, Y2, Y2 // low halves: of draws 0, 1, 4, 5 and 2, 3, 6, 7
	VPERMQ $0xD8, Y2, Y2
	VPAND Y9, Y2, Y2
	VPADDD Y10, Y2, Y2
	VMOVDQU Y2, (DI)
	ADDQ $32, DI
	SUBQ $8, CX
	JNZ  masked
	VZEROUPPER
	RET
