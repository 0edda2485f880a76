// Package fixed knows where r0 and the headers of messages have what, and which binding
// table indices are no surfaces of a launch: generated from specs/eu/messages.md, for
// packages that share no engine.
//
//	bits := fixed.SamplerChannel.In(3)          // 0x30000
//	n := fixed.SamplerChannel.Of(bits)          // 3
//	at := fixed.MemoryBase.Byte()               // 20, of the register
//
// What may not live here: what the words mean to a message (sim/message), and descriptors
// (native).
package fixed
