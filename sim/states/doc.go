// Package states gives the surfaces and samplers whose states lie in the memory of a launch, as drivers keep them: a
// binding table names states of surfaces, which say where a surface is and what its bytes are; a table of samplers lies
// elsewhere. It is a mem.States that decodes a state when a message names it.
//
//	names, err := states.New(memory, native.SKL, states.Bases{Surfaces: states.Table{Given: true, Base: 0x10000}})
//	thread.States = names
//
// Each field of a state is obeyed, or makes no difference to what is modelled (harmless in the tables here), or is an
// *Error with the state's address and the field: a state never gives another surface than the hardware's. Memory is
// taken for nothing but the state itself: a surface is a part of a buffer of the launch.
//
// States are read anew each time that they are asked for; a mem.Resolver asks once for each name, as the hardware's
// caches of states do between two invalidations.
//
// What may not live here: where fields lie (native/state), what is done with a surface (sim/mem), which messages name one
// (sim/message).
package states
