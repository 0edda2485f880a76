// Two kernels of one file.
kernel void first(global int *y)
{
    int i = get_global_id(0);
    y[i] = y[i] * 3 + 1;
}

kernel void second(global int *y)
{
    int i = get_local_id(0);
    local int sums[16];
    sums[i] = y[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] =
        sums[15 - i];
}
