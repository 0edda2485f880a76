// Launches a kernel some times on the first CPU device and prints the processor time of the fastest launch but the first, in
// nanoseconds.
//
//   host PROGRAM OPTIONS KERNEL RUNS DIMS GLOBAL*3 LOCAL*3 ARGUMENT...
//
// An argument is b and a file with the contents of a buffer, which is never read back, or v and a file with a value.
#define CL_TARGET_OPENCL_VERSION 120
#include "../../testdata/host.h"
#include <sys/resource.h>

static long long now(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000000000LL + (u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1000LL;
}

int main(int argc, char **argv) {
  if (argc < 12) {
    fprintf(stderr, "host PROGRAM OPTIONS KERNEL RUNS DIMS GLOBAL*3 LOCAL*3 ARGUMENT...\n");
    return 2;
  }
  cl_int e;
  cl_device_id d = cpu();
  cl_context ctx = clCreateContext(NULL, 1, &d, NULL, NULL, &e);
  check(e, "context");
  cl_command_queue q = clCreateCommandQueue(ctx, d, 0, &e);
  check(e, "queue");
  size_t size, global[3], local[3];
  cl_program p = build(ctx, d, argv[1], argv[2]);
  cl_kernel k = clCreateKernel(p, argv[3], &e);
  check(e, argv[3]);
  for (int i = 0; i < 3; i++) {
    global[i] = strtoul(argv[6 + i], NULL, 0);
    local[i] = strtoul(argv[9 + i], NULL, 0);
  }
  for (int i = 12; i < argc; i++) {
    char *data = slurp(argv[i] + 1, &size);
    if (argv[i][0] == 'v') {
      check(clSetKernelArg(k, i - 12, size, data), argv[i]);
      continue;
    }
    cl_mem m = clCreateBuffer(ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, data, &e);
    check(e, "buffer");
    check(clSetKernelArg(k, i - 12, sizeof m, &m), argv[i]);
  }
  long long best = 0;
  for (int run = 0; run <= atoi(argv[4]); run++) {
    long long start = now();
    check(clEnqueueNDRangeKernel(q, k, atoi(argv[5]), NULL, global, local, 0, NULL, NULL), "launch");
    check(clFinish(q), "finish");
    long long took = now() - start;
    if (run > 0 && (best == 0 || took < best)) best = took;
  }
  printf("%lld\n", best);
  return 0;
}
