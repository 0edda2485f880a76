package native

import (
	"fmt"
	"math/bits"
	"slices"
)

// The parts of a software scoreboard code (gen-encoding section 6).
const (
	swsbDist  = 0x00 // + 1..7: wait for the instruction so many before this one
	swsbDst   = 0x20 // + token: wait until its destination is written
	swsbSrc   = 0x30 // + token: wait until its sources are read
	swsbSet   = 0x40 // + token: set it, which send and math alone do
	swsbBoth  = 0x80 // + 16 * distance + token
	swsbToken = 15
	swsbFirst = 7
)

// Scoreboard reports whether instructions of the target say which earlier ones they
// wait for; on others the hardware watches general registers.
func (t Target) Scoreboard() bool {
	return slices.ContainsFunc(fieldsOf(t, OpMov), func(f field) bool { return f.slot == slotSWSB })
}

// Sync is what a software scoreboard code says. Everything that it waits for has
// happened before the instruction reads or writes.
type Sync struct {
	Dist     int    // 1 to 7: the in-order instruction so many before this one has written; 0 none
	Dst, Src uint32 // tokens, a bit each: destinations are written; sources are read
	Set      uint32 // token that this instruction holds from now on
}

// Sync decodes SWSB, and the tokens that a sync has as its operand: all for null.
func (in *Inst) Sync() Sync {
	token := uint32(1) << (in.SWSB & swsbToken)
	s := Sync{}
	switch c := in.SWSB; {
	case c >= swsbBoth:
		s.Dist = int(c >> 4 & swsbFirst)
		if in.HoldsToken() {
			s.Set = token
		} else {
			s.Dst = token
		}
	case c >= swsbSet:
		s.Set = token
	case c >= swsbSrc:
		s.Src = token
	case c >= swsbDst:
		s.Dst = token
	default:
		s.Dist = int(c & swsbFirst)
	}
	if in.Op == OpSync {
		in.syncTokens(&s)
	}
	return s
}

// MaxDistance is the farthest distance that a code can say; older results in order have
// arrived when that one has.
const MaxDistance = swsbFirst

// SetSync sets the code that says what s does: a distance, or tokens of which one is set by
// what can hold it, or waited for; a distance with the sources of a token has no code, and of
// several tokens only the first counts.
func (in *Inst) SetSync(s Sync) {
	dist := uint8(s.Dist)
	token := func(set uint32) uint8 { return uint8(bits.TrailingZeros32(set)) & swsbToken }
	switch {
	case s.Set != 0 && dist > 0:
		in.SWSB = swsbBoth + dist<<4 + token(s.Set)
	case s.Set != 0:
		in.SWSB = swsbSet + token(s.Set)
	case s.Dst != 0 && dist > 0:
		in.SWSB = swsbBoth + dist<<4 + token(s.Dst)
	case s.Dst != 0:
		in.SWSB = swsbDst + token(s.Dst)
	case s.Src != 0:
		in.SWSB = swsbSrc + token(s.Src)
	default:
		in.SWSB = swsbDist + dist
	}
}

// syncTokens adds the operand of sync.allrd and sync.allwr.
func (in *Inst) syncTokens(s *Sync) {
	mask := uint32(1<<(swsbToken+1) - 1)
	if in.Src[0].File == Imm {
		mask &= uint32(in.Src[0].Imm)
	}
	switch SyncName(in.SyncFC) {
	case "allrd":
		s.Src |= mask
	case "allwr":
		s.Dst |= mask
	}
}

// HoldsToken tells the instructions that run out of order, which tokens are for.
func (in *Inst) HoldsToken() bool { return in.Op.IsSend() || in.Op.IsMath() }

// InOrder tells the instructions that distances count: all that neither run out of
// order nor only wait.
func (in *Inst) InOrder() bool {
	return !in.HoldsToken() && !in.Op.IsEmpty() && in.Op != OpSync
}

// Scoreboard is Inst.SWSB in assembly text, without braces; "" for none. With a
// distance, a token is set by the instructions that can and waited for by others.
func (in *Inst) Scoreboard() string {
	token := in.SWSB & swsbToken
	switch c := in.SWSB; {
	case c == 0:
		return ""
	case c >= swsbBoth:
		s := fmt.Sprintf("@%d,$%d", c>>4&swsbFirst, token)
		if in.HoldsToken() {
			return s
		}
		return s + ".dst"
	case c >= swsbSet:
		return fmt.Sprintf("$%d", token)
	case c >= swsbSrc:
		return fmt.Sprintf("$%d.src", token)
	case c >= swsbDst:
		return fmt.Sprintf("$%d.dst", token)
	}
	return fmt.Sprintf("@%d", in.SWSB-swsbDist)
}

// SyncName is what a sync waits for in assembly text.
func SyncName(fc uint8) string {
	for _, c := range codesGen12SyncFC {
		if c.code == fc {
			return c.name
		}
	}
	return fmt.Sprintf("fc%d", fc)
}
