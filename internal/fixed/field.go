package fixed

// Field is bits of one of the eight dwords of a register.
type Field uint16

// Dword is the number of the dword, 0 to 7.
func (f Field) Dword() int { return int(f >> 10) }

// Byte is where the dword begins in its register.
func (f Field) Byte() int { return 4 * f.Dword() }

// Shift is the lowest bit.
func (f Field) Shift() int { return int(f >> 5 & 31) }

// Mask has the bits set, in their place.
func (f Field) Mask() uint32 { return ^uint32(0) >> (31 - f&31) << f.Shift() }

// Max is the largest value that the field has room for.
func (f Field) Max() uint64 { return uint64(f.Of(f.Mask())) }

// Of is the value that a dword has in the field.
func (f Field) Of(dword uint32) uint32 { return dword & f.Mask() >> f.Shift() }

// In is a value in its place, without the bits that the field has no room for.
func (f Field) In(v uint32) uint32 { return v << f.Shift() & f.Mask() }
