package lower

import "github.com/genvisa/genvisa/native"

// messages makes payloads and responses of sends whole GRFs: a variable that
// may move and starts on a GRF is padded in place, anything else is copied.
func (c *compiler) messages() error {
	return c.rewrite(func(in native.Inst, out *sequence) error {
		if !in.Op.IsSend() {
			out.add(in)
			return nil
		}
		c.stats.Sends++
		m := &payloads{legaliser{compiler: c, fixes: c.fixes, out: out}}
		response, first, second := sendLengths(&in)
		in.Src[0] = m.source(in.Src[0], first)
		if !overlap(&in.Src[0], false, first*8, &in.Src[1], false, second*8) {
			in.Src[1] = m.source(in.Src[1], second)
		} else {
			in.Src[1] = m.copied(in.Src[1], second)
		}
		m.response(in, response)
		return m.err
	})
}

type payloads struct{ legaliser }

// whole reports whether n GRFs from operand o can be named by a send, padding
// the variable where its place is free.
func (m *payloads) whole(o *native.Operand, n int) bool {
	v := &m.p.Vars[o.Reg]
	if int(o.Sub)%grfBytes != 0 || v.Fixed >= 0 && (v.Fixed%grfBytes != 0 || v.Size < int(o.Sub)+n*grfBytes) {
		return false
	}
	if v.Fixed < 0 {
		v.Align = grfBytes
		v.Size = max(v.Size, int(o.Sub)+n*grfBytes)
	}
	return true
}

func (m *payloads) source(o native.Operand, n int) native.Operand {
	if !isReg(&o) || n == 0 || m.whole(&o, n) {
		return o
	}
	return m.copied(o, n)
}

// copied is a copy of n GRFs, or of as many bytes as the variable has.
func (m *payloads) copied(o native.Operand, n int) native.Operand {
	v := m.newVar("payload", n*grfBytes, grfBytes)
	m.copyBytes(m.run, v, 0, o, min(n*grfBytes, m.p.Vars[o.Reg].Size-int(o.Sub)))
	return virt(v, 0, o.Region, o.Type)
}

// copyBytes copies n bytes to byte to of a variable, in the largest pieces that the
// place allows.
func (c *compiler) copyBytes(emit func(native.Inst), dst int32, to int, o native.Operand, n int) {
	unit, t := 4, native.UD
	if a := c.alignment(&o); a < 4 {
		unit, t = 1, native.UB
	}
	for at := 0; at < n; {
		if n-at < unit {
			unit, t = 1, native.UB
		}
		size := 16
		for size > (n-at)/unit {
			size /= 2
		}
		from := virt(o.Reg, int(o.Sub)+at, fitRegion(native.Region{V: 1, W: 1}, size), t)
		emit(native.Inst{
			Op: native.OpMov, ExecSize: uint8(size), NoMask: true,
			Dst: virt(dst, to+at, native.Dst1, t), Src: [3]native.Operand{from},
		})
		at += size * unit
	}
}

// response sends, through a temporary when the destination is not whole GRFs;
// lanes that are off keep what they had.
func (m *payloads) response(in native.Inst, n int) {
	if !isReg(&in.Dst) || n == 0 || m.whole(&in.Dst, n) {
		m.out.add(in)
		return
	}
	dst := in.Dst
	v := m.newVar("response", n*grfBytes, grfBytes)
	in.Dst = virt(v, 0, in.Dst.Region, in.Dst.Type)
	m.out.add(in)
	info, err := native.DecodeMessage(m.t, &in.Msg)
	switch {
	case err != nil:
		m.fail(&in, "%v", err)
	case info.Block:
		m.copyBack(dst, v, n)
	case info.Kind == native.MsgSamplerHalf:
		m.fail(&in, "components of 16 bits to a variable that does not have whole registers")
	case info.Field[native.DescWide] > 0:
		m.copyLanes(in, dst, v, n, native.UQ)
	default:
		m.copyLanes(in, dst, v, n, native.UD)
	}
}

// copyLanes moves one element per lane and component, under the mask of the
// message.
func (m *payloads) copyLanes(in native.Inst, dst native.Operand, v int32, n int, t native.Type) {
	step := max(int(in.ExecSize), lanes8) * t.Size()
	for at := 0; at < n*grfBytes; at += step {
		move := in
		move.Op, move.Msg = native.OpMov, native.Message{}
		move.Src = [3]native.Operand{virt(v, at, fitRegion(native.Region{V: 1, W: 1}, int(in.ExecSize)), t)}
		move.Dst = virt(dst.Reg, int(dst.Sub)+at, native.Dst1, t)
		m.run(move)
	}
}

// copyBack moves what a block message has read.
func (m *payloads) copyBack(dst native.Operand, v int32, n int) {
	left := min(n*grfBytes, m.p.Vars[dst.Reg].Size-int(dst.Sub))
	for at := 0; at < left; {
		size := 8
		for size > 1 && size*4 > left-at {
			size /= 2
		}
		m.run(native.Inst{
			Op: native.OpMov, ExecSize: uint8(size), NoMask: true,
			Dst: virt(dst.Reg, int(dst.Sub)+at, native.Dst1, native.UD),
			Src: [3]native.Operand{virt(v, at, fitRegion(native.Region{V: 1, W: 1}, size), native.UD)},
		})
		at += size * 4
	}
}
