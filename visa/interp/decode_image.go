package interp

import (
	"errors"
	"math/bits"

	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// imageInst is a message on an image: what it does by hook, and its registers as bytes
// of the thread's storage, -1 for null.
type imageInst struct {
	hook     visa.Hook
	op       mem.SamplerOp
	sampler  int32 // state variable of the sampler; -1 without
	bindless bool  // it has a handle
	plane    int32 // added to the surface's index
	offset   int32 // scalar of the texel offsets; -1 without
	channels uint32
	channel  int
	params   []int32                       // by parameter or coordinate
	data     [2]int32                      // what is written
	dst      int32                         // what is read
	cell     int32                         // bytes of an element of dst
	stride   int32                         // bytes from one component to the next of dst, or of data
	update   func(old, a, b uint64) uint64 // of an atomic
	block    mem.Block                     // of a media message, without its place
	pixels   mem.UnormBlock                // of a sample of a block, without its place
}

// image decodes the operands of a message on an image.
func (d *decoder) image(c *inst) (err error) {
	d.set = operandSet{}
	info := d.in.Op.Info()
	m := &imageInst{hook: info.Hook, sampler: -1, offset: -1, dst: -1, data: [2]int32{-1, -1}, cell: 4}
	c.image = m
	if err := d.imageSurface(c); err != nil {
		return err
	}
	if info.Hook == visa.HookSampleBlock {
		return d.unorm(c, m)
	}
	if o := d.in.Arg(visa.ArgChannels); o != nil {
		if m.channels = uint32(o.Imm); m.channels == 0 || m.channels > 15 {
			return d.invalid("channels %#x: want 1 to 0xf", m.channels)
		}
	}
	switch info.Hook {
	case visa.HookMediaRead, visa.HookMediaWrite:
		return d.media(c, m)
	case visa.HookTypedRead, visa.HookTypedWrite, visa.HookTypedAtomic:
		return d.typed(c, m)
	}
	return d.samplerMessage(c, m)
}

// imageSurface decodes what says the image: a surface variable, or one number by a space.
func (d *decoder) imageSurface(c *inst) (err error) {
	if d.in.Arg(visa.ArgSpace) == nil {
		c.surface, err = d.surface(d.in.Arg(visa.ArgSurface))
		return err
	}
	if err := d.space(c); err != nil {
		return err
	}
	if c.surface == flatMemory {
		return d.invalid("texels of space %s: want a surface of space bss or bti", d.spelling(visa.ArgSpace))
	}
	return d.scalar(c, d.in.Arg(visa.ArgSurface), int(c.number))
}

// at is where n elements of cell bytes of a raw operand lie; -1 for null.
func (d *decoder) at(name visa.ArgName, o *visa.Operand, n, cell int32) (int32, error) {
	if o.Var == visa.VarNull {
		return -1, nil
	}
	base, err := d.variable(o.Var)
	if err != nil {
		return 0, err
	}
	from, limit := base+o.Off, d.l.limit[o.Var]
	if o.Off < 0 || from+n*cell > limit {
		slot := d.in.Op.Info().Args[name] - 1
		return 0, d.invalid("operand %s reaches byte %d of %s, which has %d", d.in.Op.Info().Slots[slot].Name, o.Off+n*cell, d.k.Vars[o.Var].Name, limit-base)
	}
	return from, nil
}

// components places a raw operand with count components, each from a register of its
// own on.
func (d *decoder) components(c *inst, m *imageInst, name visa.ArgName, count int) (int32, error) {
	o := d.in.Arg(name)
	m.stride = int32((c.n*int(m.cell) + grf - 1) / grf * grf)
	at, err := d.at(name, o, int32(count-1)*m.stride/m.cell+int32(c.n), m.cell)
	if err == nil && at < 0 && (name != visa.ArgDst || m.hook != visa.HookTypedAtomic) {
		err = d.invalid("operand %s is %%null", d.in.Op.Info().Slots[d.in.Op.Info().Args[name]-1].Name)
	}
	return at, err
}

// samplerMessage decodes a message to the sampler.
func (d *decoder) samplerMessage(c *inst, m *imageInst) (err error) {
	in := d.in
	if o := in.Arg(visa.ArgPaired); o != nil && o.Kind != visa.None && o.Var != visa.VarNull {
		return d.unsupported("paired surface in %s: want %%null.0", d.k.Vars[o.Var].Name)
	}
	name, params := samplerParams(in)
	second, err := d.levelSecond(params)
	if err != nil {
		return err
	}
	if m.op, err = mem.ParseSamplerOp(int(in.Op.Info().Fixed[0].Value), len(params), second); err != nil {
		if errors.Is(err, errors.ErrUnsupported) {
			return d.unsupported("%v", err)
		}
		return d.invalid("%v", err)
	}
	for i := range params {
		o := &params[i]
		at, err := d.at(name, o, int32(c.n), 4)
		if err != nil {
			return err
		}
		if d.k.Vars[o.Var].Type.Size() == 2 {
			return d.unsupported("parameters of 16 bits: those of %s are", d.k.Vars[o.Var].Name)
		}
		m.params = append(m.params, at)
	}
	if o := in.Arg(visa.ArgAoffimmi); o != nil {
		m.offset = int32(len(c.scalars))
		if err := d.scalar(c, o, int(in.Op.Info().Args[visa.ArgAoffimmi]-1)); err != nil {
			return err
		}
	}
	if err := d.imageSampler(m); err != nil {
		return err
	}
	if o := in.Arg(visa.ArgChannel); o != nil {
		m.channel, m.channels = int(o.Imm), 15
	}
	dst := in.Arg(visa.ArgDst)
	if _, err := d.at(visa.ArgDst, dst, 0, 1); err != nil {
		return err
	}
	if d.k.Vars[dst.Var].Type.Size() == 2 {
		m.cell = 2
	}
	m.dst, err = d.components(c, m, visa.ArgDst, bits.OnesCount32(m.channels))
	return err
}

// imageSampler decodes the sampler of a message that has one.
func (d *decoder) imageSampler(m *imageInst) error {
	o := d.in.Arg(visa.ArgSampler)
	switch {
	case o == nil:
		return nil
	case o.Var < 0 || int(o.Var) >= len(d.k.Samplers):
		return d.invalid("sampler variable index %d: there are %d", o.Var, len(d.k.Samplers))
	}
	m.sampler, m.bindless = d.l.samplOff[o.Var], d.k.Samplers[o.Var].Name == visa.BindlessSampler
	return nil
}

// levelSecond says that the level of detail comes before v.
func (d *decoder) levelSecond(params []visa.Operand) (bool, error) {
	if d.in.Op != visa.OpLoad3d {
		return false, nil
	}
	if d.loads == nil {
		d.loads = visa.LoadsOf(d.k)
	}
	order := d.loads.Order(d.in)
	if order == visa.LoadOrderOpen {
		return false, d.unsupported("%d parameters: they are %s in text for Gen8 and before and %s in later text; want the platform that the text was made for, which it does not tell",
			len(params), visa.LevelSecond, visa.LevelThird)
	}
	return order == visa.LevelSecond, nil
}

// samplerParams are the parameters of a message to the sampler.
func samplerParams(in *visa.Inst) (visa.ArgName, []visa.Operand) {
	args := &in.Op.Info().Args
	if first := int(args[visa.ArgParams]); first > 0 {
		return visa.ArgParams, in.Args[first-1:]
	}
	if lod := int(args[visa.ArgLod]); lod > 0 {
		return visa.ArgLod, in.Args[lod-1 : lod]
	}
	return visa.ArgParams, nil
}

// typed decodes a typed read, write or atomic.
func (d *decoder) typed(c *inst, m *imageInst) (err error) {
	for _, name := range [...]visa.ArgName{visa.ArgU, visa.ArgV, visa.ArgR, visa.ArgLod} {
		at, err := d.at(name, d.in.Arg(name), int32(c.n), 4)
		if err != nil {
			return err
		}
		m.params = append(m.params, at)
	}
	switch m.hook {
	case visa.HookTypedRead:
		m.dst, err = d.components(c, m, visa.ArgDst, bits.OnesCount32(m.channels))
		return err
	case visa.HookTypedWrite:
		name := visa.ArgSrc
		if d.in.Arg(name) == nil {
			name = visa.ArgSrc1
		}
		m.data[0], err = d.components(c, m, name, bits.OnesCount32(m.channels))
		return err
	}
	return d.typedAtomic(c, m)
}

// typedAtomic decodes the operation and the data of a typed atomic. Those of the load/store
// cache have the operation in the mnemonic, and of an exchange the compared value first.
func (d *decoder) typedAtomic(c *inst, m *imageInst) (err error) {
	op, data := int64(d.in.Op.Info().Tag), [...]visa.ArgName{visa.ArgSrc1, visa.ArgSrc2}
	if o := d.in.Arg(visa.ArgOp); o != nil {
		op, data = int64(o.Imm), [...]visa.ArgName{visa.ArgSrc0, visa.ArgSrc1}
	} else if d.in.Op == visa.OpLscAtomicIcasTgm {
		data[0], data[1] = data[1], data[0]
	}
	if m.update, err = sem.Update(op); err != nil {
		return d.unsupported("%v", err)
	}
	for i, name := range data {
		if m.data[i], err = d.at(name, d.in.Arg(name), int32(c.n), 4); err != nil {
			return err
		}
	}
	m.dst, err = d.components(c, m, visa.ArgDst, 1)
	return err
}

// media decodes a block read or write.
func (d *decoder) media(c *inst, m *imageInst) (err error) {
	field := func(name visa.ArgName) int { return int(d.in.Arg(name).Imm) }
	m.plane = int32(field(visa.ArgPlane))
	b := &m.block
	b.Width, b.Height = field(visa.ArgBlockWidth), field(visa.ArgBlockHeight)
	b.Pitch = mem.MediaPitch(b.Width)
	if b.Width < 1 || b.Width > maxMediaSide || b.Height < 1 || b.Height > maxMediaSide || b.Pitch*b.Height > maxMediaBytes {
		return d.invalid("block of %d bytes and %d rows: want 1 to %d of each, and rows of the next power of two bytes that are %d together",
			b.Width, b.Height, maxMediaSide, maxMediaBytes)
	}
	b.Step = 1
	if first, interlaced := visa.MediaField(d.in.Arg(visa.ArgModifiers).Imm); interlaced {
		b.First, b.Step = first, 2
	}
	for _, name := range [...]visa.ArgName{visa.ArgXOffset, visa.ArgYOffset} {
		if err := d.scalar(c, d.in.Arg(name), int(d.in.Op.Info().Args[name]-1)); err != nil {
			return err
		}
	}
	name, to := visa.ArgDst, &m.dst
	if m.hook == visa.HookMediaWrite {
		name, to = visa.ArgSrc, &m.data[0]
	}
	if *to, err = d.at(name, d.in.Arg(name), int32(b.Pitch*b.Height), 1); err == nil && *to < 0 {
		err = d.invalid("the block's registers are %%null")
	}
	return err
}

// Limits of media blocks (vISA, media_ld).
const (
	maxMediaSide  = 64
	maxMediaBytes = 256
)
