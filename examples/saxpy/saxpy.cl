// y = a*x + y over n elements, with a bounds test for the last group.
kernel void saxpy(global float *y, global const float *x, float a, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    y[i] = a * x[i] + y[i];
}
