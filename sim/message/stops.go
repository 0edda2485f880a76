package message

import "github.com/genvisa/genvisa/native"

// Why a message is known and not modelled.
const (
	laterVectors = "Mesa sends vectors up to Gen9 alone, and no other source says which lanes and registers have their elements"
	fourByTwo    = "no source sends it, or says which lanes and registers have its elements"
	residency    = "surfaces are always resident, and no source gives the form of the answer"
	counters     = "surfaces have no counters"
	gatewayCall  = "no source gives its payload"
	hwords       = "sources differ on the codes of its size"
	typedWords   = "no source says which formats it takes"
	urbAtomics   = "no source gives its payload"
	barycentric  = "the coordinates are of a triangle, and a launch has none"
	motion       = "no source at hand defines its arithmetic: costs, order of the search and form of the result"
	lscPitch     = "no kernel of a compiler at hand has it, and no source gives the places of its base and pitch"
	lscBlocks    = "no source at hand gives the payload of a block of two dimensions"
	lscTyped     = "no source at hand gives its payload; compilers for these targets send typed messages of the data port"
	compression  = "memory is not compressed here"
	readState    = "no source gives the form of the answer"
	mediaSamples = "no source says what it does"
	scaler       = "no source defines the arithmetic of its filters, or of its functions"
	chromaKeys   = "no source says which texels of a filter a key is compared with"
)

// stops has the reason of every message that runs has not on some target.
var stops = [...]string{
	native.MsgUntypedRead4x2:           laterVectors,
	native.MsgUntypedWrite4x2:          laterVectors,
	native.MsgUntypedAtomic4x2:         laterVectors,
	native.MsgTypedRead4x2:             laterVectors,
	native.MsgTypedWrite4x2:            laterVectors,
	native.MsgTypedAtomic4x2:           laterVectors,
	native.MsgA64Atomic4x2:             fourByTwo,
	native.MsgConstantOwordDualRead:    fourByTwo,
	native.MsgAtomicCounter4x2:         counters,
	native.MsgAtomicCounter:            counters,
	native.MsgAtomicCounterWord:        counters,
	native.MsgTypedStatusRead:          residency,
	native.MsgA64ByteStatusRead:        residency,
	native.MsgA64HwordRead:             hwords,
	native.MsgA64HwordWrite:            hwords,
	native.MsgTypedWordAtomic:          typedWords,
	native.MsgSampler4x2:               laterVectors,
	native.MsgSamplerMedia:             mediaSamples,
	native.MsgSample8x8:                scaler,
	native.MsgSampleUnormKill:          chromaKeys,
	native.MsgOpenGateway:              gatewayCall,
	native.MsgCloseGateway:             gatewayCall,
	native.MsgForwardMessage:           gatewayCall,
	native.MsgGetTimestamp:             gatewayCall,
	native.MsgUpdateGateway:            gatewayCall,
	native.MsgMMIO:                     gatewayCall,
	native.MsgUrbAtomicMov:             urbAtomics,
	native.MsgUrbAtomicInc:             urbAtomics,
	native.MsgUrbAtomicAdd:             urbAtomics,
	native.MsgPixelAtOffset:            barycentric,
	native.MsgPixelAtSample:            barycentric,
	native.MsgPixelAtCentroid:          barycentric,
	native.MsgPixelAtOffsets:           barycentric,
	native.MsgVmeInter:                 motion,
	native.MsgVmeIntra:                 motion,
	native.MsgVmeMixed:                 motion,
	native.MsgVmeSearch:                motion,
	native.MsgVmeMesh:                  motion,
	native.MsgCreCheck:                 motion,
	native.MsgCreRefine:                motion,
	native.MsgUgmFlatLoadStrided:       lscPitch,
	native.MsgUgmFlatStoreStrided:      lscPitch,
	native.MsgUgmLoadStrided:           lscPitch,
	native.MsgUgmStoreStrided:          lscPitch,
	native.MsgSlmLoadStrided:           lscPitch,
	native.MsgSlmStoreStrided:          lscPitch,
	native.MsgUgmBlock2dRead:           lscBlocks,
	native.MsgUgmBlock2dWrite:          lscBlocks,
	native.MsgUgmLoadStatus:            residency,
	native.MsgUgmStoreUncompressed:     compression,
	native.MsgUgmStoreUncompressedQuad: compression,
	native.MsgUgmCcs:                   compression,
	native.MsgUgmReadState:             readState,
	native.MsgTgmLoad:                  lscTyped,
	native.MsgTgmLoadQuad:              lscTyped,
	native.MsgTgmStore:                 lscTyped,
	native.MsgTgmStoreQuad:             lscTyped,
	native.MsgTgmAtomic:                lscTyped,
}

// runs says that a kind of message is modelled on a target: of those with a reason above,
// where its row has two vectors.
func runs(t native.Target, k native.MessageKind) bool {
	return int(k) < len(kinds) && kinds[k].known && (why(k) == "" || k.Vectors(t))
}

// why is the reason of a message that runs not on every target.
func why(k native.MessageKind) string {
	if int(k) < len(stops) {
		return stops[k]
	}
	return ""
}
