package native_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// allowed are instructions that a document allows or Intel's compiler makes, beside others that the
// same rule is about, on the targets that the rule has or would have.
var allowed = []struct {
	rule    string
	from    string
	targets []native.Target
	good    string
	bad     string // "" where the targets have no such rule
}{
	{
		"bxt.9.2", "Broxton PRM vol. 6, Special Restrictions, the two examples", gen8To10,
		"mul (8|M0) r10.0<1>.xyzw:f r11.0<4>.xyzw:f r12.4<0>.xyzw:f",
		"mad (8|M0) r10.0<1>.xyzw:f r12.0<0;0>:f r14.4<2;1>.xyzw:f r16.0<1>.xyzw:f",
	},
	{
		"bxt.9.2", "Ivy Bridge PRM vol. 4 part 3, 3.2.3, the shared constant, at dword 4", gen8To10,
		"add (8|M0) r4.0<1>.xyz:f r2.4<0>.yzwx:f r3.0<4>.zwxy:f",
		"add (8|M0) r4.0<1>.xyz:f r2.4<4>.yzwx:f r3.0<4>.zwxy:f",
	},
	{
		"eu.acc.logic", "ocloc of hashcat's m03000; Broadwell PRM vol. 2a: a modifier of the accumulator", fromBDW,
		"and (8|M0) acc0.0<1>:d acc0.0<8;8,1>:d ~r11.0<8;8,1>:d",
		"and (8|M0) acc0.0<1>:d ~acc0.0<8;8,1>:d r11.0<8;8,1>:d",
	},
	{
		"eu.mad.imm", "ocloc of OpenCV's RGBA2mRGBA", []native.Target{native.ICL, native.LKF, native.TGL},
		"mad (16|M0) r20.0<1>:d 128:w r18.0<8;1>:d r28.0<2>:uw", "",
	},
	{
		"eu.mad.imm", "GenX_IR for ICLLP of `a * b + 1.5`", []native.Target{native.ICL, native.LKF, native.TGL},
		"mad (16|M0) r6.0<1>:hf 0x3E00:hf r18.0<8;1>:hf r10.0<1>:hf", "",
	},
	{
		"eu.mixed.indirect", "ocloc of a private array of halves; for skl it makes halves first", []native.Target{native.BDW, native.ICL, native.LKF, native.TGL},
		"mov (8|M0) r14.0<1>:f r[a0.5]<1;1,0>:hf", "",
	},
	{
		"eu.mixed.indirect", "ocloc of a sum over a private array of halves", []native.Target{native.BDW, native.BXT, native.TGL},
		"add (8|M0) r14.0<1>:f r14.0<8;8,1>:f r[a0.5]<1;1,0>:hf", "",
	},
	{
		"eu.mixed.indirect", "Skylake PRM vol. 7", []native.Target{native.SKL, native.CNL},
		"mov (8|M0) r14.0<1>:hf r[a0.5]<1;1,0>:hf",
		"mov (8|M0) r14.0<1>:f r[a0.5]<1;1,0>:hf",
	},
	{
		"eu.optypes", "ocloc of darktable's demosaic_markesteijn", []native.Target{native.ICL, native.LKF},
		"mad (16|M0) r16.0<1>:d r6.1<4;2>:b r8.4<0;0>:d r111.0<2>:w",
		"mad (8|M0) r16.0<1>:b r6.1<4;2>:b r8.4<0;0>:d r111.0<2>:w",
	},
	{"eu.optypes", "ocloc of john's o5logon", gen8And9, "or (8|M0) r22.0<1>:q r28.0<4;4,1>:q r20.0<8;8,1>:ub", "or (8|M0) r22.0<1>:ub r28.0<4;4,1>:q r20.0<8;8,1>:ub"},
	{"eu.optypes", "ocloc of convert_ulong_sat(char)", gen8And9, "sel (8|M0) (ge)f0.0 r83.0<1>:q r6.0<8;8,1>:b 0:w", "sel (8|M0) (ge)f0.0 r83.0<1>:hf r6.0<8;8,1>:b 0:w"},
	{"eu.optypes", "ocloc of `q < (long)b`", gen8And9, "cmp (8|M0) (lt)f0.0 null<1>:q r2.0<4;4,1>:q r6.0<8;8,1>:b", "cmp (8|M0) (lt)f0.0 null<1>:q r2.0<4;4,1>:df r6.0<8;8,1>:b"},
	{"eu.optypes", "ocloc of `q >> (ub & 63)`", gen8And9, "shr (8|M0) r16.0<1>:uq r2.0<4;4,1>:uq r6.0<8;8,1>:ub", "shr (8|M0) r16.0<1>:ub r2.0<4;4,1>:uq r6.0<8;8,1>:ub"},
}

