//go:build oracle

package verify_test

// cause is why we and the finalizer differ: a rule that we alone find, or an expression for
// what the tool alone says.
type cause struct {
	ours, theirs string
	right, why   string
}

// causes in the order in which the document has them. Chapters are those of the vISA
// documentation.
var causes = []cause{
	{ours: "operand.bounds", right: "we", why: "an access outside of a variable is undefined (5 Operands); the tool prints a warning and goes on"},
	{ours: "decl.alias-overrun", right: "we", why: "an alias is a subset of the elements of its base (4 General Variables); the tool takes it"},
	{ours: "inst.mask", right: "we", why: "no native instruction begins at a lane that is no multiple of its size; the tool says Invalid emask, goes on, and its code is about lanes from 0 on"},
	{ours: "input.payload", right: "we", why: "r0 is no payload, the register file ends behind byte 4095, and an offset is aligned to the variable (4 Input Variables)"},
	{ours: "operand.type", right: "we", why: "the type maps of the pages: integers and floats do not mix, an offset is ud, MOVS and MULH take dwords; the tool takes them"},
	{ours: "inst.exec", right: "we", why: "the dispatch has no such lanes (3 Execution Model); the tool does not read SimdSize"},
	{ours: "inst.size", right: "we", why: "Exec_size of the pages, and the notes of BFE and BFI; the tool takes any"},
	{ours: "operand.address", right: "we", why: "offset and width lie inside the variable, and MOVS copies consecutive elements (5 Operands)"},
	{ours: "inst.flags", right: "we", why: "a predicate is one number; the tool moves one element"},
	{ours: "operand.region", right: "we", why: "region rules 1, 3, 4 and 5; the tool checks the text of most ops alone, not of scalars"},
	{ours: "inst.predicate-logic", right: "we", why: "the pages of AND, OR, XOR and NOT: no predication; the tool has a message for it and does not give it"},
	{ours: "inst.selector", right: "we", why: "native sel has a predicate or a condition; the tool writes one that has neither, or stops at an assertion"},
	{ours: "operand.predicate", right: "we", why: "the predicate has no bit for the lane (5 Operands: Predication)"},
	{ours: "inst.predicate", right: "we", why: "the predicate has no bit for the lane (5 Operands: Predication)"},
	{ours: "operand.null", right: "we", why: "a message reads what its address or data operand holds; the tool sends registers that nothing has written"},
	{ours: "operand.payload", right: "we", why: "a message that reads or writes outside of a variable is undefined (5 Operands: Raw Operands); the tool sends the registers beside it, and asks for whole variables of LSC alone, for some"},
	{ours: "operand.raw-type", right: "we", why: "Must have type, of the pages; the tool asks it of the data of GATHER, SCATTER and DWORD_ATOMIC"},
	{ours: "inst.requires", right: "we", why: "the page of SVM_ATOMIC: V0 where the operation takes no operand; the tool asks it of DWORD_ATOMIC and LSC"},
	{ours: "operand.modifier", right: "we", why: "modifiers stand where the page has them; the tool computes those of an offset"},
	{ours: "text", right: "we", why: "a label is defined once, a number fits its type, an operand is of a kind that its place takes; the tool takes a second entry of a name, and cuts the number"},
	{ours: "input.variable", right: "we", why: "alias_index of an input is zero (4 Input Variables)"},
	{ours: "kernel.end", right: "we", why: "a lane that passes the last instruction is lost"},
	{ours: "operand.surface", right: "we", why: "samplers and media blocks do not reach the shared local memory; the tool checks it for blocks and typed messages, not for samplers"},
	{ours: "operand.column", right: "we", why: "the column may not cross the register (5 Operands: General Operands)"},
	{ours: "operand.alignment", right: "we", why: "the pages of BFE and BFI: operands are aligned to 16 bytes; the tool copies them to where they are"},
	{ours: "inst.platform", right: "we", why: "the appendix of instructions by platform; the tool writes PLN and VME for devices that it names without them"},
	{ours: "operand.state", right: "we", why: "state operands of MOVS are of one storage class"},
	{ours: "operand.readonly", right: "we", why: "R/W of the predefined variables (4 General Variables)"},
	{ours: "operand.predefined", right: "we", why: "ADDR_ADD: no predefined variable or surface"},
	{ours: "decl.alias-offset", right: "we", why: "the offset is aligned to the type (4 General Variables)"},
	{ours: "decl.count", right: "we", why: "the fields of the binary form (4 Variables, whose counts Intel's compiler exceeds)"},
	{ours: "decl.attribute", right: "we", why: "one value of an attribute; the tool has a message for it and does not give it"},
	{ours: "input.order", right: "we", why: "user arguments come before implicit ones (4 Input Variables)"},
	{ours: "label.scope", right: "we", why: "GOTO and JMP: the label is in the same subroutine"},
	{ours: "kernel.simd", right: "we", why: "the thread dispatch has 8, 16 or 32 lanes; the tool takes any number, and uses none"},
	{theirs: "second source of ADDR_ADD", right: "the tool", why: "a packed immediate as an offset; we take its first element"},
	{theirs: "address of a pre-defined variable", right: "we", why: "the page of ADDR_ADD excepts %arg and %retval"},
	{theirs: "write to a read only variable", right: "we", why: "%sr0 is R/W (4 General Variables)"},
	{theirs: "unexpected DOT", right: "we", why: "text of later releases, ifcall.uniform and .unaligned, which this one does not know"},
	{theirs: "\\.[ch]pp:|^signal", right: "we", why: "the tool crashes or does not end"},
}
