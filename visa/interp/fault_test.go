package interp_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/interp"
)

// TestFaultWords: what stops a thread says so with the instruction, the lane and the address.
func TestFaultWords(t *testing.T) {
	flat := lines("mov (M1_NM, 16) ADDR(0,0)<1> 0x0:uq", "mov (M1_NM, 1) ADDR(0,2)<1> 0x1234:uq")
	local := lines("mov (M1_NM, 32) TMP(0,0)<1> 0x0:ud", "mov (M1_NM, 1) TMP(0,3)<1> 0x6:ud")
	for _, c := range []struct {
		body string
		lane int
		addr uint64
		want string
	}{
		{flat + lines("svm_gather4scaled.R (M1, 8) 0x0:uq ADDR.0 OUT.0"), 0, 0, "svm_gather4scaled (M1, 8): read of 4 bytes at unmapped address 0x0"},
		{flat + lines("svm_atomic.inc (M1, 8) ADDR.0 OUT.0 %null.0 %null.0"), 0, 0, "svm_atomic (M1, 8): write of 4 bytes at unmapped address 0x0"},
		{flat + lines("mov (M1_NM, 2) ADDR(0,0)<1> 0x100000000:uq", "svm_gather.8.2 (M1, 4) ADDR.0 OUT.0"), 2, 0x1234, "lane 2: svm_gather (M1, 4): read of 8 bytes at unmapped address 0x1234"},
		{flat + lines("mov (M1_NM, 2) ADDR(0,0)<1> 0x1000000f8:uq", "svm_gather.8.2 (M1, 2) ADDR.0 OUT.0"), 0, 0x100000100, "lane 0: svm_gather (M1, 2): read of 8 bytes at unmapped address 0x100000100"},
		{flat + lines("svm_block_ld (1) 0x1230:uq OUT.0"), -1, 0x1230, "all lanes: svm_block_ld: read of 16 bytes at unmapped address 0x1230"},
		{flat + lines("svm_block_st (2) 0x1240:uq OUT.0"), -1, 0x1240, "all lanes: svm_block_st: write of 32 bytes at unmapped address 0x1240"},
		{local + lines("dword_atomic.inc (M1, 8) %slm TMP.0 %null.0 %null.0 OUT.0"), 3, 6, "lane 3: dword_atomic (M1, 8): atomic of 4 bytes at offset 0x6 of shared local memory: offset is not a multiple of 4"},
		{local + lines("dword_atomic.inc (M3, 8) %slm TMP.0 %null.0 %null.0 OUT.0"), 11, 6, "lane 11: dword_atomic (M3, 8): atomic of 4 bytes at offset 0x6"},
		{local + lines("mov (M1_NM, 1) TMP(0,1)<1> 0x1000:ud", "dword_atomic.inc (M1, 8) %slm TMP.0 %null.0 %null.0 OUT.0"), 3, 6, "lane 3: dword_atomic (M1, 8): atomic of 4 bytes at offset 0x6"},
		{flat + lines("mov (M1_NM, 8) ADDR(0,0)<1> 0x100000004:uq", "svm_atomic.inc.64 (M1, 4) ADDR.0 OUT.0 %null.0 %null.0"), 0, 4, "lane 0: svm_atomic (M1, 4): atomic of 8 bytes at offset 0x4 of out: offset is not a multiple of 8"},
		{lines("gather4_scaled.R (M1, 8) %scratch 0x0:ud IN.0 OUT.0"), -1, 0, "all lanes: gather4_scaled (M1, 8): the thread has no scratch space"},
		{lines("gather4_scaled.R (M1, 8) T6 0x0:ud IN.0 OUT.0"), -1, 0, "binding table index -1: no surface is bound (bound: [0])"},
		{lines("movs (M1_NM, 1) T6(0) 0x3:ud", "(P1) gather4_scaled.R (M1_NM, 8) T6 0x0:ud IN.0 OUT.0", "gather4_scaled.R (M1_NM, 8) T6 0x0:ud IN.0 OUT.0"), -1, 0, "all lanes: gather4_scaled (M1_NM, 8): binding table index 3: no surface is bound"},
		{lines("movs (M1_NM, 1) T6(0) 0x100:ud", "gather4_scaled.R (M1_NM, 8) T6 0x0:ud IN.0 OUT.0"), -1, 0, "binding table index 256: no surface is bound"},
		{lines("movs (M1_NM, 1) %bss(0) 0x3:ud", "gather4_scaled.R (M1, 8) %bss 0x0:ud IN.0 OUT.0"), -1, 0, "0x3 is no handle of a surface"},
		{lines("load_lz.R (M1, 8) 0x0:uw T6 OUT.0 IN.0"), -1, 0, "load_lz (M1, 8): binding table index -1: no image is bound (images: [])"},
		{lines("switchjmp (M1, 1) IN(0,5)<0;1,0> (main, main, main)"), -1, 0, "switchjmp (M1, 1): no label has this number: 5, legal are 0..2"},
		{lines("switchjmp (M1, 1) IND(0,5)<0;1,0> (main, main, main, main, main)"), -1, 0, "no label has this number: 5, legal are 0..4"},
		{lines("ifcall (M1, 32) IN(0,5)<0;1,0> 0 0"), 0, 5, "ifcall (M1, 32): no function has this address: 0x5; 0 functions are linked"},
		{lines("(P1) ifcall (M1, 32) IN(0,5)<0;1,0> 0 0", "ifcall (M1, 32) 0x1000:ud 0 0"), 0, 0x1000, "ifcall (M1, 32): no function has this address: 0x1000; 0 functions are linked"},
		{lines("fret (M1, 32)"), -1, 0, "fret where no function was called: want ret"},
	} {
		f := fault(t, newMachine(), c.body)
		assert.ErrorContains(t, f, c.want)
		assert.Equal(t, c.lane, f.Lane, c.body)
		assert.Equal(t, c.addr, f.Addr, c.body)
		assert.Equal(t, "k", f.Kernel)
		assert.Equal(t, "k.visaasm", f.File)
	}
	f := fault(t, newMachine(), lines("setp (M1_NM, 32) P1 0x1:ud", "(P1) fret (M1, 32)"))
	assert.Contains(t, f.Error(), "all lanes: (P) fret (M1, 32): fret where no function was called")
}

