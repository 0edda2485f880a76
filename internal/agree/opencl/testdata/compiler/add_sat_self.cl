// seed 255
// Saturates the sum of a long with itself to the other end: what is above 0 gives the smallest long.
__kernel void k0(__global const uint *a, __global const float *f, __global uint *o, __global uint *c, uint s) {
  uint g = get_global_id(0);
  long x = (long)a[g & 63] << 32 | g;
  long r = add_sat(x, x);
  o[g * 8 + 0] = r >> 32;
  o[g * 8 + 1] = r;
}
