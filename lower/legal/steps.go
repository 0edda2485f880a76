package legal

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// accSteps: a row of an accumulator has the step of the destination; any other result
// goes by way of a packed one.
func (l *legaliser) accSteps(in *native.Inst) bool {
	if in.ExecSize == 1 || in.Dst.IsNull() || in.Dst.Type == native.HF {
		return false
	}
	to := int(in.Dst.Region.H) * in.Dst.Type.Size()
	for s := range in.Src {
		o := &in.Src[s]
		if o.File != native.ARF || o.Reg != native.ARFAcc0 || o.Region == native.Scalar {
			continue
		}
		if n, ok := edit.Stride(o.Region, int(in.ExecSize)); !ok || n*o.Type.Size() == to {
			continue
		}
		*o = l.toTemp(in, *o, o.Type)
		l.run(*in)
		return true
	}
	return false
}

// byteSteps: for every fourth byte, words of source 1 start at an even place.
func (l *legaliser) byteSteps(in *native.Inst) bool {
	o := &in.Src[1]
	words := o.File == native.Virt && !o.Indirect && o.Type.Size() == 2 && o.Region != native.Scalar
	if in.ExecSize == 1 || in.Dst.Type.Size() != 1 || in.Dst.Region.H != 4 || !words || l.EnsureAlign(o, 4) {
		return false
	}
	*o = l.toTemp(in, *o, o.Type)
	l.run(*in)
	return true
}
