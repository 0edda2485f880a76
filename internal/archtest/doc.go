// Package archtest holds the tests of the repository's shape: who may import
// whom, how large files and functions may be, and that packages and exported
// names are documented. It has no code of its own.
package archtest