var (
	gen8And9 = []native.Target{native.BDW, native.SKL}
	gen8To10 = []native.Target{native.BDW, native.SKL, native.BXT, native.CNL}
	fromBDW  = []native.Target{native.BDW, native.SKL, native.BXT, native.CNL, native.ICL, native.LKF, native.TGL}
)

// TestAllowed: no rule finds anything in what is allowed, and this one in its neighbour.
//
// seed: Broxton vol. 6 Register Region Restrictions 9
func TestAllowed(t *testing.T) {
	for _, c := range allowed {
		for _, target := range c.targets {
			in, err := example(t, target, c.good)
			require.NoError(t, err, "%s on %s", c.from, target)
			assert.Empty(t, findings(target, in), "%s, on %s: %s", c.from, target, c.good)
			if c.bad == "" {
				assert.False(t, native.RuleByID(c.rule).On(target), "%s on %s", c.rule, target)
				continue
			}
			in, err = example(t, target, c.bad)
			require.NoError(t, err, "%s on %s", c.from, target)
			assert.Contains(t, findings(target, in), c.rule, "%s, on %s: %s", c.from, target, c.bad)
		}
	}
}

// TestContradictions: where the Broxton PRM says both, the verdict that ERRATA.md gives.
func TestContradictions(t *testing.T) {
	for _, c := range []struct {
		lines string
		want  []string
		text  string
	}{
		{"1603, the example as it stands", []string{"bxt.2.1", "lkf.vstride"}, "mov (4|M0) r10.0<1>:df r11.0<16;8,2>:f"},
		{"1603, as it is meant", nil, "mov (4|M0) r10.0<1>:df r11.0<8;4,2>:f"},
		{"1706 against the example of 1716", []string{"bxt.7.6"}, "math.pow (8|M0) r3.0<1>.xyzw:hf r4.0<4>.xyzw:f r6.0<0>.xyzw:hf"},
		{"1227 against 1170 to 1190", []string{"eu.acc.half"}, "mov (16|M0) r2.0<1>:hf acc1.0<16;16,1>:hf"},
		{"1170 to 1190, acc0", nil, "mov (16|M0) r2.0<1>:hf acc0.0<16;16,1>:hf"},
		{"1794, a half of 1790 as it stands", []string{"bxt.2.2"}, "add (8|M0) r[a0.0]<1>:f r[a0.2]<4;8,1>:w r10.0<8;8,1>:ud"},
		{"1794, as it is meant; what it does is a case of sim/eu", nil, "add (8|M0) r[a0.0]<1>:ud r[a0.2]<8;8,1>:w r10.0<8;8,1>:ud"},
	} {
		in, err := example(t, native.SKL, c.text)
		require.NoError(t, err, c.lines)
		assert.Equal(t, c.want, findings(native.SKL, in), "%s: %s", c.lines, c.text)
	}
	// One register each of these types, whose number is 0 (IVB 2301, 2303, 3729, 3879).
	assert.EqualValues(t, []int{0xB0, 0xC0}, []int{native.ARFTDR0, native.ARFTM0})
}
