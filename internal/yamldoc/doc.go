// Package yamldoc parses the YAML of launch files and kernel metadata: one
// document whose values stand where they are meant, without anchors and
// aliases, and no deeper than a person writes.
//
// What may not live here: what the keys mean (sim/run, sim/abi).
package yamldoc
