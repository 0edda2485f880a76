// seed 5038
// Takes a saturating conversion of a constant out of range for undefined; the loop around it may then be anything, an endless one too.
__kernel void k0(__global const uint *a, __global const float *f, __global uint *o, __global uint *c, uint s) {
  uint g = get_global_id(0), l = get_local_id(0);
  uint v = a[l & 15];
  for (uint i = 0; i < (s & 7); i++)
    v = convert_uint_sat(-3.0f);
  o[g * 8] = v;
}
