// Package corpus finds the compiler output that tests run on: the full corpus
// beside the repository when it is there, else the subset under testdata.
//
// What may not live here: readers of the files themselves.
package corpus
