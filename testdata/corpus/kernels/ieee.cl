// options: -cl-fp32-correctly-rounded-divide-sqrt
// Quotients and square roots, correctly rounded.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void ieee_single(global float *q, global float *r, global const float *a, global const float *b)
{
    const size_t i = get_global_id(0);
    q[i] = a[i] / b[i];
    r[i] = sqrt(a[i]);
}

kernel void ieee_double(global double *q, global double *r, global const double *a, global const double *b)
{
    const size_t i = get_global_id(0);
    q[i] = a[i] / b[i];
    r[i] = sqrt(a[i]);
}
