// seed 10
// Keeps the sign of a constant under fabs where trunc has made it zero.
__kernel void k0(__global const uint *a, __global const float *f, __global uint *o, __global uint *c, uint s) {
  uint g = get_global_id(0);
  o[g * 8] = as_uint(fabs(trunc(trunc(as_float(0xbda82825u)))));
}
