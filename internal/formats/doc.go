// Package formats is the table of surface formats (specs/eu/formats.md): what lies in a
// block of memory, and which targets do what with it. What a texel then is stands in sim/mem.
package formats
