// Package quote shows text that others wrote: names in containers and texts, file names,
// what kernels print. Characters that a terminal obeys, or that end a line, become the
// escapes that Go writes them with; all else stays.
//
// Readers of files quote names where they take them (Name), so that everything behind
// prints, compares and writes the same printable name. What goes to a terminal passes
// Lines or a Writer too.
//
// What may not live here: what is said.
package quote
