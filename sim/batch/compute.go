package batch

import (
	"encoding/binary"
	"math/bits"
)

// computeWalker starts thread groups on Xe-HPG. It carries its descriptor.
const computeWalker = "COMPUTE_WALKER"

// Fields of COMPUTE_WALKER: how its threads start, and what makes no difference to them. Groups start in any order.
var (
	ofGroups = []string{
		"IndirectDataLength", "IndirectDataStartAddress", "WalkOrder", "EmitInlineParameter", "EmitLocal", "GenerateLocalID", "SIMDSize", "MessageSIMD", "ExecutionMask",
		"LocalXMaximum", "LocalYMaximum", "LocalZMaximum", "ThreadGroupIDXDimension", "ThreadGroupIDYDimension", "ThreadGroupIDZDimension",
		"ThreadGroupIDStartingX", "ThreadGroupIDStartingY", "ThreadGroupIDStartingZ", "NumberOfBarriers",
		"InlineData0", "InlineData1", "InlineData2", "InlineData3", "InlineData4", "InlineData5", "InlineData6", "InlineData7",
	}
	ofPlacing = []string{
		"SystolicModeEnable", "DebugObjectID", "L3PrefetchDisable", "DispatchWalkOrder", "ThreadGroupDispatchSize", "PreferredSLMAllocationSize",
		"DataportPipelineFlush", "DataportSubsliceCacheFlush", "SystemMemoryFenceRequest",
	}
	ofPost = []string{"PostSyncOperation", "PostSyncMOCS", "PostSyncDestinationAddress", "PostSyncImmediateData"}
	// ofOthers say something of what another field switches on, and that is refused: WorkloadPartitionEnable, the variant TG_RESUME.
	ofOthers = []string{"PartitionDispatchParameter", "PartitionType", "PartitionID", "PartitionSize", "PreemptX", "PreemptY", "PreemptZ"}
)

// Groups is what a COMPUTE_WALKER starts.
type Groups struct {
	From, To   [3]uint32 // first group, and the one behind the last
	SIMD       int
	Masks      []uint32 // enabled channels of each thread of a group
	Registers  [][]byte // what each thread of a group starts with behind r0: local ids, inline data
	Indirect   []byte   // what the address in r0 is to, the same for all groups
	IndirectAt uint32   // that address, from the general state base
	Behind     *Post    // nil without
}

// Post is what is written when the last thread has ended.
type Post struct {
	At    uint64
	Value uint64
}

// maxGroup is the most threads of a group: those of 1024 work items at SIMD8.
const maxGroup = 128

// Groups reads a COMPUTE_WALKER.
func (b *Batch) Groups(memory Memory) (*Groups, error) {
	c, d := b.Starts[0], &b.Descriptor
	if err := c.only(ofHead, ofGroups, ofPlacing, ofPost, ofOthers, ofKernel); err != nil {
		return nil, err
	}
	switch {
	case c.code("NumberOfBarriers") > 1:
		return nil, c.Unsupported("NumberOfBarriers", "named barriers, want NONE or B1")
	case c.code("MessageSIMD") != c.code("SIMDSize"):
		return nil, c.Unsupported("MessageSIMD", "want that of SIMDSize, %s", c.text("SIMDSize"))
	case c.code("SIMDSize") > 2:
		return nil, c.Wrong("SIMDSize", "want SIMD8, SIMD16 or SIMD32")
	case d.Threads < 1 || d.Threads > maxGroup:
		return nil, c.Wrong("NumberOfThreadsInGPGPUThreadGroup", "legal are 1 to %d", maxGroup)
	}
	g := &Groups{SIMD: 8 << c.code("SIMDSize"), IndirectAt: uint32(c.Number("IndirectDataStartAddress"))}
	var err error
	if g.From, g.To, err = c.groups(); err != nil {
		return nil, err
	}
	for t := range d.Threads {
		mask := uint32(1<<g.SIMD - 1)
		if t == d.Threads-1 {
			mask &= uint32(c.Number("ExecutionMask"))
		}
		g.Masks = append(g.Masks, mask)
	}
	ids, err := c.localIDs(g.SIMD, d.Threads)
	if err != nil {
		return nil, err
	}
	if g.Behind, err = c.post(); err != nil {
		return nil, err
	}
	inline := c.inline()
	for _, own := range ids {
		g.Registers = append(g.Registers, append(own, inline...))
	}
	g.Indirect, err = (&reader{memory: memory}).data(c, b.Bases.General, "IndirectDataStartAddress", "IndirectDataLength")
	return g, err
}

