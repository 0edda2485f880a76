// Package media makes the threads of a media pipeline command: the positions that the loops
// of MEDIA_OBJECT_WALKER give, in the order in which they are dispatched, and the threads
// that each depends on by the scoreboard's relative positions.
//
// What may not live here: what threads start with (sim/run), how many bits a target's
// fields have (sim/launch asks native), and running (sim/dispatch).
package media
