// seed 19
// Takes 0.0 - x for -x, which is another zero where x is zero.
#pragma OPENCL FP_CONTRACT OFF
__kernel void k0(__global const uint *a, __global const float *f, __global uint *o, __global uint *c, uint s) {
  uint g = get_global_id(0);
  o[g * 8] = as_uint(0.0f - f[g & 63] * as_float(0x3b5c6278u));
}
