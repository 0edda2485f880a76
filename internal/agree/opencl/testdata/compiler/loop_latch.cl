// seed 221
// Gotos into the middle of a loop, inside of a loop with a count that is one for all lanes: the jump back of the inner loop is laid out behind that of the outer one. Lanes wait there while the others count on, and make fewer rounds.
__kernel void k0(__global const uint *a, __global const float *f, __global uint *o, __global uint *c, uint s) {
  uint g = get_global_id(0), l = get_local_id(0);
  float x = f[l & 63], y = a[l & 15] > 5 ? -3.0f : x;
  for (uint i = 0; i < (s & 7) + 3; i++) {
    atomic_add(&c[l & 3], 1u);
    uint n = 0;
    if (++n < 12 && 0x6aeff6cfu - i == l << (s & 31)) goto L2;
  L1:;
    if (++n < 8 && x + x > round(x) + 0.0f) goto L4;
  L2:;
    if (++n < 7 && (x == x ? x : f[l & 63]) == y - 0.023f) goto L1;
  L4:;
  }
}
