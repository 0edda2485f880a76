// Package native is the Gen EU instruction in memory: one Inst for every
// opcode and target, and the tables (generated from specs/eu) that encode and
// decode it. Virtual registers are operands in the register file Virt; the
// encoder refuses them.
//
// # One Inst
//
// Instructions of all targets and formats are one struct. A field means the same on
// every target, whatever bits it has there, and one that an instruction does not have
// is zero. So whoever reads code (text, checks, allocator, EU model) has loops over
// operands and no switch over formats:
//
//	in, size, err := native.Decode(native.SKL, code)
//	in.Op, in.ExecSize, in.Dst, in.Src[0].Region
//
// Encode(Decode(x)) is x for every byte of Intel's output, reserved bits too: what no
// field names is kept in the Inst, and an instruction that was changed takes them along
// only where they still mean the same (RestLike).
//
// # Layouts are rows
//
// Where a field lies depends on family, format and other fields: the bits of an
// immediate are those of source registers elsewhere. A layout is a list of rows (name,
// bits, condition) for each format of a target; a name is bound to a slot of Inst once
// (slots.go). Decoding asks each row whether its condition holds and takes its bits;
// encoding puts them and refuses values that do not fit, by name. Both go through the
// same rows, so that they cannot disagree; opdefs has shown that no two rows overlap and
// no bit is left over. Compact instructions, of 8 bytes, are one step more: a table says
// which full instruction each stands for (compact.go).
//
// A Codec does the same for long code. It remembers shapes, which are instructions but
// for their numbers, and for one that it knows it moves the numbers alone. What it says
// is what the plain functions say; a test compares them.
//
// # Facts
//
// Three questions are asked all over the project, and answered here only:
//
//	what is an instruction?    Op.Sources, Op.IsSend, Op.Reach ... (specs/eu/opcodes.md)
//	what can a target do?      Target.Caps(), a struct of facts (targets.md)
//	what is a message?         DecodeMessage, EncodeMessage (messages.md)
//
// A fact that nobody knows is marked so in the page, is zero here, and Caps.Knows tells.
// A test of a target, an opcode list or a bit of a descriptor in another package is
// found by internal/archtest: it is a column that is missing in a page.
//
// # What an instruction touches
//
// Touches lists bytes by lane, of sources and destination, with regions, packed
// vectors, Align16 swizzles and message lengths taken into account: the check of
// hazards, the estimate of clocks and the pictures of lint read it. regalloc.Verify and
// the EU model count for themselves, because each is a check of the others.
//
// # Restrictions
//
// Check applies the rows of specs/eu/restrictions.md. A row has clauses over fields of
// the instruction; what clauses cannot say is a function in rules_*.go. Rules of a target
// whose own compiler breaks them are Doubts: nobody here knows who is right.
//
// # Gen7
//
// ivb and hsw count regions of doubles in dwords, and have enables by pairs of channels.
// Elements rewrites such an instruction as the later targets would have it, or says that
// it cannot; everything that counts elements asks it first.
//
// # Where to begin
//
// inst.go, then decode.go and encode.go with one table, zlayout_gen8.go, beside them.
// caps.go and facts.go for facts, message.go for messages, check.go for restrictions.
//
// What may not live here: text (native/asm), containers, execution (sim), and any
// test of a target outside tables and Caps.
package native