// TestReturnsOfTheWrongKind: ret leaves a subroutine, fret a function.
func TestReturnsOfTheWrongKind(t *testing.T) {
	for _, c := range []struct{ main, f, want string }{
		{"fcall (M1, 8) f 0 0\nret (M1, 1)\n", "ret (M1, 8)\n", "ret of a function: want fret"},
		{"call (M1, 8) sub\nret (M1, 1)\nsub:\nfret (M1, 8)\n", "fret (M1, 8)\n", "fret where no function was called: want ret"},
		{"fcall (M1, 8) f 0 0\nret (M1, 1)\n", "fret (M1, 8)\n", ""},
		{"call (M1, 8) sub\nret (M1, 1)\nsub:\nret (M1, 8)\n", "fret (M1, 8)\n", ""},
		{"ifcall (M1, 8) 0x1000:ud 0 0\nret (M1, 1)\n", "fret (M1, 8)\n", ""},
		{"ifcall (M1, 8) 0x100001000:uq 0 0\nret (M1, 1)\n", "fret (M1, 8)\n", ""},
		{"ifcall (M1, 8) 0x1040:ud 0 0\nret (M1, 1)\n", "fret (M1, 8)\n", "no function has this address: 0x1040; 1 functions are linked"},
		{"ifcall (M1, 8) 0x1001:ud 0 0\nret (M1, 1)\n", "fret (M1, 8)\n", "no function has this address: 0x1001"},
		{"ifcall (M1, 8) 0xfc0:ud 0 0\nret (M1, 1)\n", "fret (M1, 8)\n", "no function has this address: 0xfc0"},
	} {
		k, err := asm.ParseLinked("t", []byte(".version 4.1\n.kernel \"k\"\n.kernel_attr SimdSize=8\n"+c.main), []byte(".version 4.1\n.global_function \"f\"\n"+c.f))
		require.NoError(t, err)
		status, err := start(t, k).Resume(0, 9)
		if c.want != "" {
			assert.ErrorContains(t, err, c.want, c.main)
			continue
		}
		require.NoError(t, err, c.main)
		assert.Equal(t, dispatch.Done, status)
	}
}

// TestErrorWords: errors that no kernel of the tests above gives.
func TestErrorWords(t *testing.T) {
	assert.EqualError(t, &interp.ModeError{CR0: 0x41}, "cr0.0 of 0x41: the interpreter does not support ALT mode, accumulator disable, single program flow and vector mask")
	assert.EqualError(t, &interp.PayloadError{Kernel: "k", Got: 5, Need: 32}, "kernel k: thread payload has 5 bytes, the .input records reach 32")
	assert.EqualError(t, &interp.UnsupportedError{File: "f", Pos: visa.Pos{Line: 3, Col: 5}, What: "it"}, "f:3:5: error: the interpreter does not support it")
	assert.EqualError(t, &interp.UnsupportedError{File: "f", Pos: visa.Pos{Line: 3, Col: 5}, Op: "mov", What: "it"}, "f:3:5: error: mov: the interpreter does not support it")
	assert.EqualError(t, &interp.RegionFault{Addr: 9, Size: 4, Len: 12}, "indirect operand at byte 9 of storage (4 bytes per element): legal are 0..8")
}

// TestNoLocalMemory: a thread without group or without shared local memory.
func TestNoLocalMemory(t *testing.T) {
	m := newMachine()
	m.group.SLM = nil
	assert.ErrorIs(t, fault(t, m, lines("gather4_scaled.R (M1, 8) %slm 0x0:ud IN.0 OUT.0")), interp.ErrNoLocal)
	m.group = nil
	assert.ErrorIs(t, fault(t, m, lines("gather4_scaled.R (M1, 8) %slm 0x0:ud IN.0 OUT.0")), interp.ErrNoLocal)
	assert.ErrorIs(t, fault(t, m, lines("barrier")), interp.ErrNoGroup)
}

// TestBindless: the bindless variable holds the handle of a surface or an image.
func TestBindless(t *testing.T) {
	p, err := interp.New(parse(t, lines("movs (M1_NM, 1) %bss(0) IN(0,0)<0;1,0>", "mov (M1_NM, 32) TMP(0,0)<1> 0x4:ud",
		"scatter4_scaled.R (M1, 8) %bss 0x0:ud TMP.0 IN.32", "gather4_scaled.R (M1_NM, 1) %bss 0x0:ud TMP.0 OUT.0")))
	require.NoError(t, err)
	m := newMachine()
	m.in[0] = mem.Handle(5)
	memory := mem.New()
	out, five := memory.Alloc("out", 128), memory.Alloc("five", 16)
	memory.Bind(0, out)
	memory.Bind(5, five)
	w := p.NewWorker(1)
	w.Start(0, m.thread(memory))
	_, err = w.Resume(0, 99)
	require.NoError(t, err)
	assert.Equal(t, []byte{0, 0, 0, 0, 15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, five.Bytes())
	assert.Equal(t, byte(15), out.Bytes()[0])
}
