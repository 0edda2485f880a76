package message

import "github.com/genvisa/genvisa/native"

// Why a message is known and not modelled.
const (
	fourByTwo     = "no source says which lanes and registers have the elements of SIMD4x2"
	residency     = "surfaces are always resident, and no source gives the form of the answer"
	counters      = "surfaces have no counters"
	raster        = "it is rasterization"
	gatewayCall   = "no source gives its payload"
	hwords        = "sources differ on the codes of its size"
	typedWords    = "no source says which formats it takes"
	otherSampling = "samples of vectors, of eight lanes in other registers and of media surfaces have no source for their payloads"
)

// stops has the reason of every message that runs has not.
var stops = [...]string{
	native.MsgUntypedRead4x2:        fourByTwo,
	native.MsgUntypedWrite4x2:       fourByTwo,
	native.MsgUntypedAtomic4x2:      fourByTwo,
	native.MsgTypedAtomic4x2:        fourByTwo,
	native.MsgA64Atomic4x2:          fourByTwo,
	native.MsgOwordDualRead:         fourByTwo,
	native.MsgOwordDualWrite:        fourByTwo,
	native.MsgConstantOwordDualRead: fourByTwo,
	native.MsgAtomicCounter4x2:      counters,
	native.MsgAtomicCounter:         counters,
	native.MsgAtomicCounterWord:     counters,
	native.MsgTypedStatusRead:       residency,
	native.MsgA64ByteStatusRead:     residency,
	native.MsgA64HwordRead:          hwords,
	native.MsgA64HwordWrite:         hwords,
	native.MsgTypedWordAtomic:       typedWords,
	native.MsgSampler4x2:            otherSampling,
	native.MsgSamplerMedia:          otherSampling,
	native.MsgRenderTargetRead:      raster,
	native.MsgRenderTargetWrite:     raster,
	native.MsgOpenGateway:           gatewayCall,
	native.MsgCloseGateway:          gatewayCall,
	native.MsgForwardMessage:        gatewayCall,
	native.MsgGetTimestamp:          gatewayCall,
	native.MsgUpdateGateway:         gatewayCall,
	native.MsgMMIO:                  gatewayCall,
}

// runs says that a kind of message is modelled.
func runs(k native.MessageKind) bool { return int(k) < len(kinds) && kinds[k].known }
