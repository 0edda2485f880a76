// Package gen turns the specification model into Go source; pure, and the only user of jennifer.
//
// What may not live here: parsing, files.
package gen
