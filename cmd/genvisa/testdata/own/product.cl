#define T 16
kernel void mm(global const float *A, global const float *B, global float *C, int M, int N, int K, float alpha, float beta)
{
    local float ta[T][T+1], tb[T][T+1];
    int col = get_global_id(0), row = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
    float acc = 0;
    for (int t = 0; t < K; t += T) {
        ta[ly][lx] = row < M && t + lx < K ? A[row * K + t + lx] : 0;
        tb[ly][lx] = col < N && t + ly < K ? B[(t + ly) * N + col] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < T; k++) acc += ta[ly][k] * tb[k][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < M && col < N) C[row * N + col] = alpha * acc + beta * C[row * N + col];
}
