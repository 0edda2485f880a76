// Package scoreboard says of each instruction which earlier ones it waits for, on
// targets whose hardware does not watch general registers (from Gen12 on):
//
//	send.dc1 (16|M0)  r20 r10 null 0x0 0x04205E02 {$0}          // holds token 0
//	mul (16|M0)       r30.0<1>:f r4.0<8;8,1>:f r6.0<8;8,1>:f
//	add (16|M0)       r32.0<1>:f r30.0<8;8,1>:f r20.0<8;8,1>:f {@1,$0.dst}
//
// An instruction in order is named by its distance, of those in order of its pipe; a message or a
// function of math by the token that it holds. What one code cannot say stands in a sync
// in front.
//
// # The scheme
//
// What is in flight (a flight) is followed along all paths of the thread until nothing new
// arrives anywhere: results in order until they are so old that they have landed, or
// somebody waited, or the thread jumped; messages and math until somebody waited for their
// destination, which tells that the sources are read too. An instruction waits for a
// flight whose result it reads, or overwrites out of order, or whose unread sources it
// overwrites. Tokens are handed out first, in the order of the code: one that nothing in
// flight holds, the one longest not used; if all are held the one held longest, for which the hardware then waits.
//
// On targets with several pipes (dg2 and later) one code has a distance of one pipe or of all: the pass takes that of
// the pipe (F@2), else that of all with the least distance (A@1), which alone stands beside a token that a message sets; beside other
// tokens only the instruction's own pipe can stand, or the distance goes into a sync in front. An instruction waits there, too, for those of another pipe
// whose result or source it overwrites, and, for accumulators, whatever pipe had them; what native.Inst.Guard says waits for all.
//
// Flags, a0 and accumulators need no wait behind instructions in order (hundreds of such pairs
// of Intel's compiler have none); what a function of math leaves in a flag is waited for.
//
// What may not live here: the form of the codes (native), and when results arrive (native/latency).
package scoreboard
