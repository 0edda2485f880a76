package batch

import (
	"fmt"

	"github.com/genvisa/genvisa/sim/media"
)

// Fields of the commands that start threads, beside their heads.
var (
	ofIndirect = []string{"IndirectDataLength", "IndirectDataStartAddress", "InterfaceDescriptorOffset"}
	ofGrid     = []string{
		"ThreadWidthCounterMaximum", "ThreadHeightCounterMaximum", "ThreadDepthCounterMaximum", "SIMDSize", "RightExecutionMask", "BottomExecutionMask",
		"ThreadGroupIDStartingX", "ThreadGroupIDStartingY", "ThreadGroupIDStartingZ", "ThreadGroupIDXDimension", "ThreadGroupIDYDimension", "ThreadGroupIDZDimension",
	}
	ofBoard = []string{
		"ScoreboardEnable", "ScoreboardMask", "ScoreboardType",
		"Scoreboard0DeltaX", "Scoreboard0DeltaY", "Scoreboard1DeltaX", "Scoreboard1DeltaY", "Scoreboard2DeltaX", "Scoreboard2DeltaY", "Scoreboard3DeltaX", "Scoreboard3DeltaY",
		"Scoreboard4DeltaX", "Scoreboard4DeltaY", "Scoreboard5DeltaX", "Scoreboard5DeltaY", "Scoreboard6DeltaX", "Scoreboard6DeltaY", "Scoreboard7DeltaX", "Scoreboard7DeltaY",
	}
	ofWalker = []string{
		"UseScoreboard", "ScoreboardMask", "MidLoopUnitX", "LocalMidLoopUnitY", "MiddleLoopExtraSteps", "ColorCountMinusOne", "LocalLoopExecCount", "GlobalLoopExecCount",
		"BlockResolutionX", "BlockResolutionY", "LocalStartX", "LocalStartY", "LocalOuterLoopStrideX", "LocalOuterLoopStrideY", "LocalInnerLoopUnitX", "LocalInnerLoopUnitY",
		"GlobalResolutionX", "GlobalResolutionY", "GlobalStartX", "GlobalStartY", "GlobalOuterLoopStrideX", "GlobalOuterLoopStrideY", "GlobalInnerLoopUnitX", "GlobalInnerLoopUnitY",
	}
)

// Grid is what a GPGPU_WALKER starts.
type Grid struct {
	From, To [3]uint32 // first group, and the one behind the last
	SIMD     int
	Masks    []uint32 // enabled channels of each thread of a group
	Data     []byte   // constants of a group, of the command or of the constant URB entry: those for all threads, then those of each
}

// Grid reads a GPGPU_WALKER.
func (b *Batch) Grid(memory Memory) (*Grid, error) {
	c, d := b.Starts[0], &b.Descriptor
	if err := c.only(ofHead, ofIndirect, ofGrid); err != nil {
		return nil, err
	}
	g := &Grid{SIMD: 8 << c.code("SIMDSize")}
	var counters [3]int
	for i, field := range []string{"ThreadWidthCounterMaximum", "ThreadHeightCounterMaximum", "ThreadDepthCounterMaximum"} {
		counters[i] = int(c.Number(field)) + 1
	}
	if n := counters[0] * counters[1] * counters[2]; n != d.Threads {
		return nil, d.Wrong("NumberOfThreadsInGPGPUThreadGroup", "the walker at %#x starts %d x %d x %d", c.At, counters[0], counters[1], counters[2])
	}
	g.Masks = masks(counters, g.SIMD, uint32(c.Number("RightExecutionMask")), uint32(c.Number("BottomExecutionMask")))
	var err error
	if g.Data, err = b.constants(c, memory); err != nil {
		return nil, err
	}
	g.From, g.To, err = c.groups()
	return g, err
}

// groups are the first group of a walker, and the one behind the last.
func (r *Record) groups() (from, to [3]uint32, err error) {
	for i, axis := range [...]string{"X", "Y", "Z"} {
		dimension := "ThreadGroupID" + axis + "Dimension"
		from[i], to[i] = uint32(r.Number("ThreadGroupIDStarting"+axis)), uint32(r.Number(dimension))
		if to[i] <= from[i] {
			return from, to, r.Wrong(dimension, "no group is started: the first is %d, want more", from[i])
		}
	}
	return from, to, nil
}

// masks are the channels of each thread: the last column of threads has those of the right mask, the last row those of the
// bottom mask, a thread in both those of both.
func masks(counters [3]int, simd int, right, bottom uint32) (out []uint32) {
	for range counters[2] {
		for y := range counters[1] {
			for x := range counters[0] {
				m := uint32(1<<simd - 1)
				if x == counters[0]-1 {
					m &= right
				}
				if y == counters[1]-1 {
					m &= bottom
				}
				out = append(out, m)
			}
		}
	}
	return out
}

