// words 0x80000000 0x8000002b
// Takes the distance of a saturated product from 43 for 0x80000000, though not that of the same number as a literal (seeds 32 and 44).
__kernel void k0(__global const uint *a, __global const float *f, __global uint *o, __global uint *c, uint s) {
  uint g = get_global_id(0);
  int x = 0x42e78a89;
  int m = mad_sat(x, (int)0xe47b48cc, x);
  o[2 * g] = m;
  o[2 * g + 1] = abs_diff(m, 43);
}
