package fixed

// Part is a place in the file of a stopped launch: a row of specs/eu/context.md.
type Part uint64

// At is the offset in the whole that it is a part of, in bytes.
func (p Part) At() int { return int(p >> 24) }

// Bytes is how many it has.
func (p Part) Bytes() int { return int(p & (1<<24 - 1)) }

// In is the part of a whole.
func (p Part) In(whole []byte) []byte { return whole[p.At():][:p.Bytes():p.Bytes()] }
