// Without optimisation both kernels call the same function for their barriers,
// which the compiler therefore puts into a section of its own.
kernel void turn(global int *a, local int *s) {
  int i = get_local_id(0), g = get_global_id(0), n = get_local_size(0);
  s[i] = a[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[g] = s[n - 1 - i] + g;
}
kernel void next(global int *a, local int *s) {
  int i = get_local_id(0), g = get_global_id(0), n = get_local_size(0);
  s[i] = a[g];
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  a[g] = s[(i + 1) % n] * 3;
}
