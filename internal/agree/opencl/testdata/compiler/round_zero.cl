// seed 10
// Rounds -0.0 to 0.0: it adds just under a half first, whose sign is that of a comparison with zero.
__kernel void k0(__global const uint *a, __global const float *f, __global uint *o, __global uint *c, uint s) {
  uint g = get_global_id(0);
  o[g * 8] = as_uint(round(-f[g & 63]));
}
