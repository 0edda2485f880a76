// Eighteen vectors of four stay in use through a loop that not all lanes
// enter: more than the registers of a thread.
kernel __attribute__((intel_reqd_sub_group_size(16))) void spill_sums(global const int4 *in, global int4 *out, int n)
{
    int g = get_global_id(0);
    int4 v[18];
#pragma unroll
    for (int i = 0; i < 18; i++)
        v[i] = in[g + i];
    for (int k = g & 3; k < n; k++) {
#pragma unroll
        for (int i = 0; i < 18; i++)
            v[i] ^= v[(i * 7 + 5) % 18];
    }
#pragma unroll
    for (int i = 0; i < 18; i++)
        out[g + i * 32] = v[i];
}
