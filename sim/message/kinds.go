package message

import (
	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
)

// kindRow is how a kind of message does what the table of effects says (native.Does).
type kindRow struct {
	known  bool
	sample bool
	shape  shape
}

// shape is how a message's elements follow from its descriptor.
type shape uint8

const (
	noShape        shape = iota
	bytes                // one element of DescBytes, or DescElements in the flat space, bytes
	dwords               // DescElements of 4 bytes
	qwords               // DescElements of 8 bytes
	channels             // the dwords that DescOff does not switch off
	owords               // DescOwords of 16 bytes, whose offset counts as many
	dwordAligned         // DescOwords of 16 bytes from any dword on
	grfs                 // DescGrfs registers
	vectorDwords         // the dwords of two vectors
	vectorOwords         // the same, whose offsets count OWords
	vectorIntegers       // an integer atomic on one dword of each of two vectors
	integers             // an integer atomic
	floats               // a float atomic
	words                // an integer atomic on the lower halves of dwords
	halves               // a float atomic on them
	texels               // a message on an image
	vectorTexels         // one with two vectors
	colours              // a message on a render target
	entryHwords          // registers of up to two entries of the URB
	entryOwords          // halves of registers of them
	entrySlots           // dwords of an entry for each channel

	// Of the load and store cache: those behind cells too.
	cells      // consecutive elements of each lane
	cellQuad   // of four, those that the mask names
	cellBlock  // consecutive elements of the thread
	cellAtomic // an atomic
)

// kinds has a row for every kind that is modelled.
var kinds = [...]kindRow{
	native.MsgOwordRead:          {true, false, owords},
	native.MsgOwordUnalignedRead: {true, false, dwordAligned},
	native.MsgOwordWrite:         {true, false, owords},
	native.MsgByteRead:           {true, false, bytes},
	native.MsgByteWrite:          {true, false, bytes},
	native.MsgDwordRead:          {true, false, dwords},
	native.MsgDwordWrite:         {true, false, dwords},
	native.MsgQwordRead:          {true, false, qwords},
	native.MsgQwordWrite:         {true, false, qwords},
	native.MsgFence:              {known: true},
	native.MsgRenderFence:        {known: true},

	native.MsgConstantOwordRead:          {true, false, owords},
	native.MsgConstantOwordUnalignedRead: {true, false, dwordAligned},
	native.MsgConstantDwordRead:          {true, false, dwords},
	native.MsgSamplerOwordRead:           {true, false, owords},
	native.MsgSamplerMediaBlockRead:      {true, false, texels},
	native.MsgRenderMediaBlockWrite:      {true, false, texels},

	native.MsgOwordDualRead:    {true, false, vectorOwords},
	native.MsgOwordDualWrite:   {true, false, vectorOwords},
	native.MsgUntypedRead4x2:   {true, false, vectorDwords},
	native.MsgUntypedWrite4x2:  {true, false, vectorDwords},
	native.MsgUntypedAtomic4x2: {true, false, vectorIntegers},

	native.MsgSampler4x2:     {true, false, vectorTexels},
	native.MsgTypedRead4x2:   {true, false, vectorTexels},
	native.MsgTypedWrite4x2:  {true, false, vectorTexels},
	native.MsgTypedAtomic4x2: {true, false, vectorTexels},

	native.MsgScratchRead:           {true, false, grfs},
	native.MsgScratchWrite:          {true, false, grfs},
	native.MsgUntypedRead:           {true, true, channels},
	native.MsgUntypedWrite:          {true, true, channels},
	native.MsgUntypedAtomic:         {true, true, integers},
	native.MsgFloatAtomic:           {true, true, floats},
	native.MsgWordAtomic:            {true, true, words},
	native.MsgHalfAtomic:            {true, true, halves},
	native.MsgA64ByteRead:           {true, false, bytes},
	native.MsgA64DwordRead:          {true, false, dwords},
	native.MsgA64QwordRead:          {true, false, qwords},
	native.MsgA64ByteWrite:          {true, false, bytes},
	native.MsgA64DwordWrite:         {true, false, dwords},
	native.MsgA64QwordWrite:         {true, false, qwords},
	native.MsgA64UntypedRead:        {true, false, channels},
	native.MsgA64UntypedWrite:       {true, false, channels},
	native.MsgA64Atomic:             {true, false, integers},
	native.MsgA64FloatAtomic:        {true, false, floats},
	native.MsgA64WordAtomic:         {true, false, words},
	native.MsgA64HalfAtomic:         {true, false, halves},
	native.MsgA64OwordRead:          {true, false, owords},
	native.MsgA64OwordUnalignedRead: {true, false, owords},
	native.MsgA64OwordWrite:         {true, false, owords},
	native.MsgSampler:               {true, false, texels},
	native.MsgSamplerHalf:           {true, false, texels},
	native.MsgSamplerWords:          {true, false, texels},
	native.MsgSamplerWordsHalf:      {true, false, texels},
	native.MsgSampleUnorm:           {true, false, texels},
	native.MsgSamplerFlush:          {known: true},
	native.MsgTypedRead:             {true, false, texels},
	native.MsgTypedWrite:            {true, false, texels},
	native.MsgTypedAtomic:           {true, false, texels},
	native.MsgMediaBlockRead:        {true, false, texels},
	native.MsgMediaBlockWrite:       {true, false, texels},
	native.MsgRenderTargetWrite:     {true, false, colours},
	native.MsgRenderTargetRead:      {true, false, colours},
	native.MsgUrbHwordWrite:         {true, false, entryHwords},
	native.MsgUrbHwordRead:          {true, false, entryHwords},
	native.MsgUrbOwordWrite:         {true, false, entryOwords},
	native.MsgUrbOwordRead:          {true, false, entryOwords},
	native.MsgUrbWrite:              {true, false, entrySlots},
	native.MsgUrbRead:               {true, false, entrySlots},
	native.MsgBarrier:               {known: true},
	native.MsgEndOfThread:           {known: true},

	native.MsgUgmFlatLoad:       {true, false, cells},
	native.MsgUgmFlatLoadBlock:  {true, false, cellBlock},
	native.MsgUgmFlatLoadQuad:   {true, false, cellQuad},
	native.MsgUgmFlatStore:      {true, false, cells},
	native.MsgUgmFlatStoreBlock: {true, false, cellBlock},
	native.MsgUgmFlatStoreQuad:  {true, false, cellQuad},
	native.MsgUgmFlatAtomic:     {true, false, cellAtomic},
	native.MsgUgmLoad:           {true, false, cells},
	native.MsgUgmLoadBlock:      {true, false, cellBlock},
	native.MsgUgmLoadQuad:       {true, false, cellQuad},
	native.MsgUgmStore:          {true, false, cells},
	native.MsgUgmStoreBlock:     {true, false, cellBlock},
	native.MsgUgmStoreQuad:      {true, false, cellQuad},
	native.MsgUgmAtomic:         {true, false, cellAtomic},
	native.MsgSlmLoad:           {true, false, cells},
	native.MsgSlmLoadBlock:      {true, false, cellBlock},
	native.MsgSlmLoadQuad:       {true, false, cellQuad},
	native.MsgSlmStore:          {true, false, cells},
	native.MsgSlmStoreBlock:     {true, false, cellBlock},
	native.MsgSlmStoreQuad:      {true, false, cellQuad},
	native.MsgSlmAtomic:         {true, false, cellAtomic},
	native.MsgUgmFence:          {known: true},
	native.MsgSlmFence:          {known: true},
	native.MsgTgmFence:          {known: true},
}