// post is the write behind the last thread: a value of 64 bits (specs/eu/state.md, POSTSYNC_DATA).
func (r *Record) post() (*Post, error) {
	switch op := r.text("PostSyncOperation"); op {
	case "NO_WRITE":
		return nil, nil
	case "WRITE_IMMEDIATE_DATA":
		return &Post{r.Number("PostSyncDestinationAddress"), r.Number("PostSyncImmediateData")}, nil
	}
	return nil, r.Unsupported("PostSyncOperation", "no clock of a device runs here, want NO_WRITE or WRITE_IMMEDIATE_DATA")
}

// inline is the register of inline data, none without.
func (r *Record) inline() (out []byte) {
	if r.code("EmitInlineParameter") == 0 {
		return nil
	}
	for _, field := range ofGroups[len(ofGroups)-8:] {
		out = binary.LittleEndian.AppendUint32(out, uint32(r.code(field)))
	}
	return out
}

// axes are the dimensions of a group.
const axes = 3

// localIDs are the local ids of each thread as its registers have them: words of each dimension that is emitted, in one
// register, or two of SIMD32 (Xe-HPG 3.2). All are nil where the walker makes none.
func (r *Record) localIDs(simd, threads int) ([][]byte, error) {
	out := make([][]byte, threads)
	if r.code("GenerateLocalID") == 0 {
		if r.code("EmitLocal") != 0 {
			return nil, r.Wrong("EmitLocal", "GenerateLocalID is no: want EMIT_NONE")
		}
		return out, nil
	}
	var size [axes]int
	items := 1
	for i, field := range [axes]string{"LocalXMaximum", "LocalYMaximum", "LocalZMaximum"} {
		size[i] = int(r.Number(field)) + 1
		items *= size[i]
	}
	if want := (items + simd - 1) / simd; want != threads {
		return nil, r.Wrong("NumberOfThreadsInGPGPUThreadGroup", "%d work items of SIMD%d are %d threads", items, simd, want)
	}
	order, err := r.order()
	if err != nil {
		return nil, err
	}
	for _, axis := range order[:axes-1] {
		if bits.OnesCount(uint(size[axis])) != 1 {
			return nil, r.Unsupported([axes]string{"LocalXMaximum", "LocalYMaximum", "LocalZMaximum"}[axis], "local ids of sizes that are no powers of two in all dimensions but the last of %s", r.text("WalkOrder"))
		}
	}
	const register = 32
	wide := max(2*simd, register)
	for t := range out {
		for axis := range axes {
			if r.code("EmitLocal")>>axis&1 == 0 {
				continue
			}
			words := make([]byte, wide)
			for lane := range simd {
				binary.LittleEndian.PutUint16(words[2*lane:], uint16(localID(t*simd+lane, axis, &size, &order)))
			}
			out[t] = append(out[t], words...)
		}
	}
	return out, nil
}

// localID is a work item's number in a dimension when items are counted in an order of the dimensions. It goes on behind the last
// item, which no channel that is enabled sees.
func localID(item, axis int, size, order *[axes]int) int {
	for _, a := range order {
		if a == axis {
			return item % size[a]
		}
		item /= size[a]
	}
	return 0
}

// orders are the dimensions in the order in which they run, by code of WalkOrder, whose name has for X, Y and Z when each does
// (compute-runtime, hw_walk_order.h).
var orders = [][axes]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {2, 0, 1}, {1, 2, 0}, {2, 1, 0}}

// order is that of local ids.
func (r *Record) order() ([axes]int, error) {
	if code := r.code("WalkOrder"); code < uint64(len(orders)) {
		return orders[code], nil
	}
	return orders[0], r.Wrong("WalkOrder", "want one with a name")
}
