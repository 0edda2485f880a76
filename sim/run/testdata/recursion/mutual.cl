// Two functions that call each other, and two that call themselves from two places, one of them in an argument.
int odd(int n, __global int *trace);
__attribute__((noinline)) int even(int n, __global int *trace) {
    if (n == 0) return 1;
    int before = n * 3;
    int r = odd(n - 1, trace);
    return r + before - n * 3;
}
__attribute__((noinline)) int odd(int n, __global int *trace) {
    if (n == 0) return 0;
    int t = n ^ 5;
    int r = even(n - 1, trace);
    *trace += t;
    return r;
}
__attribute__((noinline)) int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__attribute__((noinline)) int ack(int m, int n) {
    if (m == 0) return n + 1;
    if (n == 0) return ack(m - 1, 1);
    return ack(m - 1, ack(m, n - 1));
}
__kernel void mutual(__global int *out, __global int *trace, __global const int *n) {
    int i = get_global_id(0);
    int k = n[i] & 15;
    out[i] = even(k, trace + i) + 16 * fib(k & 7) + (i & 1 ? 4096 * ack(k & 1, k & 7) : 0);
}
