// Package messages makes payloads and responses of sends whole, aligned registers. A
// variable that may move is padded where it stands; anything else is copied, in front of the
// message or behind it. Parts of a split payload that overlap are copied too.
//
// Lanes that are off keep what a response would have written: its copy runs under the mask
// of the message, component by component. That of a block has no lanes.
//
// What may not live here: what a message is sent with, and in which order, which the one who
// makes it says (payload.go of package lower); descriptors (native).
package messages
