// Package state reads and writes what stands around the execution units: the states of
// surfaces and samplers, the descriptor of a kernel, the commands that start threads and the
// registers that share out the L3, of Gen7 to Gen12.
//
//	l, err := state.Struct(native.SKL, "RENDER_SURFACE_STATE")
//	surface, err := l.Decode(bytes)
//	width, err := surface.Field("Width")
//	width.Uint()    // 640: the state has 639
//
// # Rows, not code
//
// A structure is a list of rows (name, bits, condition, what the bits mean), generated from
// specs/eu/state.md, which names its sources. Decoding asks each row whether its condition
// holds and takes its bits, encoding puts them; the bits of no row are kept beside them. So
// the bytes that come out are those that came in, reserved bits included, and Findings says
// which of them are not zero. opdefs has shown that rows that count together share no bits
// and that each bit has a row.
//
// Names are the documents' without blanks and signs; numbers come as they are meant: with the
// one added that the state leaves out, shifted to bytes or rows, as a float. A row that is a view
// reads bits of other rows in another way (a border colour as integers), and is written like them.
//
// What may not live here: what a state does to memory, where states lie, bits that no row has.
package state
