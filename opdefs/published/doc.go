// Package published reads instruction pages as Intel publishes them and writes them in the
// form of this repository.
//
// # Two forms
//
// A page of specs/visa is strict: each fact stands at one place, in one spelling. A
// published page is a text for people. Tables are wider than their header, code is fenced,
// fenced twice or not at all, names change their case, loops lack a variable. So this is no
// reader of Markdown: by its rules cells beyond the header are not there, and a block that is
// fenced twice is text. The reader goes by lines, and takes what it finds.
//
// # Three steps
//
// Read finds the parts of a page with their places (read.go, layout.go, bullets.go). A page of
// several ops is cut into one page for each form of its text (family.go, forms.go).
// Convert gives each field a type of ours (fields.go), finds its enumeration (enums.go), the
// text lines (text.go), the type maps (types.go), and repairs and rewrites the Semantics
// (mend.go, rewrite.go, memory.go). What it changed are Mends: the place, what stood there,
// what became of it. What it could not carry over is Left.
//
// At last the page is read back by package opdefs, and package gen makes its code. If the
// Semantics do not pass, the page is written a second time as data, with the first error as
// the reason: so a page is never wrong in what it computes because a rewriting was, it is
// only not executable.
//
// What may not live here: a fact of an opcode. There is no table of pages; a rule goes by
// what a page says.
package published
