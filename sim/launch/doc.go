// Package launch reads the data of launch files that is no YAML: numbers by their type, how values lie in a
// structure, and files of numbers (.npy, CSV). It knows nothing of kernels, arguments and engines: sim/run makes arguments of what it reads.
package launch