// constants are those of a thread group: what the command points to, or a part of the constant URB entry.
func (b *Batch) constants(c *Record, memory Memory) ([]byte, error) {
	d := &b.Descriptor
	n := d.ForAll + d.Threads*d.PerEach
	if c.Layout.Name != "GPGPU_WALKER" {
		n = d.PerEach
	}
	if c.Layout.Name == "GPGPU_WALKER" && c.Number("IndirectDataLength") > 0 {
		data, err := (&reader{memory: memory}).data(c, b.Bases.Indirect, "IndirectDataStartAddress", "IndirectDataLength")
		if err == nil && len(data) < n {
			err = c.Wrong("IndirectDataLength", "the descriptor at %#x has %d bytes of constants for %d threads", d.At, n, d.Threads)
		}
		return data[:min(n, len(data))], err
	}
	if d.Offset+n > len(b.Constants) {
		return nil, d.Wrong("ConstantURBEntryReadLength", "%d bytes of constants from %d on are read, and MEDIA_CURBE_LOAD loads %d", n, d.Offset, len(b.Constants))
	}
	return b.Constants[d.Offset:][:n], nil
}

// Thread is what a MEDIA_OBJECT, or all threads of a MEDIA_OBJECT_WALKER, have beside constants.
type Thread struct{ Inline, Indirect []byte }

// Media is what a media command starts its threads with: the constants of all, and for each command its own data.
func (b *Batch) Media(memory Memory) (constants []byte, threads []Thread, err error) {
	for _, c := range b.Starts {
		if c.Layout.Name == "MEDIA_OBJECT" {
			err = c.only(ofHead, ofIndirect)
		} else {
			err = c.only(ofHead, ofIndirect, ofWalker)
		}
		if err != nil {
			return nil, nil, err
		}
		t := Thread{Inline: c.Data()}
		if t.Indirect, err = (&reader{memory: memory}).data(c, b.Bases.Indirect, "IndirectDataStartAddress", "IndirectDataLength"); err != nil {
			return nil, nil, err
		}
		if len(t.Inline) > 0 && len(t.Indirect) > 0 {
			return nil, nil, c.Unsupported("IndirectDataLength", "inline and indirect data of one thread, of which no document at hand says which comes first")
		}
		threads = append(threads, t)
	}
	if b.Descriptor.ForAll > 0 {
		return nil, nil, b.Descriptor.Unsupported("CrossThreadConstantDataReadLength", "constants of a group for media threads")
	}
	constants, err = b.constants(b.Starts[0], memory)
	return constants, threads, err
}

// Walker is the loops of a MEDIA_OBJECT_WALKER, and with a scoreboard the relative positions that each thread depends on.
func (b *Batch) Walker() (*media.Walker, []media.XY, error) {
	c := b.Starts[0]
	pair := func(name string, read func(string) int) media.XY {
		return media.XY{X: read(name + "X"), Y: read(name + "Y")}
	}
	number := func(name string) int { return int(c.Number(name)) }
	loop := func(of string, resolution string) media.Loop {
		return media.Loop{
			Resolution: pair(resolution, number), Start: pair(of+"Start", c.Signed), Stride: pair(of+"OuterLoopStride", c.Signed),
			Unit: pair(of+"InnerLoopUnit", c.Signed), Count: number(of + "LoopExecCount"),
		}
	}
	w := &media.Walker{
		Local: loop("Local", "BlockResolution"), Global: loop("Global", "GlobalResolution"),
		Middle: media.XY{X: c.Signed("MidLoopUnitX"), Y: c.Signed("LocalMidLoopUnitY")}, Extra: number("MiddleLoopExtraSteps"), Colors: number("ColorCountMinusOne") + 1,
	}
	if c.Number("UseScoreboard") == 0 {
		return w, nil, nil
	}
	v := b.VFE
	switch {
	case v == nil || v.Number("ScoreboardEnable") == 0:
		return nil, nil, c.Wrong("UseScoreboard", "no MEDIA_VFE_STATE has enabled the scoreboard")
	case v.text("ScoreboardType") != "STALLING":
		return nil, nil, v.Unsupported("ScoreboardType", "want STALLING")
	}
	board := []media.XY{}
	for i := range media.Entries {
		if v.Number("ScoreboardMask")&c.Number("ScoreboardMask")>>i&1 != 0 {
			board = append(board, pair(fmt.Sprintf("Scoreboard%dDelta", i), v.Signed))
		}
	}
	if len(board) == 0 {
		board = nil // nobody depends on anybody
	}
	return w, board, nil
}
