// seed 5040
// Makes of x + y > y, y a constant, x > 0, which does not round.
__kernel void k0(__global const uint *a, __global const float *f, __global uint *o, __global uint *c, uint s) {
  uint g = get_global_id(0), l = get_local_id(0);
  float y = as_float(0x4279f774u);
  o[g * 8] = y < f[g & 63] + y;
}
