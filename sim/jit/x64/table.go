package x64

// Op is an instruction.
type Op uint8

// Instructions on vectors. The names are Intel's; Load and Store tell two opcodes of one name apart.
const (
	VMOVDQULoad Op = iota
	VMOVDQUStore
	VMOVDLoad
	VMOVDStore
	VPBROADCASTD
	VPBROADCASTQ
	VPMOVZXWD
	VPMOVSXWD
	VPMOVZXBD
	VPMOVZXDQ
	VPMOVSXBD
	VPEXTRWStore
	VPEXTRBStore
	VPACKUSDW
	VPACKSSDW
	VPERMQ
	VPBLENDVB
	VSHUFPS
	VPADDD
	VPSUBD
	VPSUBQ
	VPMULLD
	VPAND
	VPOR
	VPXOR
	VPSLLVD
	VPSRLVD
	VPSRAVD
	VPABSD
	VPMAXUD
	VPMINSD
	VMOVQStore
	VPACKUSWB
	VPACKSSWB
	VCVTDQ2PS
	VCVTTPS2DQ
	VPCMPEQD
	VPCMPGTD
	VADDPS
	VMULPS
	VFMADD231PS
	VCMPPS
	VROUNDPS
	VBLENDVPS
	VMOVMSKPS
	VCVTPS2PD
	VCVTPD2PS
	VSQRTPD
	VDIVPD
	VEXTRACTF128
	VINSERTF128
	VPTEST
	VPGATHERDD
	VZEROUPPER

	// Instructions on general registers of 32 bits.
	MOVLoad
	MOVStore
	MOVZXW
	MOVSXW
	MOVZXB
	MOVSXB
	AND
	OR
	SBB
	NOT
	ANDImm
	ORImm
	XORImm
	SHLImm
	SHRImm
	ADDImm
	SUBImm
	CMPImm
	MOVImm
	CMP
	ADDStore
	SUBStore
	ANDStore
	ORStore
	XORStore
	TESTImm
	ADD
	SUB
	IMULImm

	// Of 64 bits.
	MOVQLoad
	MOVQStore
	ADDQ
	SUBQ
	CMPQ
	LEAQ
	SUBQImm
	MOVSXDQ
	MOVSXWQ
	IMULQ
	SHLQImm
	SHRQImm
	SARQImm
	MOVQImm
	MOVBImm // of a byte
	LOCK    // in front of an instruction on memory

	// Jumps, by a distance from their end.
	JMP
	JE
	JNE
	JA
	JB
	JL
	JLE
	JG
	RET
	NumOps
)

// Prefixes and maps of opcodes.
const (
	none = 0
	p66  = 1
	pF3  = 2
	m0F  = 1
	m38  = 2
	m3A  = 3
)

// operands is what an instruction has beside its last operand, a register or memory.
type operands uint8

const (
	rm    operands = iota // Reg
	rvm                   // Reg and V
	mr                    // Reg, which is a source: the last operand is written
	m                     // none: digit is in the place of Reg
	alone                 // no operand at all, but for an immediate
	rmv                   // Reg and V, which is the mask of lanes that are in memory
)

// row is how an instruction is encoded.
type row struct {
	name      string
	vex       bool
	prefix    uint8
	opcodeMap uint8
	code      uint8
	has       operands
	digit     uint8 // of m
	imm       uint8 // bytes of the immediate behind the operands
	fourth    bool  // the immediate is a register
	quads     bool  // W of the prefix
}

