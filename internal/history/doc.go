// Package history is a second opinion on the order of instructions for tests: what happens to each
// byte of a block, one after the other. It knows neither cells nor edges nor regions of the
// scheduler, and shares nothing with it but what an instruction reads and writes (native/effects).
package history
