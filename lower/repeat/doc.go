// Package repeat drops moves of one value into address registers, flags and general registers that have it already. Messages on
// surfaces without a binding table each have the place of their surface brought into a0.0:
//
//	(W) mov (1|M0) a0.0<1>:ud r8.6<0;1,0>:d
//	    send.ugm (16|M0)  r19 r15 null:0 a0.0
//	(W) mov (1|M0) a0.0<1>:ud r8.6<0;1,0>:d    dropped
//	    send.ugm (16|M16) r21 r17 null:0 a0.0
//
// Moves of a register to itself go too: those that only the places of their variables made so.
//
// It works inside basic blocks, twice. In front of the scheduler, so that messages with one descriptor do not wait
// for each other to have read it. Behind the allocator, where it is known which values share a register, and what
// the allocator added.
//
// What may not live here: moves whose readers could read something else, which package optimise takes back.
package repeat
