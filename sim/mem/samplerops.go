package mem

import "fmt"

// parameter says what one of the parameters of a sampler message is.
type parameter uint8

const (
	paramU parameter = iota
	paramV
	paramR
	paramLod // of ld an integer, of sample_l a float
	paramOffU
	paramOffV
	paramOther // makes no difference
	numCommon  // those before are 0 where a message lacks them, whatever it is
)

// Parameters that only the messages have whose rows name them.
const (
	paramBias parameter = numCommon + iota
	paramRef            // what texels are compared with
	paramCube           // index in an array of cubes
	paramSample
	paramControl // word of a multisample control surface, and the one behind it
	paramControlHigh
	paramUX // derivatives: of U by x and by y, and so on
	paramUY
	paramVX
	paramVY
	paramRX
	paramRY
	numParams
)

// action is what a sampler message does.
type action uint8

const (
	notModelled action = iota
	doSample
	doLoad
	doGather
	doSize
	doCount
	doDetail
	doControl
)

// detailFrom is where a message has the level of detail from.
type detailFrom uint8

const (
	detailZero       detailFrom = iota
	detailNeighbours            // how far the places of a square of four lanes are apart, with a bias
	detailGiven                 // paramLod
	detailGradients             // derivatives that the message gives
)

// samplerOp is a row of samplerOps.
type samplerOp struct {
	name   string
	does   action
	params []parameter // in the order of the message; those that are left out at the end are 0
	why    string      // of notModelled
	since  opSince
	vector []parameter // of two vectors of four, as dwords of each; nil: not known

	detail   detailFrom
	compares bool // each texel with paramRef
	samples  bool // of images with several samples
}

// opSince is the first generation with a message.
type opSince uint8

const (
	sinceGen7 opSince = iota
	sinceGen9
)

// samplerOps are the sampler messages by their code, which vISA and native
// descriptors share (message reference, section 7.2; Gen9 and later). Where dwords of vectors are
// is from Mesa (brw_vec4_nir.cpp, nir_emit_texture).
var samplerOps = [32]samplerOp{
	0: {name: "sample", does: doSample, detail: detailNeighbours, params: places()},
	1: {name: "sample_b", does: doSample, detail: detailNeighbours, params: places(paramBias)},
	2: {name: "sample_l", does: doSample, detail: detailGiven, params: places(paramLod),
		vector: append(places(), paramLod)},
	3: {name: "sample_c", does: doSample, detail: detailNeighbours, compares: true, params: places(paramRef)},
	4: {name: "sample_d", does: doSample, detail: detailGradients, params: gradients(),
		vector: append(places(), paramUX, paramUY, paramVX, paramVY, paramRX, paramRY)},
	5: {name: "sample_b_c", does: doSample, detail: detailNeighbours, compares: true, params: places(paramRef, paramBias)},
	6: {name: "sample_l_c", does: doSample, detail: detailGiven, compares: true, params: places(paramRef, paramLod),
		vector: append(places(), paramRef, paramLod)},
	7: {name: "ld", does: doLoad, params: []parameter{paramU, paramV, paramLod, paramR},
		vector: []parameter{paramU, paramV, paramR, paramLod}},
	8: {name: "gather4", does: doGather, params: places(), vector: places()},
	9: {name: "lod", does: doDetail, detail: detailNeighbours, params: places()},
	10: {name: "resinfo", does: doSize, params: []parameter{paramLod},
		vector: []parameter{paramLod}},
	11: {name: "sampleinfo", does: doCount, params: []parameter{paramOther},
		vector: []parameter{}},
	12: {name: "sample_killpix", why: "no source gives the mask of pixels that comes back"},
	16: {name: "gather4_c", does: doGather, compares: true, params: places(paramRef),
		vector: append(places(), paramRef)},
	17: {name: "gather4_po", does: doGather, params: []parameter{paramU, paramV, paramOffU, paramOffV, paramR},
		vector: []parameter{paramU, paramV, paramR, paramOther, paramOffU, paramOffV}},
	18: {name: "gather4_po_c", does: doGather, compares: true, params: []parameter{paramRef, paramU, paramV, paramOffU, paramOffV, paramR},
		vector: []parameter{paramU, paramV, paramR, paramRef, paramOffU, paramOffV}},
	20: {name: "sample_d_c", does: doSample, detail: detailGradients, compares: true, params: gradients(paramRef),
		vector: append(places(), paramUX, paramUY, paramVX, paramVY, paramRX, paramRY, paramRef)},
	22: {name: "sample_min", why: reduces},
	23: {name: "sample_max", why: reduces},
	24: {name: "sample_lz", does: doSample, params: places(), since: sinceGen9},
	25: {name: "sample_c_lz", does: doSample, compares: true, params: places(paramRef), since: sinceGen9},
	26: {name: "ld_lz", does: doLoad, params: []parameter{paramU, paramV, paramR}, since: sinceGen9},
	28: {name: "ld2dms_w", does: doLoad, samples: true, params: []parameter{paramSample, paramControl, paramControlHigh, paramU, paramV, paramR, paramLod}, since: sinceGen9},
	29: {name: "ld_mcs", does: doControl, samples: true, params: []parameter{paramU, paramV, paramR, paramLod},
		vector: []parameter{paramU, paramV, paramR, paramLod}},
	30: {name: "ld2dms", does: doLoad, samples: true, params: []parameter{paramSample, paramControl, paramU, paramV, paramR, paramLod},
		vector: []parameter{paramU, paramV, paramR, paramLod, paramSample, paramControl}},
	31: {name: "ld2dss", does: doLoad, samples: true, params: []parameter{paramSample, paramU, paramV, paramR, paramLod}},
}