// table has a row for each instruction.
var table = [NumOps]row{
	VMOVDQULoad:  {name: "vmovdqu", vex: true, prefix: pF3, opcodeMap: m0F, code: 0x6F},
	VMOVDQUStore: {name: "vmovdqu", vex: true, prefix: pF3, opcodeMap: m0F, code: 0x7F, has: mr},
	VMOVDLoad:    {name: "vmovd", vex: true, prefix: p66, opcodeMap: m0F, code: 0x6E},
	VMOVDStore:   {name: "vmovd", vex: true, prefix: p66, opcodeMap: m0F, code: 0x7E, has: mr},
	VPBROADCASTD: {name: "vpbroadcastd", vex: true, prefix: p66, opcodeMap: m38, code: 0x58},
	VPBROADCASTQ: {name: "vpbroadcastq", vex: true, prefix: p66, opcodeMap: m38, code: 0x59},
	VPMOVZXWD:    {name: "vpmovzxwd", vex: true, prefix: p66, opcodeMap: m38, code: 0x33},
	VPMOVSXWD:    {name: "vpmovsxwd", vex: true, prefix: p66, opcodeMap: m38, code: 0x23},
	VPEXTRWStore: {name: "vpextrw", vex: true, prefix: p66, opcodeMap: m3A, code: 0x15, has: mr, imm: 1},
	VPMOVZXBD:    {name: "vpmovzxbd", vex: true, prefix: p66, opcodeMap: m38, code: 0x31},
	VPMOVZXDQ:    {name: "vpmovzxdq", vex: true, prefix: p66, opcodeMap: m38, code: 0x35},
	VPMOVSXBD:    {name: "vpmovsxbd", vex: true, prefix: p66, opcodeMap: m38, code: 0x21},
	VPEXTRBStore: {name: "vpextrb", vex: true, prefix: p66, opcodeMap: m3A, code: 0x14, has: mr, imm: 1},
	VPACKUSDW:    {name: "vpackusdw", vex: true, prefix: p66, opcodeMap: m38, code: 0x2B, has: rvm},
	VPACKSSDW:    {name: "vpackssdw", vex: true, prefix: p66, opcodeMap: m0F, code: 0x6B, has: rvm},
	VPERMQ:       {name: "vpermq", vex: true, prefix: p66, opcodeMap: m3A, code: 0x00, imm: 1, quads: true},
	VPBLENDVB:    {name: "vpblendvb", vex: true, prefix: p66, opcodeMap: m3A, code: 0x4C, has: rvm, imm: 1, fourth: true},
	VSHUFPS:      {name: "vshufps", vex: true, opcodeMap: m0F, code: 0xC6, has: rvm, imm: 1},
	VPADDD:       {name: "vpaddd", vex: true, prefix: p66, opcodeMap: m0F, code: 0xFE, has: rvm},
	VPSUBD:       {name: "vpsubd", vex: true, prefix: p66, opcodeMap: m0F, code: 0xFA, has: rvm},
	VPSUBQ:       {name: "vpsubq", vex: true, prefix: p66, opcodeMap: m0F, code: 0xFB, has: rvm},
	VPMULLD:      {name: "vpmulld", vex: true, prefix: p66, opcodeMap: m38, code: 0x40, has: rvm},
	VPAND:        {name: "vpand", vex: true, prefix: p66, opcodeMap: m0F, code: 0xDB, has: rvm},
	VPOR:         {name: "vpor", vex: true, prefix: p66, opcodeMap: m0F, code: 0xEB, has: rvm},
	VPXOR:        {name: "vpxor", vex: true, prefix: p66, opcodeMap: m0F, code: 0xEF, has: rvm},
	VPSLLVD:      {name: "vpsllvd", vex: true, prefix: p66, opcodeMap: m38, code: 0x47, has: rvm},
	VPSRLVD:      {name: "vpsrlvd", vex: true, prefix: p66, opcodeMap: m38, code: 0x45, has: rvm},
	VPSRAVD:      {name: "vpsravd", vex: true, prefix: p66, opcodeMap: m38, code: 0x46, has: rvm},
	VPABSD:       {name: "vpabsd", vex: true, prefix: p66, opcodeMap: m38, code: 0x1E},
	VPMAXUD:      {name: "vpmaxud", vex: true, prefix: p66, opcodeMap: m38, code: 0x3F, has: rvm},
	VPMINSD:      {name: "vpminsd", vex: true, prefix: p66, opcodeMap: m38, code: 0x39, has: rvm},
	VMOVQStore:   {name: "vmovq", vex: true, prefix: p66, opcodeMap: m0F, code: 0xD6, has: mr},
	VPACKUSWB:    {name: "vpackuswb", vex: true, prefix: p66, opcodeMap: m0F, code: 0x67, has: rvm},
	VPACKSSWB:    {name: "vpacksswb", vex: true, prefix: p66, opcodeMap: m0F, code: 0x63, has: rvm},
	VCVTDQ2PS:    {name: "vcvtdq2ps", vex: true, opcodeMap: m0F, code: 0x5B},
	VCVTTPS2DQ:   {name: "vcvttps2dq", vex: true, prefix: pF3, opcodeMap: m0F, code: 0x5B},
	VPCMPEQD:     {name: "vpcmpeqd", vex: true, prefix: p66, opcodeMap: m0F, code: 0x76, has: rvm},
	VPCMPGTD:     {name: "vpcmpgtd", vex: true, prefix: p66, opcodeMap: m0F, code: 0x66, has: rvm},
	VADDPS:       {name: "vaddps", vex: true, opcodeMap: m0F, code: 0x58, has: rvm},
	VMULPS:       {name: "vmulps", vex: true, opcodeMap: m0F, code: 0x59, has: rvm},
	VFMADD231PS:  {name: "vfmadd231ps", vex: true, prefix: p66, opcodeMap: m38, code: 0xB8, has: rvm},
	VCMPPS:       {name: "vcmpps", vex: true, opcodeMap: m0F, code: 0xC2, has: rvm, imm: 1},
	VROUNDPS:     {name: "vroundps", vex: true, prefix: p66, opcodeMap: m3A, code: 0x08, imm: 1},
	VBLENDVPS:    {name: "vblendvps", vex: true, prefix: p66, opcodeMap: m3A, code: 0x4A, has: rvm, imm: 1, fourth: true},
	VMOVMSKPS:    {name: "vmovmskps", vex: true, opcodeMap: m0F, code: 0x50},
	VCVTPS2PD:    {name: "vcvtps2pd", vex: true, opcodeMap: m0F, code: 0x5A},
	VCVTPD2PS:    {name: "vcvtpd2ps", vex: true, prefix: p66, opcodeMap: m0F, code: 0x5A},
	VSQRTPD:      {name: "vsqrtpd", vex: true, prefix: p66, opcodeMap: m0F, code: 0x51},
	VDIVPD:       {name: "vdivpd", vex: true, prefix: p66, opcodeMap: m0F, code: 0x5E, has: rvm},
	VEXTRACTF128: {name: "vextractf128", vex: true, prefix: p66, opcodeMap: m3A, code: 0x19, has: mr, imm: 1},
	VINSERTF128:  {name: "vinsertf128", vex: true, prefix: p66, opcodeMap: m3A, code: 0x18, has: rvm, imm: 1},
	VPTEST:       {name: "vptest", vex: true, prefix: p66, opcodeMap: m38, code: 0x17},
	VPGATHERDD:   {name: "vpgatherdd", vex: true, prefix: p66, opcodeMap: m38, code: 0x90, has: rmv},
	VZEROUPPER:   {name: "vzeroupper", vex: true, opcodeMap: m0F, code: 0x77, has: alone},

	MOVLoad:  {name: "mov", code: 0x8B},
	MOVStore: {name: "mov", code: 0x89, has: mr},
	MOVZXW:   {name: "movzx", opcodeMap: m0F, code: 0xB7},
	MOVSXW:   {name: "movsx", opcodeMap: m0F, code: 0xBF},
	MOVZXB:   {name: "movzx", opcodeMap: m0F, code: 0xB6},
	MOVSXB:   {name: "movsx", opcodeMap: m0F, code: 0xBE},
	AND:      {name: "and", code: 0x23},
	OR:       {name: "or", code: 0x0B},
	SBB:      {name: "sbb", code: 0x1B},
	NOT:      {name: "not", code: 0xF7, has: m, digit: 2},
	ANDImm:   {name: "and", code: 0x81, has: m, digit: 4, imm: 4},
	ORImm:    {name: "or", code: 0x81, has: m, digit: 1, imm: 4},
	XORImm:   {name: "xor", code: 0x81, has: m, digit: 6, imm: 4},
	SHLImm:   {name: "shl", code: 0xC1, has: m, digit: 4, imm: 1},
	SHRImm:   {name: "shr", code: 0xC1, has: m, digit: 5, imm: 1},
	ADDImm:   {name: "add", code: 0x81, has: m, digit: 0, imm: 4},
	SUBImm:   {name: "sub", code: 0x81, has: m, digit: 5, imm: 4},
	CMPImm:   {name: "cmp", code: 0x81, has: m, digit: 7, imm: 4},
	MOVImm:   {name: "mov", code: 0xC7, has: m, digit: 0, imm: 4},
	CMP:      {name: "cmp", code: 0x3B},
	ADDStore: {name: "add", code: 0x01, has: mr},
	SUBStore: {name: "sub", code: 0x29, has: mr},
	ANDStore: {name: "and", code: 0x21, has: mr},
	ORStore:  {name: "or", code: 0x09, has: mr},
	XORStore: {name: "xor", code: 0x31, has: mr},
	MOVQLoad: {name: "mov", code: 0x8B, quads: true},
	ADDQ:     {name: "add", code: 0x03, quads: true},
	CMPQ:     {name: "cmp", code: 0x3B, quads: true},
	LEAQ:     {name: "lea", code: 0x8D, quads: true},
	SUBQImm:  {name: "sub", code: 0x81, has: m, digit: 5, imm: 4, quads: true},
	MOVSXDQ:  {name: "movsxd", code: 0x63, quads: true},
	MOVSXWQ:  {name: "movsx", opcodeMap: m0F, code: 0xBF, quads: true},
	IMULQ:    {name: "imul", opcodeMap: m0F, code: 0xAF, quads: true},
	SHLQImm:  {name: "shl", code: 0xC1, has: m, digit: 4, imm: 1, quads: true},
	SHRQImm:  {name: "shr", code: 0xC1, has: m, digit: 5, imm: 1, quads: true},
	SARQImm:  {name: "sar", code: 0xC1, has: m, digit: 7, imm: 1, quads: true},
	MOVQImm:  {name: "mov", code: 0xC7, has: m, digit: 0, imm: 4, quads: true},
	MOVBImm:  {name: "mov", code: 0xC6, has: m, digit: 0, imm: 1},
	JMP:      {name: "jmp", code: 0xE9, has: alone, imm: 4},
	JE:       {name: "je", opcodeMap: m0F, code: 0x84, has: alone, imm: 4},
	JNE:      {name: "jne", opcodeMap: m0F, code: 0x85, has: alone, imm: 4},
	JA:       {name: "ja", opcodeMap: m0F, code: 0x87, has: alone, imm: 4},
	JB:       {name: "jb", opcodeMap: m0F, code: 0x82, has: alone, imm: 4},
	JL:       {name: "jl", opcodeMap: m0F, code: 0x8C, has: alone, imm: 4},
	JLE:      {name: "jle", opcodeMap: m0F, code: 0x8E, has: alone, imm: 4},
	JG:       {name: "jg", opcodeMap: m0F, code: 0x8F, has: alone, imm: 4},
	RET:      {name: "ret", code: 0xC3, has: alone},

	TESTImm:   {name: "test", code: 0xF7, has: m, digit: 0, imm: 4},
	ADD:       {name: "add", code: 0x03},
	SUB:       {name: "sub", code: 0x2B},
	IMULImm:   {name: "imul", code: 0x69, imm: 4},
	MOVQStore: {name: "mov", code: 0x89, has: mr, quads: true},
	SUBQ:      {name: "sub", code: 0x2B, quads: true},
	LOCK:      {name: "lock", code: 0xF0, has: alone},
}