// named are the binding table indices that kinds themselves say.
var named = [...]uint8{
	native.MsgUgmFlatLoad:       fixed.SurfaceStateless,
	native.MsgUgmFlatLoadBlock:  fixed.SurfaceStateless,
	native.MsgUgmFlatLoadQuad:   fixed.SurfaceStateless,
	native.MsgUgmFlatStore:      fixed.SurfaceStateless,
	native.MsgUgmFlatStoreBlock: fixed.SurfaceStateless,
	native.MsgUgmFlatStoreQuad:  fixed.SurfaceStateless,
	native.MsgUgmFlatAtomic:     fixed.SurfaceStateless,
	native.MsgSlmLoad:           fixed.SurfaceLocal,
	native.MsgSlmLoadBlock:      fixed.SurfaceLocal,
	native.MsgSlmLoadQuad:       fixed.SurfaceLocal,
	native.MsgSlmStore:          fixed.SurfaceLocal,
	native.MsgSlmStoreBlock:     fixed.SurfaceLocal,
	native.MsgSlmStoreQuad:      fixed.SurfaceLocal,
	native.MsgSlmAtomic:         fixed.SurfaceLocal,
}

// actionOf is the action of what a message does to memory: for each lane, or for the
// thread as a whole, which those on whole registers of scratch space are too.
func actionOf(info *native.MessageInfo) Action {
	switch read := info.Kind.Does() == native.DoesRead; info.Kind.Memory() {
	case native.MemoryPixels:
		if read {
			return RenderRead
		}
		return RenderWrite
	case native.MemoryUrb:
		if read {
			return UrbRead
		}
		return UrbWrite
	}
	texels := info.Kind.Memory() == native.MemoryTexels
	block := info.Block || info.Kind.Memory() == native.MemoryScratch
	of := func(lanes, whole, texel, rectangle Action) Action {
		switch {
		case texels && block:
			return rectangle
		case texels:
			return texel
		case block:
			return whole
		}
		return lanes
	}
	switch info.Kind.Does() {
	case native.DoesRead:
		return of(Read, BlockRead, TypedRead, MediaRead)
	case native.DoesWrite:
		return of(Write, BlockWrite, TypedWrite, MediaWrite)
	case native.DoesAtomic:
		return of(Atomic, Atomic, TypedAtomic, TypedAtomic)
	case native.DoesSample:
		return of(Sample, Sample, Sample, SampleBlock)
	case native.DoesBarrier:
		return Barrier
	case native.DoesForget:
		return Forget
	}
	return Nothing
}

// spaceOf is what addresses mean; texels are those of a surface.
func spaceOf(m native.Memory) Space {
	switch m {
	case native.MemoryScratch:
		return Scratch
	case native.MemoryFlat:
		return Flat
	}
	return Surface
}