// places is parameters followed by those of a place: U, V, R and the index in an array of cubes.
func places(before ...parameter) []parameter {
	return append(before, paramU, paramV, paramR, paramCube)
}

// gradients is parameters followed by those of a place, each coordinate with its derivatives.
func gradients(before ...parameter) []parameter {
	return append(before, paramU, paramUX, paramUY, paramV, paramVX, paramVY, paramR, paramRX, paramRY, paramCube)
}

// reduces is the reason of messages that are not modelled.
const reduces = "no source says which texels of a filter count"

// legacyLoad is ld with the order of parameters of Gen8 and before.
var legacyLoad = samplerOp{name: "ld", does: doLoad, params: []parameter{paramU, paramLod, paramV, paramR}}

// SamplerOp is a sampler message.
type SamplerOp struct {
	op     *samplerOp
	params int
}

// ParseSamplerOp is the message of a code with so many parameters. Old is for Gen8 and before, where ld
// has the level of detail as its second parameter and some messages are not there. What is not modelled is
// a *TextureError.
func ParseSamplerOp(code, params int, old bool) (SamplerOp, error) {
	if code < 0 || code >= len(samplerOps) || samplerOps[code].name == "" {
		return SamplerOp{}, &TextureError{fmt.Sprintf("sampler message %d: no such message is known", code)}
	}
	op := &samplerOps[code]
	why := op.why
	if old && op.since == sinceGen9 {
		why = "it came with Gen9"
	}
	if why != "" {
		return SamplerOp{}, &TextureError{fmt.Sprintf("sampler message %s is not modelled: %s", op.name, why)}
	}
	if old && code == opLoad {
		op = &legacyLoad
	}
	if params > len(op.params) {
		return SamplerOp{}, fmt.Errorf("%d parameters of sampler message %s: legal are up to %d", params, op.name, len(op.params))
	}
	return SamplerOp{op, params}, nil
}

// opLoad is the code of ld.
const opLoad = 7

// vectorOps are the messages with two vectors (SIMD4x2).
var vectorOps = func() (ops [32]samplerOp) {
	for i := range samplerOps {
		ops[i] = samplerOps[i]
		ops[i].params = samplerOps[i].vector
	}
	return ops
}()

// ParseVectorOp is ParseSamplerOp for a message with two vectors of four (SIMD4x2), whose parameters
// are four to a register.
func ParseVectorOp(code, registers int, old bool) (SamplerOp, error) {
	o, err := ParseSamplerOp(code, 0, old)
	if err != nil {
		return o, err
	}
	op := &vectorOps[code]
	if op.params == nil {
		return SamplerOp{}, &TextureError{fmt.Sprintf("sampler message %s of two vectors: no source gives its payload", op.name)}
	}
	if most := (len(op.params) + 3) / 4; registers > most {
		return SamplerOp{}, fmt.Errorf("%d registers of parameters of sampler message %s: legal are up to %d", registers, op.name, most)
	}
	return SamplerOp{op, len(op.params)}, nil
}

// Params is how many parameters the message has.
func (o SamplerOp) Params() int { return o.params }

// Filters says that the message needs a sampler.
func (o SamplerOp) Filters() bool {
	return o.op.does == doSample || o.op.does == doGather || o.op.does == doDetail
}

// Gathers says that the message gives four texels of one component.
func (o SamplerOp) Gathers() bool { return o.op.does == doGather }

// Compares says that the message compares texels with a reference.
func (o SamplerOp) Compares() bool { return o.op.compares }

// Samples says that the message loads from images with several samples.
func (o SamplerOp) Samples() bool { return o.op.samples }

// Halves says that parameter i is a float, of 16 bits in a message whose parameters have so many; others are integers.
func (o SamplerOp) Halves(i int) bool {
	p := o.op.params[i]
	return o.Filters() && p != paramOffU && p != paramOffV
}

// String is the name of the message.
func (o SamplerOp) String() string { return o.op.name }
