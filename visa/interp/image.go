package interp

import (
	"encoding/binary"
	"math/bits"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// image executes a message on an image.
func (w *worker) image(t *thread, in *inst) error {
	if !w.lanes(t, in) {
		return nil
	}
	m := in.image
	for i := range in.scalars {
		v, err := in.scalars[i].value(w, t)
		if err != nil {
			return err
		}
		w.frame.Field[in.scalars[i].slot] = v
	}
	bti, err := w.imageIndex(t, in)
	if err != nil {
		return err
	}
	img, err := t.imageAt(bti + m.plane)
	if err != nil {
		return err
	}
	switch m.hook {
	case visa.HookMediaRead, visa.HookMediaWrite:
		w.media(t, in, img)
		return nil
	case visa.HookTypedRead, visa.HookTypedWrite, visa.HookTypedAtomic:
		return w.typed(t, in, img)
	case visa.HookSampleBlock:
		return w.samplePixels(t, in, img)
	}
	return w.sample(t, in, img)
}

// imageIndex is the binding table index of the image: that of a surface variable, or what
// the instruction's number says.
func (w *worker) imageIndex(t *thread, in *inst) (int32, error) {
	switch number := uint32(w.frame.Field[in.number]); in.surface {
	case handleMemory:
		bti, err := mem.OfHandle(number)
		return int32(bti), err
	case indexMemory:
		return int32(number), nil
	}
	return w.bti(t, in.surface)
}

// texels is the room of messages on images, made for the first one.
func (w *worker) texels() *mem.Texels {
	if w.tex == nil {
		w.tex = new(mem.Texels)
	}
	return w.tex
}

// gather copies a register operand's dwords to a row; null is 0.
func (t *thread) gather(at int32, n int, row *[sem.Lanes]uint32) {
	if at < 0 {
		clear(row[:n])
		return
	}
	for i := range n {
		row[i] = binary.LittleEndian.Uint32(t.image[int(at)+4*i:])
	}
}

// give stores the components of channels for the lanes of mask, one behind the other.
func (t *thread) give(m *imageInst, x *mem.Texels, n int, mask uint32) {
	at := int(m.dst)
	for c := range x.Out {
		if m.channels>>c&1 == 0 {
			continue
		}
		for lane := range n {
			switch {
			case mask>>lane&1 == 0:
			case m.cell == 2:
				binary.LittleEndian.PutUint16(t.image[at+2*lane:], uint16(x.Out[c][lane]))
			default:
				binary.LittleEndian.PutUint32(t.image[at+4*lane:], x.Out[c][lane])
			}
		}
		at += int(m.stride)
	}
}

// sample executes a message to the sampler.
func (w *worker) sample(t *thread, in *inst, img *mem.Image) (err error) {
	m, x := in.image, w.texels()
	a := mem.Access{Op: m.op, Image: img, Channel: m.channel}
	if m.sampler >= 0 {
		if a.Sampler, err = t.sampler(m); err != nil {
			return err
		}
	}
	if m.offset >= 0 {
		a.Offset = mem.ParseOffsets(uint32(w.frame.Field[in.scalars[m.offset].slot]))
	}
	if err := a.Check(); err != nil {
		return err
	}
	x.Clear()
	for i, at := range m.params {
		t.gather(at, in.n, x.Param(m.op, i))
	}
	x.Run(&a, w.frame.ChEn)
	if m.cell == 2 {
		if err := x.Narrow(&a, w.frame.ChEn); err != nil {
			return err
		}
	}
	t.give(m, x, in.n, w.frame.ChEn)
	return nil
}

// imageAt is the image of a binding table index.
func (t *thread) imageAt(bti int32) (*mem.Image, error) {
	if !t.isIndex(bti) {
		return t.env.Mem.Image(int(bti))
	}
	return t.refs.Image(mem.Ref{BTI: uint8(bti)})
}

// sampler is the sampler of an index, or that of a handle in the bindless variable.
func (t *thread) sampler(m *imageInst) (*mem.Sampler, error) {
	index := int(t.states[m.sampler])
	if m.bindless {
		i, err := mem.OfSamplerHandle(uint32(index))
		if err != nil {
			return nil, err
		}
		index = i
	}
	return t.refs.Sampler(mem.SamplerRef{Index: index})
}

// typed executes a typed read, write or atomic.
func (w *worker) typed(t *thread, in *inst, img *mem.Image) error {
	m, x, mask := in.image, w.texels(), w.frame.ChEn
	for i, at := range m.params {
		t.gather(at, in.n, x.Coordinate(i))
	}
	switch m.hook {
	case visa.HookTypedRead:
		x.Typed(img, mask)
		t.give(m, x, in.n, mask)
		return nil
	case visa.HookTypedWrite:
		at := m.data[0]
		for c := range x.Out {
			if m.channels>>c&1 != 0 {
				t.gather(at, in.n, &x.Out[c])
				at += m.stride
			}
		}
		w.leaveImage(t, in, img, x.Write(img, mask, m.channels))
		return nil
	}
	row := mem.AtomicRow{Mask: mask, Size: 4, Op: m.update, X: t.part(m.data[0], in.n), Y: t.part(m.data[1], in.n), Old: t.part(m.dst, in.n)}
	outside, err := x.Atomic(img, &row)
	w.leaveImage(t, in, img, outside)
	return err
}

// part is a register operand of n dwords as bytes; empty for null.
func (t *thread) part(at int32, n int) []byte {
	if at < 0 {
		return nil
	}
	return t.image[at:][:4*n]
}

// media executes a block read or write.
func (w *worker) media(t *thread, in *inst, img *mem.Image) {
	m := in.image
	b := m.block
	b.X, b.Y = int(int32(w.frame.Field[in.scalars[0].slot])), int(int32(w.frame.Field[in.scalars[1].slot]))
	if m.hook == visa.HookMediaRead {
		img.ReadBlock(&b, t.image[m.dst:])
		return
	}
	if !img.WriteBlock(&b, t.image[m.data[0]:]) {
		t.env.Outside(img.Buffer(), -1, true, func() dispatch.Place { return w.place(in) })
	}
}

// leaveImage tells of lanes that wrote outside of an image.
func (w *worker) leaveImage(t *thread, in *inst, img *mem.Image, outside uint32) {
	if outside != 0 {
		lane := bits.TrailingZeros32(outside) + int(in.first)
		t.env.Outside(img.Buffer(), lane, true, func() dispatch.Place { return w.place(in) })
	}
}
