package native

import (
	"fmt"
	"math/bits"
	"slices"
)

// Pipes is a set of pipes, a bit each.
type Pipes uint8

// Has reports whether the set has a pipe.
func (s Pipes) Has(p Pipe) bool { return s>>p&1 != 0 }

// String is the name on specs/eu/scoreboard.md.
func (p Pipe) String() string {
	if int(p) >= NumPipes {
		return fmt.Sprintf("pipe%d", uint8(p))
	}
	return pipeNames[p]
}

// Letter stands in text before a distance that counts instructions of the pipe; empty for the only one in order of a target.
func (p Pipe) Letter() string { return pipeLetters[p] }

// InOrder tells a pipe that writes its results in the order of the code; those of the others
// are waited for by tokens.
func (p Pipe) InOrder() bool { return pipesInOrder.Has(p) }

// opsOf are operations: of classes, with traits, and by name.
type opsOf struct {
	classes uint32
	traits  opTraits
	ops     []Op
}

func (s *opsOf) has(o Op) bool {
	f := o.fact()
	return s.classes>>f.class&1 != 0 || f.traits&s.traits != 0 || slices.Contains(s.ops, o)
}

// issueRule says which pipe instructions are in: specs/eu/scoreboard.md, Issue.
type issueRule struct {
	of       opsOf
	targets  uint16
	dst, any uint32 // types, of which that operand has one; 0 for all
	pipe     Pipe
	counted  bool
}

// fits asks a rule about an instruction whose destination has type dst.
func (r *issueRule) fits(t Target, in *Inst, dst Type) bool {
	if r.targets>>t&1 == 0 || !r.of.has(in.Op) {
		return false
	}
	switch {
	case r.dst != 0:
		return r.dst>>dst&1 != 0
	case r.any != 0:
		if r.any>>dst&1 != 0 {
			return true
		}
		for i := range in.Src {
			if o := &in.Src[i]; o.File != NoFile && in.Op.takes(i) && r.any>>o.Type&1 != 0 {
				return true
			}
		}
		return false
	}
	return true
}

// ruleOf is the rule that counts, among all or among those of pipes in order; nil for messages, which are in none of those.
func (in *Inst) ruleOf(t Target, dst Type, inOrder bool) *issueRule {
	for i := range issueRules {
		if r := &issueRules[i]; r.fits(t, in, dst) && (!inOrder || r.pipe.InOrder()) {
			return r
		}
	}
	return nil
}

// Pipe is where the instruction runs.
func (in *Inst) Pipe(t Target) Pipe {
	if r := in.ruleOf(t, in.Dst.Type, false); r != nil { // but of no target
		return r.pipe
	}
	return 0
}

// OwnPipe is the pipe whose instructions a distance without a pipe counts: that of the instruction or, out
// of order, that of an instruction in order with destinations like its sources; none where those differ. For messages
// it is the only pipe of the target, or none of several. sure says that the sources would have the same pipe, which some
// document has it depend on.
func (in *Inst) OwnPipe(t Target) (own Pipes, sure bool) {
	if in.Op.IsSend() {
		if all := t.Pipes(); all&(all-1) == 0 {
			return all, true
		}
		return 0, false
	}
	var like Pipes
	for i := range in.Src {
		if o := &in.Src[i]; o.File != NoFile && in.Op.takes(i) {
			alone := Inst{Op: in.Op, Src: [3]Operand{{}, {}, {}}}
			if r := alone.ruleOf(t, o.Type, true); r != nil {
				like |= 1 << r.pipe
			}
		}
	}
	if p := in.Pipe(t); p.InOrder() {
		return 1 << p, like == 0 || like == 1<<p
	}
	if like&(like-1) != 0 {
		return 0, false
	}
	return like, true
}

// HoldsToken tells the instructions that run out of order, which tokens are for.
func (in *Inst) HoldsToken(t Target) bool {
	return !in.Pipe(t).InOrder()
}

