// Package diag is what the readers of texts say is wrong with them: errors with a
// place, and lists of them.
//
// What may not live here: how a text is read, and what a command prints of it.
package diag
