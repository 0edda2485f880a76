// Package gen turns the specification model into Go source; pure, and the only user of jennifer.
//
// # What comes out
//
// Generate takes the model that package opdefs read, and gives file contents by path.
// The same model gives the same bytes; a test compares them with the files of the
// repository, so that no page and no generated file changes alone.
//
//	specs/visa/*.md   visa/zops.go       the table of ops: slots, text, properties
//	                  visa/zbuild.go     a constructor for each op (visa.NewAdd)
//	                  visa/zhooks.go     names of what engines do by themselves
//	                  visa/sem/z*.go     kernels: what each op computes
//	specs/eu/*.md     native/z*.go       opcodes, layouts, compaction, messages, facts,
//	                                     restrictions, latencies, products
//	                  native/state       states, commands and formats of surfaces
//	                  internal/grf       the size of the register file
//	                  internal/fixed     words of r0 and of headers, predefined surfaces
//
// Tables are data: the generator writes rows and no code that knows an op. What is code
// comes from the Semantics of the pages.
//
// # From a sentence to a loop
//
// A page says what an op computes, lane by lane, on exact integers and on floats:
//
//	dst[i] = src0[i] + src1[i];
//
// It does not say in which width. The operand type maps say which types may stand
// there, and an engine wants loops over rows of one Go type. So each body is emitted
// once for each execution class that its types need (classes.go), and for integers the
// question is whether 32 bits are enough. The answer is a proof by intervals: the first
// run over a body (dry) gives every expression the range that its sources' types allow
// (interval.go, ranges.go), for each combination of types. When every result that is
// stored is right from its low 32 bits, or fits in them, the kernel is a loop over
// uint32 or int32; else it runs in class X, over int64. What does not fit into 64 bits
// either, a divisor that may be zero, a shift by too much: each is an error at its place
// in the page. Nothing is guessed, and no page says "this cannot overflow".
//
// The second run emits text. A scope is one variant of one op's body: its class, and
// answers to what an instruction decides once (which relation, whether the destination
// is a predicate), so that no loop asks for them lane by lane.
//
// Kernels compute all lanes. The execution mask is the engine's, when it stores; that
// is why a body reads its operands before it writes, which is checked.
//
// # Memory
//
// A message's body reads and writes memory element by element:
//
//	for (i...) if (ChEn[i]) for (j...) raw dst[...] = memory[address[i] + j]
//
// An engine would call for each element. Where a lane's way through the body has one
// access and nothing else that another lane can see, the loop is taken apart
// (memrows.go): addresses of all lanes first, then one call with a description of where
// the elements lie (sem.Cells). Bodies of another shape keep their loops.
//
// # Errors
//
// Whatever a page may hold, Generate gives source that compiles or an error with file,
// line and column. Tests make up pages, change rows of real ones and build the result;
// fuzzing does the same without a build. An error of Go's formatter is a bug here.
//
// # Where to begin
//
// generate.go (the list of files), visa_ops.go and eu_gen.go (tables), sem.go, scope.go
// and stmt.go (bodies), ranges.go (the proof).
//
// What may not live here: parsing, files.
package gen