// InOrder tells the instructions that distances count: all that neither run out of
// order nor only wait.
func (in *Inst) InOrder(t Target) bool {
	r := in.ruleOf(t, in.Dst.Type, false)
	return r != nil && r.counted
}

// Scoreboard reports whether instructions of the target say which earlier ones they
// wait for; on others the hardware watches general registers.
func (t Target) Scoreboard() bool {
	return slices.ContainsFunc(boardCodes[:], func(c boardCode) bool { return c.targets>>t&1 != 0 })
}

// Pipes are those in order that instructions of the target are in.
func (t Target) Pipes() (set Pipes) {
	for i := range issueRules {
		if r := &issueRules[i]; r.targets>>t&1 != 0 && r.pipe.InOrder() {
			set |= 1 << r.pipe
		}
	}
	return set
}

// archGuard is an architecture register whose use waits for all that is in order.
type archGuard struct {
	kind    int32 // high bits of its number
	reads   bool
	targets uint16
	dist    int
}

// Guard is the distance, in every pipe, that an instruction waits for because it writes or reads some
// architecture register; 0 for none.
func (in *Inst) Guard(t Target) int {
	touches := func(o *Operand, kind int32) bool { return o.File == ARF && o.Reg>>4 == kind && !o.Indirect }
	for i := range archGuards {
		g := &archGuards[i]
		if g.targets>>t&1 == 0 {
			continue
		}
		if touches(&in.Dst, g.kind) {
			return g.dist
		}
		for k := range in.Src {
			if g.reads && touches(&in.Src[k], g.kind) {
				return g.dist
			}
		}
	}
	return 0
}

// codeBits are bits of a code.
type codeBits struct{ lo, width uint8 }

func (b codeBits) at(code uint8) uint8 { return code >> b.lo & (1<<b.width - 1) }

// boardCode is what a range of scoreboard codes says: specs/eu/scoreboard.md, Scoreboard.
type boardCode struct {
	first, last uint8
	targets     uint16
	of          Pipes    // whose instructions have them; none: all that no other row of the codes has
	dist        codeBits // no width without a distance
	own, all    bool     // the pipes that it counts; else one
	pipe        Pipe
	token       codeBits
	says        boardSays
}

// fits says that a row is about the codes of instructions of a pipe.
func (c *boardCode) fits(t Target, p Pipe) bool {
	return c.targets>>t&1 != 0 && (c.of == 0 || c.of.Has(p))
}

// codeOf is the row of a code; nil for a code that the target has not.
func codeOf(t Target, p Pipe, code uint8) *boardCode {
	for i := range boardCodes {
		if c := &boardCodes[i]; c.first <= code && code <= c.last && c.fits(t, p) {
			return c
		}
	}
	return nil
}

// pipes are those whose instructions the distance counts.
func (c *boardCode) pipes(t Target, in *Inst) Pipes {
	switch {
	case c.all:
		return t.Pipes()
	case c.own:
		own, _ := in.OwnPipe(t)
		return own
	}
	return 1 << c.pipe
}

// surely is pipes, or none where documents do not agree which the own one is.
func (c *boardCode) surely(t Target, in *Inst) Pipes {
	if _, sure := in.OwnPipe(t); c.own && !sure {
		return 0
	}
	return c.pipes(t, in)
}

// Sync is what a software scoreboard code says. Everything that it waits for has
// happened before the instruction reads or writes.
type Sync struct {
	Dist     int    // 1 to 7: in each of Pipes the instruction so many before this one has written; 0 none
	Pipes    Pipes  // whose instructions in order the distance counts
	Dst, Src uint32 // tokens, a bit each: destinations are written; sources are read
	Set      uint32 // token that this instruction holds from now on
}

