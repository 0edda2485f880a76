package machine

import (
	"fmt"

	"github.com/genvisa/genvisa/internal/fixed"
)

// Image is how the context image of a machine is laid out (Broxton, volume 6, GPGPU Context
// Switch, Base Address Calculation): blocks of local memory, and behind them the threads.
type Image struct {
	Blocks  int // of local memory, each fixed.SavedBlock bytes
	Threads int // of the machine, each fixed.SavedThread bytes
	m       *Machine
}

// ContextImage is the layout of the machine's context image. The error is one that is larger than a
// document allows for the machine.
func (m *Machine) ContextImage() (*Image, error) {
	subslices := 0
	for slice := range m.Slices {
		for sub := range m.Subslices {
			if !m.off(slice, sub) {
				subslices++
			}
		}
	}
	block := fixed.SavedBlock.Bytes()
	i := &Image{(m.Blocks*m.SLM + block - 1) / block, subslices * m.EUs * m.Threads, m}
	if most := m.Image; most > 0 && i.Bytes() > most {
		return nil, fmt.Errorf("machine %s: a context image of %d bytes, for %d blocks of local memory and %d threads: legal are up to %d",
			m.Name, i.Bytes(), i.Blocks, i.Threads, most)
	}
	return i, nil
}

// Bytes is the size of the image.
func (i *Image) Bytes() int {
	return i.Blocks*fixed.SavedBlock.Bytes() + i.Threads*fixed.SavedThread.Bytes()
}

// Thread is where a thread lies in the image: the formula with a base address and a message
// offset of 0.
func (i *Image) Thread(at Place) (int, error) {
	sub, err := i.m.rank(at.Slice, at.Subslice)
	if err != nil {
		return 0, err
	}
	if at.EU < 0 || at.EU >= i.m.EUs || at.Thread < 0 || at.Thread >= i.m.Threads {
		return 0, fmt.Errorf("machine %s has no thread %d of EU %d", i.m.Name, at.Thread, at.EU)
	}
	return i.Slot((sub*i.m.EUs+at.EU)*i.m.Threads + at.Thread), nil
}

// Slot is where the n-th thread lies in the image.
func (i *Image) Slot(n int) int {
	return i.Blocks*fixed.SavedBlock.Bytes() + n*fixed.SavedThread.Bytes()
}
