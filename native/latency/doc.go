// Package latency says how long results of native instructions take and how long an
// instruction keeps the thread from issuing the next one: the table of
// specs/eu/latency.md, which names its sources. The numbers are those of compilers'
// scheduling models, estimates of clocks and no measurements.
//
// The checker of hazards reads it for what a distance covers, the estimate of a run
// for its clocks, the schedule for its choices.
//
// What may not live here: which registers an instruction touches.
package latency
