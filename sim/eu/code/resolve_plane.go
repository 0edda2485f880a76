package code

import "github.com/genvisa/genvisa/native"

// planeFloats are the floats that coefficients lie in, not all of them used.
const planeFloats = 4

// planeLanes is how many channels take one register of a float.
const planeLanes = 8

// resolvePlane is line, p*u + r, and pln, p*u + q*v + r: source 0 names the
// coefficients, source 1 is u (gen-execution 5.4). For pln each eight channels have a
// register of u and, behind it, one of v (vISA, PLN). Where each lies is the reach of
// the source (specs/eu/opcodes.md).
func resolvePlane(l *loader) error {
	o, in := l.op, *l.in
	p, u := &in.Src[0], &in.Src[1]
	switch {
	case in.Align16 || o.N != planeLanes && o.N != 2*planeLanes || in.Dst.Type != native.F || p.Type != native.F || u.Type != native.F:
		return l.refuse("%s of %d channels, of types other than f, or in Align16", in.Op, o.N)
	case p.File != native.GRF || p.Indirect || p.Region != native.Scalar || p.Sub%(4*planeFloats) != 0 || p.Mod != native.ModNone:
		return l.refuse("%s with coefficients other than from half a register on", in.Op)
	case u.File != native.GRF || u.Indirect || u.Sub != 0 || u.Region != (native.Region{V: planeLanes, W: planeLanes, H: 1}):
		return l.refuse("%s of other than whole registers", in.Op)
	}
	p.Region = native.Region{W: planeFloats, H: 1}
	in.Src[2] = *u
	if at, by := in.Op.Reach(1); at != nil {
		u.Region.V = uint8(by)
		in.Src[2] = *u
		in.Src[2].Sub += uint16(at[len(at)-1] * u.Type.Size())
	}
	o.Form, o.Class, o.Ext = FormPlane, ClassFloat, int32(in.Op)
	inner := *l
	inner.in, inner.srcs = &in, 3
	return inner.operands()
}
