// One kernel with an inlined function and a loop.
float half_of(float v)
{
    return v * 0.5f;
}

kernel void scale(global float *y, global const float *x, int n, long shift)
{
    int i = get_global_id(0);
    float sum = 0.0f;
    for (int k = 0; k < n; k++)
        sum += x[i] * (k + 1);
    if (sum > 8.0f)
        sum = half_of(sum);
    y[i + shift] = sum;
}
