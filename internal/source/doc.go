// Package source holds the line of a source text that an instruction was compiled
// from: one type for whoever finds a line, in debug data or in a text, and whoever
// shows it. How it is found does not live here.
package source
