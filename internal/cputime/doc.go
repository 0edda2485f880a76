// Package cputime tells how much processor time this process has taken, so that work can be measured on a machine that does other
// work too.
package cputime
