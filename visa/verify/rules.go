package verify

import "github.com/genvisa/genvisa/visa"

// Rule is one check, named by its ID.
type Rule struct {
	ID   string
	Doc  string // what must hold
	Cite string // where that is said: a chapter of the vISA documentation, or the pages of specs/visa
}

// rule is a Rule with its check: of the whole kernel, or of one instruction, then maybe with
// what says of an op that the rule has nothing to do with it.
type rule struct {
	Rule
	kernel func(*checker)
	inst   func(*checker, *visa.Inst)
	about  func(*visa.OpInfo) bool
}

// Places that rules are taken from.
const (
	operands   = "5 Operands: Vector Operands"
	regions    = "5 Operands: Region Restrictions"
	addressing = "5 Operands: Region-based Addressing"
	raws       = "5 Operands: Raw Operands"
	general    = "4 The Virtual ISA Object Format: General Variables"
	inputs     = "4 The Virtual ISA Object Format: Input Variables"
	labelled   = "4 The Virtual ISA Object Format: Labels"
	variables  = "4 The Virtual ISA Object Format: Variables"
	execution  = "3 Execution Model"
	pages      = "pages: "
)

// rules in the order in which they run. An instruction whose shape rules (the
// first shapeRules of its kind) fail is not looked at by the others, which rely
// on them.
var rules = []rule{
	{Rule{"inst.operands", "an instruction has a known op and one operand for each slot", pages + "Format"}, nil, checkOperandCount, nil},
	{Rule{"operand.kind", "an operand is of a kind that its slot takes", pages + "class"}, nil, checkKinds, nil},
	{Rule{"operand.index", "an operand names an entry of its table", variables}, nil, checkIndices, nil},
	{Rule{"decl.count", "a kernel has at most 1,048,576 general variables, 65,535 addresses, 65,535 predicates, 32 samplers, 256 surfaces and 256 inputs", variables}, checkCounts, nil, nil},
	{Rule{"decl.alias", "an alias names another variable, without a cycle, over at most 255 others", general}, checkAliasCycles, nil, nil},
	{Rule{"decl.alias-overrun", "a variable lies inside the variable that it aliases", general}, checkAliasOverruns, nil, nil},
	{Rule{"decl.alias-offset", "an alias begins at a multiple of its element, and what is no alias at 0", general}, checkAliasOffsets, nil, nil},
	{Rule{"decl.type", "a general variable has a type that has elements in memory: not bool and not a packed vector", general}, checkVarTypes, nil, nil},
	{Rule{"decl.elements", "a variable has at least one element; a predicate has 1, 2, 4, 8, 16 or 32, an address variable at most 16", variables}, checkElements, nil, nil},
	{Rule{"decl.attribute", "a kernel has each attribute once", "4 The Virtual ISA Object Format: Attributes"}, checkAttributes, nil, nil},
	{Rule{"input.variable", "an input names a user's variable of its table that is not an alias, and fills it", inputs}, checkInputVars, nil, nil},
	{Rule{"input.payload", "inputs lie behind r0 and inside the register file; those of a register or more begin at one, shorter ones are aligned to their element and lie in one", inputs}, checkInputRange, nil, nil},
	{Rule{"input.overlap", "inputs do not overlap", inputs}, checkInputOverlap, nil, nil},
	{Rule{"input.order", "no input of the user stands behind an implicit one", inputs}, checkInputOrder, nil, nil},
	{Rule{"label.undefined", "a label that is used is defined", labelled}, checkLabelsDefined, nil, nil},
	{Rule{"label.duplicate", "a label is defined once", labelled}, checkLabelsOnce, nil, nil},
	{Rule{"label.kind", "a branch names the label of a block, a call that of a subroutine", labelled}, checkLabelKinds, nil, nil},
	{Rule{"label.scope", "a branch stays in its subroutine", pages + "GOTO, JMP, SWITCHJMP"}, checkLabelScopes, nil, nil},
	{Rule{"kernel.simd", "a kernel is of 8, 16 or 32 lanes", execution}, checkSimd, nil, nil},
	{Rule{"kernel.end", "a kernel ends with an instruction that no lane passes", execution}, checkEnd, nil, nil},
	{Rule{"inst.platform", "the target has the op", pages + "Platforms"}, nil, checkPlatform, hasPlatforms},
	{Rule{"inst.exec", "the execution size is a power of two up to 32 and its lanes lie inside the SIMD width", execution}, nil, checkExec, nil},
	{Rule{"inst.size", "the execution size is one that the op has", pages + "Execution sizes"}, nil, checkExecSizes, hasSizes},
	{Rule{"inst.mask", "the mask offset is a multiple of the execution size", execution}, nil, checkMask, nil},
	{Rule{"inst.predicate", "a predicate stands on an op that takes one and, when something writes it, has an element for every lane", "5 Operands: Predication"}, nil, checkPredicate, nil},
	{Rule{"inst.selector", "an op that selects by its predicate, or writes it, has one", pages + "SEL, ADD3O"}, nil, checkSelector, isSelector},
	{Rule{"inst.predicate-logic", "an op on predicates has no predicate of its own", pages + "AND, OR, XOR, NOT"}, nil, checkPredicateLogic, hasPredicates},
	{Rule{"inst.flags", "a move of a predicate, which is one number, is of one element", pages + "MOV"}, nil, checkFlagMove, movesFlags},
	{Rule{"inst.saturate", "saturation stands on the destination of an op that has it, for its type", pages + "Saturation"}, nil, checkSat, nil},
	{Rule{"inst.requires", "the operands of an op keep what its page requires of them together", pages + "Requires"}, nil, checkRequirements, hasRequirements},
	{Rule{"operand.state", "an op that writes state variables has operands of one state table", pages + "MOVS"}, nil, checkStates, hasStates},
	{Rule{"operand.type", "the operand types are a row of the op's type maps that the target has, or those of the slot", pages + "Operand type maps"}, nil, checkTypes, nil},
	{Rule{"operand.raw-type", "the variable of a raw operand has a type that the page of the op names", pages + "type"}, nil, checkRawTypes, hasRaw},
	{Rule{"operand.modifier", "a source modifier is one that the op takes", pages + "Source Modifier"}, nil, checkModifiers, nil},
	{Rule{"operand.region", "a width is 1, 2, 4, 8 or 16 and not above the execution size, a horizontal stride 0, 1, 2 or 4, a vertical one also 8, 16 or 32; a destination has a stride and one address", regions}, nil, checkRegions, nil},
	{Rule{"operand.bounds", "a region lies inside its variable, and %null is not read", addressing}, nil, checkBounds, nil},
	{Rule{"operand.payload", "the variable of a raw operand holds what the message reads from it or writes to it", raws}, nil, checkPayload, hasRaw},
	{Rule{"operand.size", "the data of a message has at most the bytes of its page", pages + "at most"}, nil, checkMessageSize, hasRaw},
	{Rule{"operand.span", "the elements of an operand that the finalizer does not split lie in two registers", regions + ", 6; pages: Operand registers"}, nil, checkSpan, hasRegisters},
	{Rule{"operand.column", "the column of an operand lies in a register", operands}, nil, checkColumns, nil},
	{Rule{"operand.align", "a raw operand begins at a register", raws}, nil, checkRawAlign, hasRaw},
	{Rule{"operand.alignment", "the operands of an op that says so begin at a multiple of so many bytes, when the instruction has several elements", pages + "Operand alignment"}, nil, checkAlignment, hasAlign},
	{Rule{"operand.null", "a raw operand that the op cannot do without is not %null, and %null has no offset", pages + "required"}, nil, checkRequired, hasRaw},
	{Rule{"operand.readonly", "a predefined variable that is read-only is not written", general}, nil, checkReadOnly, nil},
	{Rule{"operand.predefined", "the address of a predefined variable or surface is not taken, but of %arg and %retval", pages + "ADDR_ADD"}, nil, checkAddressOf, hasAddressOf},
	{Rule{"operand.address", "the elements of an address or state variable that are used exist", operands}, nil, checkAddresses, nil},
	{Rule{"operand.offset", "the offset behind an address is -512 to 511", operands}, nil, checkIndirectOffset, nil},
	{Rule{"operand.predicate", "a predicate operand has an element for every lane", "5 Operands: Predication"}, nil, checkPredOperands, hasPredicates},
	{Rule{"operand.surface", "the shared local memory stands where the op takes it, on the target", pages + "not slm"}, nil, checkSurfaces, hasSurfaces},
	{Rule{"operand.field", "a field has a value of its enumeration, or of its range", pages + "enum, range"}, nil, checkFields, hasFields},
	{Rule{"operand.pair", "two fields have values that go together", pages + "beside"}, nil, checkPairs, hasPairs},
}

// shapeRules is how many rules at the front of the table guard the others.
const shapeRules = 3
