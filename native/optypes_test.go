package native_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/opdefs"
)

// TestTakes: rows of specs/eu/types.md, with families, several targets and both columns.
func TestTakes(t *testing.T) {
	for _, c := range []struct {
		t            native.Target
		op           native.Op
		dst, src     native.Type
		listed, also bool
	}{
		{native.SKL, native.OpCmp, native.F, native.DF, false, false},
		{native.SKL, native.OpCmp, native.DF, native.DF, true, false},
		{native.SKL, native.OpMov, native.B, native.HF, true, false},
		{native.SKL, native.OpMov, native.DF, native.HF, false, false},
		{native.SKL, native.OpShr, native.UD, native.UW, true, true},
		{native.SKL, native.OpShr, native.D, native.UD, false, true},
		{native.SKL, native.OpShr, native.D, native.V, true, true},
		{native.BDW, native.OpMul, native.Q, native.D, false, true},
		{native.BDW, native.OpMul, native.B, native.W, false, true}, // mul (16|M0) (eq)f1.1 null<2>:b r11.0<4;1,0>:b 51:w
		{native.SKL, native.OpMul, native.B, native.W, false, true},
		{native.SKL, native.OpMul, native.Q, native.D, true, false},
		{native.TGL, native.OpMov, native.Q, native.D, false, false},
		{native.IVB, native.OpMov, native.B, native.DF, true, true}, // no row
		{native.SKL, native.OpSend, native.B, native.DF, true, true},
		{native.SKL, native.NumOps, native.B, native.DF, true, true},
	} {
		listed, also := c.op.Takes(c.t, c.dst, c.src)
		assert.Equal(t, [2]bool{c.listed, c.also}, [2]bool{listed, also}, "%+v", c)
	}
}

// shape is the size and kind of a type: what is left of it without a sign.
func shape(ty native.Type) string { return fmt.Sprint(ty.Size(), ty.IsFloat(), ty == native.NF) }

// TestTypesAlso: what specs/eu/types.md takes from compiled or shipped code, beside the
// vendor's lists, is there. A pair of sizes that is neither listed nor in code has a document.
func TestTypesAlso(t *testing.T) {
	eu, err := opdefs.ParseEU(os.DirFS("../specs/eu"))
	require.NoError(t, err)
	seen := typesSeen(t)
	for i := range eu.Types {
		row := &eu.Types[i]
		other := strings.Contains(row.Source, "IGC") || strings.Contains(row.Source, "GenX_IR")
		compiled, shipped := strings.Contains(row.Source, "compiled"), strings.Contains(row.Source, "shipped")
		if !compiled && !shipped {
			continue
		}
		has, sizes := false, map[string]bool{}
		each := func(table *[16]uint16, visit func(dst, src native.Type)) {
			for d := range native.NumTypes {
				for s := range native.NumTypes {
					if table[d]>>s&1 != 0 {
						visit(d, s)
					}
				}
			}
		}
		each(&row.Listed, func(d, s native.Type) { sizes[shape(d)+shape(s)] = true })
		each(&row.Also, func(d, s native.Type) {
			from := seen[fmt.Sprintf("%s %s %s", row.Op, d, s)]
			in := from[0]&uint16(row.Targets) != 0 && compiled || from[1]&uint16(row.Targets) != 0 && shipped
			if in {
				sizes[shape(d)+shape(s)] = true
				has = has || row.Listed[d]>>s&1 == 0
			}
		})
		assert.True(t, has, "%s on %#x: no code has what stands in the column also", row.Op, row.Targets)
		each(&row.Also, func(d, s native.Type) {
			assert.True(t, sizes[shape(d)+shape(s)] || other, "%s on %#x: nothing has %s < %s", row.Op, row.Targets, d, s)
		})
	}
}

// typesSeen are the targets whose compiled and shipped code has an instruction with these
// types of destination and source.
func typesSeen(t *testing.T) map[string][2]uint16 {
	seen := map[string][2]uint16{}
	read := func(kind int, target native.Target, file string, code []byte) {
		insts, _, err := native.DecodeAll(target, code)
		require.NoError(t, err, file)
		for i := range insts {
			in := &insts[i]
			for k := range in.Op.Sources() {
				if in.Op.IsALU() && in.Src[k].File != native.NoFile && !in.IsMacro() {
					key := fmt.Sprintf("%s %s %s", in.Op, in.Dst.Type, in.Src[k].Type)
					v := seen[key]
					v[kind] |= 1 << target
					seen[key] = v
				}
			}
		}
	}
	scan := func(kind int, target native.Target, file string) {
		code, err := os.ReadFile(file)
		require.NoError(t, err)
		read(kind, target, file, code)
	}
	eachRelease(t, func(target native.Target, name string, code []byte) { read(0, target, name, code) })
	for _, d := range slices.Concat(corpusDirs, compiledDirs) {
		for _, file := range gen9Files(t, d.dir) {
			scan(0, d.t, file)
		}
	}
	for _, d := range identities {
		if strings.HasPrefix(d.dir, "shipped/") && !strings.Contains(d.dir, "mesa") {
			for _, file := range corpus.FilesBeside(t, d.dir, "*.dat") {
				scan(1, d.t, file)
			}
		}
	}
	return seen
}
