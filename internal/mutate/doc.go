// Command mutate measures the tests: it plants one wrong line at a time in the
// hand-written files of a package and runs that package's own tests against it, and of
// one that makes data those of the package that runs them.
// A mutation that no test notices is a survivor.
//
//	go run ./internal/mutate -n 500 -seed 12 -results FILE           # run, or go on with FILE
//	go run ./internal/mutate -n 500 -seed 12 -results FILE -shard 0/2 # every second one
//	go run ./internal/mutate -n 500 -seed 12 -results FILE -again    # survivors only, after new tests
//	go run ./internal/mutate -n 500 -seed 12 -results FILE -report docs/mutation.md
//
// The tree is never changed: mutations reach the compiler through an overlay.
// Which ones are chosen depends on the seed and on the text around them, not on
// line numbers, so that a choice survives changes elsewhere.
//
// What lives here: finding, choosing, running and counting mutations, and
// equivalent.txt, the ones that change nothing, each with the reason, and
// survivors.txt, those that are left. What may not: any knowledge of what the
// tested packages do.
package main
