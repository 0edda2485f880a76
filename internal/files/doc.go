// Package files says what a file is, by how it begins and by its name, and reads no more of it than such a file may
// have. Whoever takes a file from a user goes through it, so that an error says what the file is and what takes it.
//
// What may not live here: what the contents mean.
package files
