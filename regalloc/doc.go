// Package regalloc assigns physical registers to a native program with virtual
// operands, and verifies the result lane by lane.
//
// # Why textbook liveness is wrong here
//
// One EU thread runs 8, 16 or 32 channels ("lanes"). Each lane has its own IP;
// the thread has one, and it is the lowest IP of its lanes. So a then-block
// runs before its else-block, although no lane runs both, and while it runs,
// the lanes of the else-block sleep with their values in the registers:
//
//	      cmp  f0 ...          lanes split
//	(f0)  if        ELSE       lanes with 0 bits wait at ELSE
//	      mov  t, ...          then: must it spare what else reads? yes
//	      else      END
//	ELSE: add  r, v, ...       else: v of the lanes that waited
//	END:  endif
//
// On the graph of lane paths v is dead in the then-block, so a textbook
// allocator may give t the register of v. A masked write of t with the same
// lane layout would do no harm, but a NoMask write, a send, or a write of
// another width changes the sleeping lanes' bytes. And in the other direction:
// a masked write of v is not the end of v's old value, since it leaves the
// bytes of sleeping lanes alone; only they decide who may still read them.
//
// # The scheme
//
// Units are bytes of GRF and address variables and bits of flag variables.
// Every touch of a unit belongs either to one channel (masked operand, element
// k is channel ChanOff+k) or to the whole thread: NoMask, message headers,
// registers reached through an address, a value that all channels read. A unit
// that only one channel ever touches under a mask has that channel as owner.
// A unit with several owners is treated as the whole thread's.
//
// Two liveness problems run side by side:
//
//   - Lane liveness, over the paths of one lane (goto: next or UIP). Reads of
//     owned units by their owner create it. It ends at every unpredicated write
//     of the unit, masked or not: when the lane is at such a write it is awake.
//     While the lane is asleep at T, all that is live at T is live: for every
//     branch that may leave lanes at T, each block that the thread can reach
//     from the branch without passing T has T's live-in set added.
//   - Thread liveness, over the paths of the thread (linear order, JIP, loops).
//     All other reads create it. Only an unpredicated NoMask write ends it.
//
// A unit is live at a point when one of the two says so and some write (or the
// payload) may have defined it on a thread path to the point along which it is live. The last clause
// keeps a value that only masked writes define from being live back to the
// start of the program; around a loop it is live all the way, as it must be.
//
// The claim: take any execution, a write of unit u at d, a read of that value
// at r, and an instruction i between. If the reader is the owner lane, then at
// i that lane is on its path from d to r (lane liveness holds u: no write on
// the path replaced it) or asleep at some T (then u is live at T, and i is among
// the blocks that the thread can run meanwhile). If the reader is the thread,
// the execution itself is a thread path without a NoMask write of u. In both
// cases u is live behind i, so i may not write a register of u through another
// variable. This is the interference rule: what an instruction writes
// interferes with all that is live behind it, for lanes awake or asleep.
// Predicated writes end nothing; sel's predicate chooses a source and counts as
// no predicate.
//
// # Calls
//
// A routine runs with the lanes that call, while all others sleep in the caller. Lane and
// thread paths lead from a call into it and from its return behind each call. What it does
// not touch is not sent that way: it lives from the call to behind it, and meanwhile sleeps
// in all blocks of the routine and of those that it calls (routines.go).
//
// # Sparse
//
// Units are not looked at one by one. A touch is a run of units; the borders of
// all runs cut a variable into atoms, mostly one, and byte by byte only where it
// is written byte by byte. Atoms that no block reads back live inside their
// block. For the others each problem is solved backwards from the blocks that
// read, as far as the lowest block where a write may have defined them, so that the
// work is as long as the result. Then one set of live atoms walks backwards through
// each block; what an instruction writes gets the members as neighbours, in lists
// that are rid of repeats as they grow. Of a file of which more is live than fits,
// nobody asks for neighbours: spilling looks at points. So GRF objects, which have the
// most, get theirs in a walk of their own, when flags and addresses have places.
//
// Before all that, registers of a variable that no operand reaches together become
// variables of their own (parts.go): an array whose elements are named one by one takes
// a register for an element only as long as it is read.
//
// # Registers
//
// Variables that are small and take part in no message are placed first fit,
// byte-granular inside one GRF. Others take whole GRFs in turn, around the file: what
// is written next then does not wait for a message that still reads or writes the
// registers that were freed last. Where that does not fit, all are placed first fit;
// several orders are tried and the one with the lowest top wins. Whole registers then move in turn to where nothing of
// their neighbours is. Of the next two places that are free one is taken at which instructions of three sources
// read fewer registers of one bank (banks.go). Inputs have fixed
// places and free them after their last use. Copies are placed onto their source where
// possible and then removed. When source or destination spans two GRFs the
// hardware may run the instruction in halves: the destination then shares
// nothing with a source, or has the same base and equal cells (rule R-OVL1 of
// the restriction table, Broxton special restrictions).
//
// Flags that find no place are kept in a GRF, all of them chosen in one round:
// every instruction that touches such a flag loads it before and saves it after,
// all channels, NoMask.
//
// # Spilling
//
// When addresses or GRFs find no place, the units that are taken in front of and
// behind every instruction are added up, and of the variables live at points with
// too many those leave that relieve most points for what their loads and saves
// cost, weighted by loop depth. A GRF variable then lives in scratch memory,
// an address variable in a GRF. What is left of it in registers are stints: from
// one use to another of the same block, as far as registers allow. A stint is
// loaded in front of its first use when anything of it that is live there may be
// defined, which a masked or partial write leaves alone, and saved behind its last
// write when it is live behind its last use. Loads and saves are whole GRFs,
// NoMask: sleeping lanes keep what they have. What one instruction computes from
// values that never change is computed again instead; those values stay where they
// are for it, in up to half of the registers. Another round follows while places
// are missing; stints of several uses may leave again, those of one instruction may
// not: PressureError is left for an instruction whose operands do not fit, and for
// variables that are bound to places or reached through addresses.
//
// What is only too much in loops without a use of it keeps its register but for them: it is
// saved behind its writes, and loaded where the thread, or a lane that slept, comes to behind a
// loop (around.go), where that takes fewer messages than its uses.
//
// Where more small variables live at once than the file has dwords, those share registers
// before anything is chosen, in the order in which the program comes to them (pack.go): what
// is written one after another then leaves in one message, and there are fewer to choose from.
//
// # Verify
//
// Verify does not use any of the above. It takes the program before and after,
// and carries demands "this register byte must hold that variable byte"
// backwards from each read, along every path of (thread position, lane awake or
// asleep at T), until the writes that make them true. See verify.go.
//
// What may not live here: vISA, encodings, choice of instructions.
package regalloc