// Sync decodes SWSB for a target, and the tokens that a sync has as its operand: all for null.
func (in *Inst) Sync(t Target) Sync {
	s := Sync{}
	if c := codeOf(t, in.Pipe(t), in.SWSB); c != nil {
		if s.Dist = int(c.dist.at(in.SWSB)); s.Dist > 0 {
			s.Pipes = c.pipes(t, in)
		}
		token := uint32(1) << c.token.at(in.SWSB)
		switch c.says {
		case saysDst:
			s.Dst = token
		case saysSrc:
			s.Src = token
		case saysSet:
			s.Set = token
		}
	}
	if in.Op == OpSync {
		in.syncTokens(&s)
	}
	return s
}

// SetSync sets the code that says what s does on a target: a distance, a token, or both where
// the instruction has such a code. Of several tokens only the first counts: one that is set, else a result, else
// sources. A distance is said with the pipe rather than as that of the own one, and as that only where all documents have the same. ok is false, and nothing set, when no code says it.
func (in *Inst) SetSync(t Target, s Sync) (ok bool) {
	says, set := saysNothing, uint32(0)
	switch {
	case s.Set != 0:
		says, set = saysSet, s.Set
	case s.Dst != 0:
		says, set = saysDst, s.Dst
	case s.Src != 0:
		says, set = saysSrc, s.Src
	}
	var best *boardCode
	pipe := in.Pipe(t)
	for i := range boardCodes {
		c := &boardCodes[i]
		if !c.fits(t, pipe) || c.says != says || (c.dist.width > 0) != (s.Dist > 0) || codeOf(t, pipe, c.first) != c || best != nil && c.own {
			continue
		}
		if s.Dist == 0 || s.Dist < 1<<c.dist.width && c.surely(t, in) == s.Pipes {
			best = c
		}
	}
	if best == nil {
		return false
	}
	in.SWSB = best.code(s.Dist, bits.TrailingZeros32(set|1<<31)&(1<<best.token.width-1))
	return true
}

// code is that of a row for a distance and a token.
func (c *boardCode) code(dist, token int) uint8 {
	mask := uint8(1<<c.dist.width-1)<<c.dist.lo | uint8(1<<c.token.width-1)<<c.token.lo
	return c.first&^mask | uint8(dist)<<c.dist.lo | uint8(token)<<c.token.lo
}

// syncTokens adds the operand of sync.allrd and sync.allwr.
func (in *Inst) syncTokens(s *Sync) {
	mask := uint32(1<<Tokens - 1)
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

// Scoreboard is Inst.SWSB in assembly text for a target, without braces; "" for none, and for a code that
// the target has not.
func (in *Inst) Scoreboard(t Target) string { return t.ScoreboardText(in.Pipe(t), in.SWSB) }

// ScoreboardText is Inst.Scoreboard of an instruction of a pipe.
func (t Target) ScoreboardText(p Pipe, code uint8) string {
	c := codeOf(t, p, code)
	if c == nil {
		return ""
	}
	text := ""
	if d := c.dist.at(code); d > 0 {
		text = fmt.Sprintf("%s@%d", c.letter(), d)
		if c.says != saysNothing {
			text += ","
		}
	}
	return text + c.tokenText(code)
}

// letter stands before a distance.
func (c *boardCode) letter() string {
	switch {
	case c.own:
		return ""
	case c.all:
		return "A"
	}
	return c.pipe.Letter()
}

func (c *boardCode) tokenText(code uint8) string {
	token := c.token.at(code)
	switch c.says {
	case saysDst:
		return fmt.Sprintf("$%d.dst", token)
	case saysSrc:
		return fmt.Sprintf("$%d.src", token)
	case saysSet:
		return fmt.Sprintf("$%d", token)
	}
	return ""
}

// ScoreboardForms are the texts of the first codes of each kind that instructions of a pipe have on
// a target: "@1", "$0.dst" and so on, in the order of the codes.
func (t Target) ScoreboardForms(p Pipe) (list []string) {
	for code := range 1 << 8 {
		if c := codeOf(t, p, uint8(code)); c != nil && code == int(c.first) && code != 0 {
			list = append(list, t.ScoreboardText(p, c.first))
		}
	}
	return list
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
