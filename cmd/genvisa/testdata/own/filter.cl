kernel void gauss(read_only image2d_t src, write_only image2d_t dst, sampler_t s, constant float *weights, int radius)
{
    int2 p = (int2)(get_global_id(0), get_global_id(1));
    if (p.x >= get_image_width(dst) || p.y >= get_image_height(dst)) return;
    float4 sum = 0; float total = 0;
    for (int y = -radius; y <= radius; y++)
        for (int x = -radius; x <= radius; x++) {
            float w = weights[(y + radius) * (2 * radius + 1) + x + radius];
            sum += w * read_imagef(src, s, p + (int2)(x, y));
            total += w;
        }
    write_imagef(dst, p, sum / total);
}
