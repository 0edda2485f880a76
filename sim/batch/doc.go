// Package batch reads the commands with which a driver starts threads, as they lie in memory: base addresses, the
// constant URB entry, interface descriptors, and one command that starts threads, or several MEDIA_OBJECT; on Xe-HPG
// COMPUTE_WALKER has all but the bases in itself.
//
//	b, err := batch.Read(native.SKL, 0x1000, memory)
//	b.Descriptor.Kernel    // where the first instruction is
//	b.Start.Number("ThreadGroupIDXDimension")
//
// Each field of a command or descriptor is obeyed, or makes no difference to what is modelled (harmless in commands.go), or
// is an *Error with its address: a batch never starts other threads than the hardware would. Commands that only wait,
// flush or choose a pipeline are passed over.
//
// What may not live here: where fields lie (native/state), what a launch is (sim/launch), running.
package batch
