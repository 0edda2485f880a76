// seed 5044
// Makes a choice between a value and -0.0 an "and" with the condition, which gives 0.0.
__kernel void k0(__global const uint *a, __global const float *f, __global uint *o, __global uint *c, uint s) {
  uint g = get_global_id(0), l = get_local_id(0);
  float x = f[s & 63];
  float v = l > a[g & 63] ? f[g & 63] : f[g & 63] == 3.0f ? x : as_float(0x80000000u);
  o[g * 8] = as_uint(v);
  o[g * 8 + 1] = as_uint(x * 3.0f);
}
