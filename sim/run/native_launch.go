package run

import (
	"encoding/binary"

	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/mem"
)

// nativePayload is what the threads of a native launch start with: each is a
// group of its own, since they do not depend on each other. It is a
// dispatch.Payloads.
type nativePayload struct {
	n      *launch.Native
	groups [3]uint32
	size   int // bytes of registers that any thread starts with
}

// Where r0 of a group's thread names the group: dwords 1, 6 and 7 (gen-execution
// of a GPGPU thread's payload).
var groupDwords = [3]int{1, 6, 7}

func newNativePayload(n *launch.Native) *nativePayload {
	p := &nativePayload{n: n, groups: [3]uint32{uint32(len(n.Threads)), 1, 1}, size: max(len(n.Common), abi.GRFSize)}
	for i := range n.Threads {
		p.size = max(p.size, len(n.Threads[i].Registers))
	}
	if n.Threads == nil {
		for d := range p.groups {
			p.groups[d] = n.Grid[1][d] - n.Grid[0][d]
		}
	}
	return p
}

// control is cr0.0 when a thread of the launch starts.
func control(l *launch.Launch) uint32 {
	if l.Native == nil {
		return 0
	}
	return l.Native.Control
}

// Groups has one group for each thread.
func (p *nativePayload) Groups() [3]uint32 { return p.groups }

// MaxThreads is 1.
func (p *nativePayload) MaxThreads() int { return 1 }

// Threads is 1.
func (p *nativePayload) Threads([3]uint32) int { return 1 }

// PayloadSize is all registers that any thread starts with.
func (p *nativePayload) PayloadSize() int { return p.size }

// SLMSize is none.
func (p *nativePayload) SLMSize() int { return 0 }

// ScratchSize is none.
func (p *nativePayload) ScratchSize() int { return 0 }

// Fill writes the registers of a thread over those of all threads; those that the
// launch does not name are 0.
func (p *nativePayload) Fill(dst []byte, group [3]uint32, _ int) uint32 {
	clear(dst[copy(dst, p.n.Common):])
	if p.n.Threads == nil {
		for d, dword := range groupDwords {
			binary.LittleEndian.PutUint32(dst[4*dword:], p.n.Grid[0][d]+group[d])
		}
		return p.n.Mask
	}
	t := &p.n.Threads[group[0]]
	for at := 0; at < len(t.Registers); at += abi.GRFSize {
		if t.Owns(at / abi.GRFSize) {
			copy(dst[at:], t.Registers[at:at+abi.GRFSize])
		}
	}
	return p.n.Mask
}

// bindNative puts the launch's surfaces into the binding table, rectangles for
// messages on images too, and its samplers at their indices.
func (s *Session) bindNative(m *mem.Memory, buffers []*mem.Buffer) {
	for i, surface := range s.launch.Native.Surfaces {
		m.Bind(surface.BTI, buffers[i])
		if surface.Shape != nil {
			m.BindImage(surface.BTI, mem.NewImage(*surface.Shape, buffers[i]))
		}
	}
	for i := range s.launch.Native.Samplers {
		sampler := &s.launch.Native.Samplers[i]
		m.BindSampler(sampler.Index, &sampler.State)
	}
}

// fitsOptions finds options that a native launch has no use for.
func fitsOptions(l *launch.Launch, o Options) error {
	const none = "a launch with registers and surfaces (dispatch)"
	switch {
	case !o.Target.Open() && o.Target.Device() != l.Native.Target:
		return l.Errorf("target", "the launch is for %s, the target is %s", l.Native.Target, o.Target.Device())
	case o.Info != "":
		return l.Errorf("dispatch", "--info %s: %s has no kernel metadata", o.Info, none)
	case o.Metadata != nil || o.Data != nil:
		return l.Errorf("dispatch", "kernel metadata or program-scope data: %s has none", none)
	case o.Platform != "":
		return l.Errorf("dispatch", "--platform %s: %s runs native code, which is for its target", o.Platform, none)
	}
	return nil
}
