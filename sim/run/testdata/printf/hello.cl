kernel void hello(global const int *a, global const float *b, global int *o)
{
    int i = get_global_id(0);
    o[i] = printf("hello %d %f\n", a[i], b[i]);
    if (a[i] & 1)
        o[i] += printf("odd %s: %v4d, %05x|%-6d|%c%%\n", "one", (int4)(a[i], i, -1, 7), a[i], i, 'a' + i);
}
