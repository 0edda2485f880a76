package eu

import (
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// tally is what became of the forms of a row on a target.
type tally struct{ ran, stopped int }

func (c *tally) String() string {
	switch {
	case c == nil || c.ran+c.stopped == 0:
		return "-"
	case c.stopped == 0:
		return fmt.Sprint(c.ran)
	case c.ran == 0:
		return fmt.Sprintf("stops %d", c.stopped)
	}
	return fmt.Sprintf("%d, stops %d", c.ran, c.stopped)
}

// opsTable is the table of docs/native-ops.md.
type opsTable struct {
	order []string
	cells map[string]*[native.NumTargets]tally
	why   map[string]map[string]bool
	tried map[native.Op]*[native.NumTargets]int
}

func (d *opsTable) row(op native.Op, target native.Target, name string) *tally {
	if d.cells[name] == nil {
		d.order = append(d.order, name)
		d.cells[name], d.why[name] = &[native.NumTargets]tally{}, map[string]bool{}
	}
	if d.tried[op] == nil {
		d.tried[op] = &[native.NumTargets]int{}
	}
	d.tried[op][target]++
	return &d.cells[name][target]
}

// count takes over what became of a form: an error must be a named stop.
func (d *opsTable) count(t *testing.T, op native.Op, target native.Target, name string, err error) {
	c := d.row(op, target, name)
	if err == nil {
		c.ran++
		return
	}
	var stop *code.UnmodelledError
	if assert.ErrorAs(t, err, &stop, "%v: %s", target, name) {
		c.stopped++
		d.why[name][stop.What] = true
	}
}

func formClass(ty native.Type) string {
	switch {
	case ty.IsFloat():
		return ty.String()
	case ty.Size() == 8:
		return "quads"
	}
	return "ints"
}

// formOf is a form of types, with sources packed or with strides that make elements lie as far apart;
// nil where the target has no such form or a restriction forbids it.
func formOf(target native.Target, f *opForm, d, s native.Type, align16, spread bool) []native.Inst {
	caps := target.Caps()
	from := [3]int{formSrc0, formSrc1, formSrc2}
	apart := max(d.Size(), s.Size(), 2)
	in := ins(f.op, formLanes, native.GRFOperand(formDst, 0, native.Region{H: uint8(max(1, apart/d.Size()))}, d))
	for i := range f.srcs {
		h := uint8(1)
		if spread {
			h = uint8(apart / s.Size())
		}
		w := min(formLanes, uint8(caps.GRFBytes/s.Size())/h) // a row lies in one register
		in.Src[i] = native.GRFOperand(from[i], 0, native.Region{V: w * h, W: w, H: h}, s)
	}
	if f.srcs == 3 && caps.TernaryAlign1 && !align16 { // the third has one stride
		in.Src[2].Region = native.Region{V: in.Src[2].Region.H, W: 1}
	}
	if align16 {
		if apart != d.Size() || d.Size() != s.Size() || d.Size() > 4 {
			return nil
		}
		in.Align16, in.Dst.ChanEn, in.Dst.Region.H = true, 15, 1
		for i := range f.srcs {
			in.Src[i].Region, in.Src[i].Swizzle = native.Region{V: 4, W: 4, H: 1}, 0xE4
		}
	}
	if f.op == native.OpDim {
		in.Src[0].Type = native.DF
	}
	if f.flags {
		in.Dst = native.NullDst(d)
		in.Dst.Region.H = uint8(max(1, apart/d.Size()))
		in.Dst.ChanEn = 15 * uint8(oneIf(align16))
	}
	var code []native.Inst
	if f.build != nil {
		f.build(&in)
	}
	if f.before != nil {
		code = f.before(&in)
	}
	code = append(code, in)
	words, err := native.EncodeAll(target, code)
	if err != nil || f.srcs < 3 && align16 && !caps.Align16 {
		return nil
	}
	code, _, err = native.DecodeAll(target, words)
	if err != nil || len(native.Check(target, code)) > 0 {
		return nil
	}
	return code
}

// tryForm runs a form and compares the elements that it leaves.
func tryForm(t *testing.T, target native.Target, f *opForm, d, s native.Type, code []native.Inst, spread bool) error {
	p, err := loadInsts("form", target, append(slices.Clone(code), eot()))
	if err != nil {
		return err
	}
	values := &formInts
	if s.IsFloat() {
		values = &formReal
	}
	if f.values != nil {
		values = f.values
	}
	in := &code[len(code)-1]
	r := rigOf(p, 0xFF)
	*r.flagWord(0) = 0x0F
	apart := max(d.Size(), s.Size(), 2)
	step := s.Size()
	if spread {
		step = apart
	}
	put := func(reg, at, size int, v uint64) {
		for i := range size {
			r.file()[32*reg+at+i] = byte(v >> (8 * i))
		}
	}
	srcType, dstType := s, d
	if f.bits && s.Size() == 2 {
		srcType = native.HF
	}
	if f.bits && d.Size() == 2 {
		dstType = native.HF
	}
	for i, reg := range [3]int{formSrc0, formSrc1, formSrc2} {
		for k := range formLanes {
			put(reg, k*step, s.Size(), bitsOf(srcType, values[i][k]))
		}
	}
	status, err := r.w.Resume(0, 100)
	if err != nil {
		return err
	}
	require.Equal(t, dispatch.Done, status)
	for k := range formLanes {
		want := f.want(values, k)
		if f.flags {
			assert.EqualValues(t, want, *r.flagWord(0)>>k&1, "%v: %v %v %v, lane %d", target, in, d, s, k)
			continue
		}
		if math.IsNaN(want) {
			continue
		}
		wide := uint64(0)
		at := 32*formDst + k*int(max(1, in.Dst.Region.H))*d.Size()
		for i := range d.Size() {
			wide |= uint64(r.file()[at+i]) << (8 * i)
		}
		if !assert.Equal(t, formWant(dstType, s, want), wide, "%v: %s %v %v, lane %d: %v", target, f.op, d, s, k, want) {
			break
		}
	}
	return nil
}

// forms tries every pair of types that the tables give an instruction.
func (d *opsTable) forms(t *testing.T, f *opForm) {
	for target := range native.NumTargets {
		if !target.HasOp(f.op) {
			continue
		}
		for dst := range native.NumTypes {
			for src := range native.NumTypes {
				listed, also := f.op.Takes(typesOf(target), dst, src)
				if caps := target.Caps(); caps.DoublePairs && (dst == native.DF || src == native.DF) {
					continue // an element takes two channels: docs/gen7-doubles.md
				}
				if !listed && !also || f.types != nil && !f.types(dst, src) || dst.Size() == 0 || src.Size() == 0 || isPacked(dst) || isPacked(src) {
					continue
				}
				class := formClass(dst)
				if from := formClass(src); from != class {
					class = from + " to " + class
				}
				for _, align16 := range []bool{false, true} {
					for _, spread := range []bool{false, true} {
						code := formOf(target, f, dst, src, align16, spread)
						if code == nil {
							continue
						}
						name := strings.TrimSpace(f.op.String()+" "+f.name) + " | " + class + " | " + map[bool]string{false: "Align1", true: "Align16"}[align16]
						d.count(t, f.op, target, name, tryForm(t, target, f, dst, src, code, spread))
						break
					}
				}
			}
		}
	}
}

// typesOf is the target whose types an instruction of ivb has, for which nothing lists them.
func typesOf(target native.Target) native.Target {
	if target == native.IVB {
		return native.HSW
	}
	return target
}

func isPacked(ty native.Type) bool { return ty == native.V || ty == native.UV || ty == native.VF }

// TestDocumentedOps: docs/native-ops.md has what becomes of every instruction of the tables on each
// target, by running it. A form counts as one that runs when it leaves what arithmetic
// written apart from the model's gives.
//
// seed: Broxton vol. 6 EU Overview
func TestDocumentedOps(t *testing.T) {
	d := &opsTable{cells: map[string]*[native.NumTargets]tally{}, why: map[string]map[string]bool{}, tried: map[native.Op]*[native.NumTargets]int{}}
	for i := range opForms {
		d.forms(t, &opForms[i])
	}
	d.programs(t)
	for op := range native.NumOps {
		for target := range native.NumTargets {
			tried := d.tried[op]
			assert.Equal(t, target.HasOp(op), tried != nil && tried[target] > 0, "%v: forms of %v", target, op)
		}
	}
	slices.Sort(d.order)
	var out strings.Builder
	head, rule := "| instruction | types | mode |", "| --- | --- | --- |"
	for target := range native.NumTargets {
		head, rule = head+" "+target.String()+" |", rule+" --- |"
	}
	fmt.Fprintf(&out, "%s why it stops |\n%s --- |\n", head, rule)
	for _, name := range d.order {
		fmt.Fprintf(&out, "| %s |", name)
		for target := range native.NumTargets {
			fmt.Fprintf(&out, " %v |", &d.cells[name][target])
		}
		fmt.Fprintf(&out, " %s |\n", strings.Join(slices.Sorted(maps.Keys(d.why[name])), "; "))
	}
	floor.Table(t, filepath.Join(corpus.Root(), "docs", "native-ops.md"), "ops", out.String())
}
