// Package kept reads the inputs that fuzzing found to reach code of their own, which a
// package keeps in testdata/fuzz.tar.gz: go test runs over them, and fuzzing begins with
// them. docs/fuzzing.md says how they come there. It knows Go's form of them and nothing of
// what is fuzzed.
package kept
