package lower

import (
	"fmt"
	"slices"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// grfBytes is the size of a general register.
const grfBytes = native.GRFBytes

// registerFile is the size of all general registers of a thread in bytes.
func (c *compiler) registerFile() int { return c.P.File(c.T) * grfBytes }

// nativeTypes maps vISA element types to the native ones of their names; types without
// a native counterpart on these targets map to NumTypes, as bf does, which nothing here makes legal.
var nativeTypes = func() (out [visa.NumTypes]native.Type) {
	for t := range visa.NumTypes {
		if t.String() == native.BF.String() {
			out[t] = native.NumTypes
			continue
		}
		for out[t] < native.NumTypes && out[t].String() != t.String() {
			out[t]++
		}
	}
	return out
}()

// archVars are predefined variables that name architecture registers.
var archVars = [visa.FirstUserVar]struct {
	reg int32
	ok  bool
}{
	visa.VarNull: {native.ARFNull, true},
	visa.VarTSC:  {native.ARFTM0, true},
	visa.VarSR0:  {native.ARFSR0, true},
	visa.VarCR0:  {native.ARFCR0, true},
	visa.VarCE0:  {native.ARFCE0, true},
}

// r0Vars are predefined variables that are dwords of the thread header r0, as
// byte offset (IGC ABI reference, section 3).
var r0Vars = [visa.FirstUserVar]struct {
	off int
	ok  bool
}{
	visa.VarR0:       {0, true},
	visa.VarGroupIDX: {fixed.ThreadGroupX.Byte(), true},
	visa.VarGroupIDY: {fixed.ThreadGroupY.Byte(), true},
	visa.VarGroupIDZ: {fixed.ThreadGroupZ.Byte(), true},
}

// varFor is the native variable and byte offset of a vISA variable that lives
// in general registers.
func (c *compiler) varFor(v int32) (reg int32, off int, err error) {
	root, off := c.k.Root(v)
	if root < visa.FirstUserVar && root != visa.VarHWID && !callVars[root] {
		if !r0Vars[root].ok {
			return 0, 0, fmt.Errorf("predefined variable %s", c.k.Vars[root].Name)
		}
		off += r0Vars[root].off
		root = visa.VarR0
	}
	if size := c.sizeOf(root); size > c.registerFile() {
		return 0, 0, fmt.Errorf("variable %s of %d bytes: registers have %d, and spilling", c.k.Vars[root].Name, size, c.registerFile())
	}
	if c.vars[root] == 0 {
		c.vars[root] = c.declare(root) + 1
	}
	return c.vars[root] - 1, off, nil
}

func (c *compiler) declare(root int32) int32 {
	v := &c.k.Vars[root]
	n := c.NewVar(v.Name, c.sizeOf(root), v.Align.Bytes())
	nv := &c.P.Vars[n]
	if root == visa.VarR0 {
		nv.Fixed, nv.LiveIn = 0, true
		return n
	}
	for i := range c.k.Inputs {
		in := &c.k.Inputs[i]
		if in.Kind != visa.NoState {
			continue
		}
		r, off := c.k.Root(in.Var)
		if r == root {
			nv.Fixed, nv.LiveIn = in.Offset-off, true
		}
	}
	return n
}

// threadNumber begins a kernel that reads %hw_id with the code that gives it its
// value.
func (c *compiler) threadNumber() error {
	reads := func(in *visa.Inst) bool {
		return slices.ContainsFunc(in.Args, func(o visa.Operand) bool {
			if o.Kind != visa.General && o.Kind != visa.Raw && o.Kind != visa.AddressOf || o.Var < 0 || int(o.Var) >= len(c.k.Vars) {
				return false
			}
			root, _ := c.k.Root(o.Var)
			return root == visa.VarHWID
		})
	}
	first := slices.IndexFunc(c.k.Insts, func(in visa.Inst) bool { return reads(&in) })
	if first < 0 {
		return nil
	}
	s := &selector{compiler: c, in: &c.k.Insts[first], idx: first, out: &c.P.Insts}
	if _, ok := c.Caps.ThreadIDMask(); !ok {
		s.unsupported("the number of the thread, of which nobody knows the bits in r0 of target %v", c.T)
		return s.err
	}
	v, off, err := s.varFor(visa.VarHWID)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	mask := native.ImmOperand(uint64(c.numbers.threadID), native.UD)
	s.emit(s.scalar(native.OpAnd, edit.Virt(v, off, native.Dst1, native.UD), s.r0(fixed.ThreadID.Byte(), native.Scalar), mask))
	return nil
}

// flagFor is the native flag of a predicate variable.
func (c *compiler) flagFor(p int32) int32 {
	if c.flags[p] == 0 {
		d := &c.k.Preds[p]
		if c.written == nil {
			c.written = c.k.WrittenPreds()
		}
		elems := d.Elems
		if !c.written[p] {
			elems = 32 // the most lanes that may ask
		}
		c.flags[p] = c.NewFlag(d.Name, elems) + 1
	}
	return c.flags[p] - 1
}

// addrFor is the native address variable of a vISA address variable.
func (c *compiler) addrFor(a int32) int32 {
	if c.addrs[a] == 0 {
		d := &c.k.Addrs[a]
		c.P.Addrs = append(c.P.Addrs, native.AddrVar{Name: d.Name, Words: max(d.Elems, 1)})
		c.addrs[a] = int32(len(c.P.Addrs))
	}
	return c.addrs[a] - 1
}

// callVars are predefined variables through which functions and their callers
// speak.
var callVars = [visa.FirstUserVar]bool{visa.VarArg: true, visa.VarRetVal: true, visa.VarSP: true, visa.VarFP: true}

// sizeOf is the bytes of a root variable that the kernel may touch.
func (c *compiler) sizeOf(root int32) int {
	size := max(c.k.Vars[root].Size(), 1)
	if root != visa.VarArg && root != visa.VarRetVal {
		return size
	}
	return min(size, max(c.extents()[root], grfBytes))
}

// extents are the ends of what operands and aliases touch of %arg and %retval,
// in whole registers: far less than these have.
func (c *compiler) extents() map[int32]int {
	if c.reach != nil {
		return c.reach
	}
	c.reach = map[int32]int{}
	see := func(v int32, end int) {
		if root, off := c.k.Root(v); root < visa.FirstUserVar {
			end += off
			c.reach[root] = max(c.reach[root], (end+grfBytes-1)/grfBytes*grfBytes)
		}
	}
	for i := range c.k.Insts {
		in := &c.k.Insts[i]
		for a := range in.Args {
			switch o := &in.Args[a]; o.Kind {
			case visa.General:
				see(o.Var, o.ByteOffset(grfBytes)+operandBytes(in, a))
			case visa.Raw, visa.AddressOf:
				if o.StateVar == visa.NoState {
					see(o.Var, c.k.Vars[o.Var].Size())
				}
			}
		}
	}
	return c.reach
}

// operandBytes is how far operand a of an instruction may reach from its first byte.
func operandBytes(in *visa.Inst, a int) int {
	o := &in.Args[a]
	s, n := in.Slot(a), int(in.Exec.Size)
	if s.Elements != nil {
		n = s.Elements(in)
	}
	if s.Side {
		return n * o.Type.Size()
	}
	return regionBytes(o, n)
}

// regionBytes is how far n elements of an operand may reach from its first byte.
func regionBytes(o *visa.Operand, n int) int {
	v, w, h := int(o.Region.V), max(int(o.Region.W), 1), int(o.Region.H)
	return ((n-1)/w*v + (n-1)*h + 1) * o.Type.Size()
}
