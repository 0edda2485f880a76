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
	index  uint8 // binding table index of what the kind itself names; 0: its descriptors say it
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
	native.MsgOwordRead:          {true, false, owords, 0},
	native.MsgOwordUnalignedRead: {true, false, dwordAligned, 0},
	native.MsgOwordWrite:         {true, false, owords, 0},
	native.MsgByteRead:           {true, false, bytes, 0},
	native.MsgByteWrite:          {true, false, bytes, 0},
	native.MsgDwordRead:          {true, false, dwords, 0},
	native.MsgDwordWrite:         {true, false, dwords, 0},
	native.MsgQwordRead:          {true, false, qwords, 0},
	native.MsgQwordWrite:         {true, false, qwords, 0},
	native.MsgFence:              {known: true},
	native.MsgRenderFence:        {known: true},

	native.MsgConstantOwordRead:          {true, false, owords, 0},
	native.MsgConstantOwordUnalignedRead: {true, false, dwordAligned, 0},
	native.MsgConstantDwordRead:          {true, false, dwords, 0},
	native.MsgSamplerOwordRead:           {true, false, owords, 0},
	native.MsgSamplerMediaBlockRead:      {true, false, texels, 0},
	native.MsgRenderMediaBlockWrite:      {true, false, texels, 0},

	native.MsgOwordDualRead:    {true, false, vectorOwords, 0},
	native.MsgOwordDualWrite:   {true, false, vectorOwords, 0},
	native.MsgUntypedRead4x2:   {true, false, vectorDwords, 0},
	native.MsgUntypedWrite4x2:  {true, false, vectorDwords, 0},
	native.MsgUntypedAtomic4x2: {true, false, vectorIntegers, 0},

	native.MsgSampler4x2:     {true, false, vectorTexels, 0},
	native.MsgTypedRead4x2:   {true, false, vectorTexels, 0},
	native.MsgTypedWrite4x2:  {true, false, vectorTexels, 0},
	native.MsgTypedAtomic4x2: {true, false, vectorTexels, 0},

	native.MsgScratchRead:           {true, false, grfs, 0},
	native.MsgScratchWrite:          {true, false, grfs, 0},
	native.MsgUntypedRead:           {true, true, channels, 0},
	native.MsgUntypedWrite:          {true, true, channels, 0},
	native.MsgUntypedAtomic:         {true, true, integers, 0},
	native.MsgFloatAtomic:           {true, true, floats, 0},
	native.MsgWordAtomic:            {true, true, words, 0},
	native.MsgHalfAtomic:            {true, true, halves, 0},
	native.MsgA64ByteRead:           {true, false, bytes, 0},
	native.MsgA64DwordRead:          {true, false, dwords, 0},
	native.MsgA64QwordRead:          {true, false, qwords, 0},
	native.MsgA64ByteWrite:          {true, false, bytes, 0},
	native.MsgA64DwordWrite:         {true, false, dwords, 0},
	native.MsgA64QwordWrite:         {true, false, qwords, 0},
	native.MsgA64UntypedRead:        {true, false, channels, 0},
	native.MsgA64UntypedWrite:       {true, false, channels, 0},
	native.MsgA64Atomic:             {true, false, integers, 0},
	native.MsgA64FloatAtomic:        {true, false, floats, 0},
	native.MsgA64WordAtomic:         {true, false, words, 0},
	native.MsgA64HalfAtomic:         {true, false, halves, 0},
	native.MsgA64OwordRead:          {true, false, owords, 0},
	native.MsgA64OwordUnalignedRead: {true, false, owords, 0},
	native.MsgA64OwordWrite:         {true, false, owords, 0},
	native.MsgSampler:               {true, false, texels, 0},
	native.MsgSamplerHalf:           {true, false, texels, 0},
	native.MsgSamplerWords:          {true, false, texels, 0},
	native.MsgSamplerWordsHalf:      {true, false, texels, 0},
	native.MsgSamplerFlush:          {known: true},
	native.MsgTypedRead:             {true, false, texels, 0},
	native.MsgTypedWrite:            {true, false, texels, 0},
	native.MsgTypedAtomic:           {true, false, texels, 0},
	native.MsgMediaBlockRead:        {true, false, texels, 0},
	native.MsgMediaBlockWrite:       {true, false, texels, 0},
	native.MsgRenderTargetWrite:     {true, false, colours, 0},
	native.MsgRenderTargetRead:      {true, false, colours, 0},
	native.MsgUrbHwordWrite:         {true, false, entryHwords, 0},
	native.MsgUrbHwordRead:          {true, false, entryHwords, 0},
	native.MsgUrbOwordWrite:         {true, false, entryOwords, 0},
	native.MsgUrbOwordRead:          {true, false, entryOwords, 0},
	native.MsgUrbWrite:              {true, false, entrySlots, 0},
	native.MsgUrbRead:               {true, false, entrySlots, 0},
	native.MsgBarrier:               {known: true},
	native.MsgEndOfThread:           {known: true},

	native.MsgUgmFlatLoad:       {true, false, cells, fixed.SurfaceStateless},
	native.MsgUgmFlatLoadBlock:  {true, false, cellBlock, fixed.SurfaceStateless},
	native.MsgUgmFlatLoadQuad:   {true, false, cellQuad, fixed.SurfaceStateless},
	native.MsgUgmFlatStore:      {true, false, cells, fixed.SurfaceStateless},
	native.MsgUgmFlatStoreBlock: {true, false, cellBlock, fixed.SurfaceStateless},
	native.MsgUgmFlatStoreQuad:  {true, false, cellQuad, fixed.SurfaceStateless},
	native.MsgUgmFlatAtomic:     {true, false, cellAtomic, fixed.SurfaceStateless},
	native.MsgUgmLoad:           {true, false, cells, 0},
	native.MsgUgmLoadBlock:      {true, false, cellBlock, 0},
	native.MsgUgmLoadQuad:       {true, false, cellQuad, 0},
	native.MsgUgmStore:          {true, false, cells, 0},
	native.MsgUgmStoreBlock:     {true, false, cellBlock, 0},
	native.MsgUgmStoreQuad:      {true, false, cellQuad, 0},
	native.MsgUgmAtomic:         {true, false, cellAtomic, 0},
	native.MsgSlmLoad:           {true, false, cells, fixed.SurfaceLocal},
	native.MsgSlmLoadBlock:      {true, false, cellBlock, fixed.SurfaceLocal},
	native.MsgSlmLoadQuad:       {true, false, cellQuad, fixed.SurfaceLocal},
	native.MsgSlmStore:          {true, false, cells, fixed.SurfaceLocal},
	native.MsgSlmStoreBlock:     {true, false, cellBlock, fixed.SurfaceLocal},
	native.MsgSlmStoreQuad:      {true, false, cellQuad, fixed.SurfaceLocal},
	native.MsgSlmAtomic:         {true, false, cellAtomic, fixed.SurfaceLocal},
	native.MsgUgmFence:          {known: true},
	native.MsgSlmFence:          {known: true},
	native.MsgTgmFence:          {known: true},
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
		return Sample
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
