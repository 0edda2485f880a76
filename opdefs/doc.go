// Package opdefs reads the specification pages into a model, with positions in every error.
//
// # Pages as source
//
// The pages under specs are Markdown that people read, and the source of every table
// and kernel. specs/README.md is their grammar. It is one and strict: what it does not
// describe is an error, so that a sentence nobody reads cannot look like a rule. A page
// that is wrong is told all its faults at once, each as
//
//	visa/ADD.md:38:5: error: type "UT"; legal are UB, B, UW, W, UD, D, UQ, Q, HF ...
//
// with what was found and what is legal.
//
// # Three readers, one behind the other
//
// goldmark finds headings, tables, lists and fenced blocks, with places (page.go): the
// dialect of Markdown is the library's business. Sections become structures: format,
// bullets, properties, type maps, text lines (sections.go, format.go, props.go, text.go).
// What stands in the block under Semantics is a small language with a lexer, a parser
// and checks of its own (lex.go, stmt.go, expr.go, body*.go); its tree is in ast.go and
// goes to package gen as it is.
//
// The tables of native code (eu_*.go) are rows. A cell is a word, a list, a range of
// bits or a condition (eu_cell.go); formulas stand where a fact of one target follows
// from another (eu_formula.go).
//
// # What is checked here
//
// All that a page alone, or all pages together, can be wrong about. What needs ranges
// of values is left to gen.
//
//	one page      fields that no text mentions, types without a map, operands that
//	              are read before they are there, sorts of expressions
//	all pages     codes that two ops share, names that are not in OPCODES.md
//	native code   fields of a layout that overlap under conditions that can hold
//	              together, bits that no field owns, values that do not fit, formats
//	              without a layout, guards of targets that nobody has
//
// The last one is why layouts are data. For each target the rows are resolved
// (eu_resolve.go) and every pair of fields is asked whether some word has both: an
// encoding with two meanings is found when the page is read, not when code is.
//
// # Guards
//
// A row, a value or a type map may be one of some targets only. Pages of vISA name
// platforms ({ICLLP+}), those of native code targets (icl..tgl). A guard becomes a set
// (TargetSet) here; nothing later compares names or generations.
//
// # Bounds
//
// A page has at most 256 KiB and a table 2,000 rows (bound.go), checked before anything
// is parsed: some checks compare every row with every other. Nesting of the language is
// bounded too.
//
// What may not live here: Go code generation (gen), runtime types (visa, native).
package opdefs
