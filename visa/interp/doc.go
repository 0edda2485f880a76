// Package interp is the reference engine: it runs vISA kernels with the row
// kernels and memory bodies of visa/sem.
//
// New decodes a kernel once into flat instructions; a worker then runs threads
// whose whole state is one flat struct: storage image, address registers,
// predicates, state variables, control register and one instruction index per
// lane. A row instruction loads its sources into rows of its execution class,
// calls one kernel, and stores the result under the lane mask. One on dwords that
// lie in order goes without a frame where the processor has the vectors (quick.go).
//
// What may not live here: the meaning of lane ops (visa/sem, generated from
// specs/visa), native code, lowering, the EU model.
package interp
