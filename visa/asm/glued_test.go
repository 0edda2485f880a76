package asm_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

func parseGlued(line string) (*visa.Kernel, error) {
	const decls = ".decl V32 v_type=G type=ud num_elts=64 align=GRF\n.decl V33 v_type=G type=uq num_elts=64 align=GRF\n.decl P1 v_type=P num_elts=16\n.decl T6 v_type=T num_elts=1\n"
	return asm.Parse("t", []byte(".version 4.2\n.kernel \"k\"\n"+decls+line+"\n"))
}

// TestGluedText: operands of the load/store cache come back as they were written, but for
// spellings that have another one, and with the fields that they say.
func TestGluedText(t *testing.T) {
	for _, c := range []struct{ text, printed, fields string }{
		{"lsc_load.ugm (M1, 16)  V32:d32  flat[V33]:a64", "", "sfid=0 l1=0 l3=0 space=1 offset=0 address_size=3 data_size=3 order=1 elements=1"},
		{"(!P1.any) lsc_load.ugml.ca.uc (M5_NM, 8)  V32.64:d32x4  bss(V32)[V32+0x10]:a32", "", "sfid=1 l1=2 l3=1 space=2 offset=16 address_size=2 data_size=3 order=1 elements=4"},
		{"lsc_load.slm (M1_NM, 1)  V32:d64x8t  flat[V32-0x8]:a32", "", "sfid=3 l1=0 l3=0 space=1 offset=-8 address_size=2 data_size=4 order=2 elements=5"},
		{"lsc_load.ugm.df.ri (M1, 8)  V32:d16u32  bti(0x7)[V32]:a32", "", "sfid=0 l1=0 l3=6 space=4 offset=0 address_size=2 data_size=6 order=1 elements=1"},
		{"lsc_load.ugm.df.df (M1, 8) V32.0:d8c32 bss(V32.1)[ V32 + 16 ]:a32", "lsc_load.ugm (M1, 8)  V32:d8u32  bss(V32(0,1))[V32+0x10]:a32", "sfid=0 l1=0 l3=0 space=2 offset=16 address_size=2 data_size=5 order=1 elements=1"},
		{"lsc_store.ugm (M1, 8)  ss(V32(1,2))[V32]:a32  V32.32:d32x64t", "", "sfid=0 l1=0 l3=0 space=3 offset=0 address_size=2 data_size=3 order=2 elements=8"},
		{"lsc_store_quad.ugm (M1, 8)  bss(0x40)[V32]:a32  V32:d32.xzw", "", "sfid=0 l1=0 l3=0 space=2 offset=0 address_size=2 data_size=3 channels=13"},
		{"lsc_atomic_icas.ugm (M1, 8)  %null:d64  flat[V33]:a64  V33  V33.64", "", "sfid=0 l1=0 l3=0 space=1 offset=0 address_size=3 data_size=4"},
		{"lsc_fence.ugm.flushtype6.tile", "lsc_fence.ugm.type6.tile", "sfid=0 op=6 scope=2"},
	} {
		k, err := parseGlued(c.text)
		if !assert.NoError(t, err, c.text) {
			continue
		}
		require.Len(t, k.Insts, 1)
		want := c.printed
		if want == "" {
			want = c.text
		}
		assert.Equal(t, want, strings.TrimSpace(asm.Text(k, &k.Insts[0])))
		var fields []string
		for i, s := range k.Insts[0].Op.Info().Slots {
			if o := &k.Insts[0].Args[i]; o.Kind == visa.Field {
				fields = append(fields, fmt.Sprintf("%s=%d", s.Name, o.IntImm()))
			}
		}
		assert.Equal(t, c.fields, strings.Join(fields, " "), c.text)
	}
}

// TestGluedErrors: what stands there and what is legal, with its column.
func TestGluedErrors(t *testing.T) {
	for line, want := range map[string]string{
		"lsc_load.ugm (M1, 8)  V32:d24  flat[V32]:a32":                    "t:7:27: error: 'd24': want a value of data_size: d8 d16 d32 d64 d8u32 d16u32 d16u32h",
		"lsc_load.ugm (M1, 8)  V32:d32x5  flat[V32]:a32":                  "t:7:30: error: 'x5': no value of data_size or of what may stand behind it goes on so: want one of d8 d16 d32 d64",
		"lsc_load.ugm (M1, 8)  V32:d32  stack[V32]:a32":                   "t:7:32: error: 'stack': want a value of space: flat bss ss bti",
		"lsc_load.ugm (M1, 8)  V32:d32  flat[4*V32]:a32":                  "t:7:37: error: operand src0 of 'lsc_load' is '4': want a variable with byte offset",
		"lsc_load.ugm (M1, 8)  V32:d32  flat[V32+0x80000000]:a32":         "t:7:40: error: offset +2147483648: want -2147483648 to 2147483647",
		"lsc_load.ugm (M1, 8)  V32:d32  flat[V32+0xffffffffffffffff]:a32": "t:7:40: error: offset +18446744073709551615: want",
		"lsc_load.ugm (M1, 8)  V32:d32  flat[V32-0x80000001]:a32":         "t:7:40: error: offset -2147483649: want",
		"lsc_load.ugm (M1, 8)  V32:d32  bss(":                             "lacks its operand surface: want a variable",
		"lsc_load.ugm (M1, 8)  V32:d32  bss(T6)[V32]:a32":                 "t:7:36: error: operand surface of 'lsc_load' is a surface, 'T6'",
		"lsc_load.ugm (M1, 8)  V32:d32  bss(V32.256)[V32]:a32":            "t:7:39: error: column 256: want 0 to 255",
		"lsc_load.ugm (M1, 8)  V32:d32  flat[V32]:a8":                     "t:7:42: error: 'a8': want a value of address_size: a16 a32 a64",
		"lsc_load.ugm (M1, 8)  V32:d32  flat[V32]":                        "t:7:41: error: end of line: want ':'",
		"lsc_load.ugm.ca (M1, 8)  V32:d32  flat[V32]:a32":                 "t:7:17: error: '(': want '.' and a value of l3: df uc ca wb wt st ri",
		"lsc_load.dram (M1, 8)  V32:d32  flat[V32]:a32":                   "t:7:9: error: '.dram': want '.' and a value of sfid: ugm ugml slm",
		"lsc_load_quad.ugm (M1, 8)  V32:d32.yx  flat[V32]:a32":            "t:7:35: error: '.yx': want '.' and a value of channels",
		"lsc_atomic_iadd.ugm (M1, 8)  V32:d32  flat[V32]:a32  V32":        "t:7:57: error: 'lsc_atomic_iadd' lacks its operand src2",
	} {
		_, err := parseGlued(line)
		assert.ErrorContains(t, err, want, line)
	}
}
