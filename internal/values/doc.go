// Package values reads the tables of testdata/values: for each page of
// specs/visa the bits that go into an op and the bits that must come out, as
// literals. They are taken from the documents and from a processor's arithmetic,
// never from this project's evaluator or engines, so that a page that says the
// wrong thing does not agree with itself. The README beside them has the format.
//
// What lives here: the format, the kernel around a case, the comparison. What
// may not: anything that computes a result, and any engine.
package values
