// seed 9001
// Computes rint of a constant that is large as zero.
__kernel void k0(__global const uint *a, __global const float *f, __global uint *o, __global uint *c, uint s) {
  uint g = get_global_id(0);
  double2 v = rint((double2)(1e30));
  o[g * 8] = (uint)(as_ulong(v.s0) >> 32);
}
