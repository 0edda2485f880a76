// Speed workloads of the repository's own, for what the others lack: 64-bit
// addresses, images, and launches that do nothing.

// Eight dependent reads of a table at scattered 64-bit addresses for each item.
__kernel void chase(__global const uint *table, __global uint *out, uint mask) {
  uint g = get_global_id(0), at = g * 2654435761u;
  uint sum = 0;
  for (int i = 0; i < 8; i++) {
    at = table[at & mask] + (at >> 16);
    sum += at;
  }
  out[g] = sum;
}

// A 3x3 binomial filter of an image.
__constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

__kernel void smooth(__read_only image2d_t in, __write_only image2d_t out) {
  int x = get_global_id(0), y = get_global_id(1);
  float4 sum = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      sum += (float)((2 - dx * dx) * (2 - dy * dy)) * read_imagef(in, edge, (int2)(x + dx, y + dy));
  write_imagef(out, (int2)(x, y), sum * 0.0625f);
}

// Nothing but starting and ending.
__kernel void empty(__global uint *out) {}
