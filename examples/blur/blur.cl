// The mean of each pixel and its eight neighbours. At the edges the nearest pixel counts.
kernel void blur(read_only image2d_t src, sampler_t edge, write_only image2d_t dst)
{
    int2 p = (int2)(get_global_id(0), get_global_id(1));
    float4 sum = 0;
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++)
            sum += read_imagef(src, edge, p + (int2)(x, y));
    write_imagef(dst, p, sum * (1.0f / 9.0f));
}
