package native

// vectorBytes are the bytes of destination that an element of a packed vector immediate is
// meant for: a word of v and uv, a dword of vf (specs/eu/restrictions.md, eu.vector.wide).
var vectorBytes = [NumTypes]uint8{V: 2, UV: 2, VF: 4}

// VectorBytes is the bytes of destination that an element of a packed vector immediate is
// meant for, and 0 for other types.
func (t Type) VectorBytes() int { return int(vectorBytes[t]) }

// DstStep is the bytes from the destination element of a lane to that of the next.
func (in *Inst) DstStep() int { return max(1, int(in.Dst.Region.H)) * in.Dst.Type.Size() }

// VectorElement is which element a lane gets of a packed vector immediate of type t, counted
// on where the immediate starts over: it goes by the byte position in the destination, not by
// the lane, so that dwords get every second element of v and uv (GenX_IR moves the four
// elements of 0x3210:v to dwords as 0x3020100:v).
func (in *Inst) VectorElement(t Type, lane int) int { return lane * in.DstStep() / t.VectorBytes() }
