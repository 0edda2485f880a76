// Package verify checks a kernel against rules with IDs, reporting every finding with its place.
//
// What may not live here: parsing, repair.
package verify
