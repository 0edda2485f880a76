// Package seeds says of each mechanism of the documents that the project began with what became of
// it: rows.txt has one row a mechanism, with the tests that show it or the line of docs/limits.md that says
// why it is not there. Its tests hold the rows to the repository and write docs/mechanisms.md.
//
// What may not live here: code that anything but these tests needs.
package seeds
