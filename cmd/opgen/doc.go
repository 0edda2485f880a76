// Command opgen writes the generated Go files from the specification pages.
//
// What may not live here: parsing (opdefs) and generation (gen).
package main
