// Runs the kernels k0, k1, ... of an OpenCL program on the first CPU device.
//
//   host PROGRAM OPTIONS FIRST KERNELS GLOBAL LOCAL A F S OUT BYTES...
//
// FIRST is the first kernel that runs, of KERNELS. A kernel has 60 seconds of processor time,
// after which the process ends with a signal. Every kernel has the arguments (global const uint *a,
// global const float *f, global uint *o, global uint *c, uint s) and, for each BYTES, a local one: A and F
// are files; o has 8 words for each item, c has 4; both are zero at first and are
// written to OUT<i>.o and OUT<i>.c.
#define CL_TARGET_OPENCL_VERSION 120
#include "../../testdata/host.h"
#include <sys/time.h>

static void save(const char *stem, int k, const char *suffix, const void *data, size_t size) {
  char path[4096];
  snprintf(path, sizeof path, "%s%d.%s", stem, k, suffix);
  FILE *f = fopen(path, "wb");
  if (!f || fwrite(data, 1, size, f) != size || fclose(f)) {
    perror(path);
    exit(1);
  }
}

int main(int argc, char **argv) {
  if (argc < 11) {
    fprintf(stderr, "host PROGRAM OPTIONS FIRST KERNELS GLOBAL LOCAL A F S OUT BYTES...\n");
    return 2;
  }
  cl_int e;
  cl_device_id d = cpu();
  cl_context ctx = clCreateContext(NULL, 1, &d, NULL, NULL, &e);
  check(e, "context");
  cl_command_queue q = clCreateCommandQueue(ctx, d, 0, &e);
  check(e, "queue");
  size_t asize, fsize;
  cl_program p = build(ctx, d, argv[1], argv[2]);
  size_t global = atoi(argv[5]), local = atoi(argv[6]), osize = global * 32;
  char *a = slurp(argv[7], &asize), *f = slurp(argv[8], &fsize), *o = malloc(osize);
  cl_uint s = strtoul(argv[9], NULL, 0), c[4];
  for (int k = atoi(argv[3]); k < atoi(argv[4]); k++) {
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value = {60, 0}}, NULL);
    char name[16];
    snprintf(name, sizeof name, "k%d", k);
    cl_kernel kernel = clCreateKernel(p, name, &e);
    check(e, name);
    void *from[4] = {a, f, calloc(osize, 1), calloc(sizeof c, 1)};
    size_t sizes[4] = {asize, fsize, osize, sizeof c};
    cl_mem m[4];
    for (int i = 0; i < 4; i++) {
      m[i] = clCreateBuffer(ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizes[i], from[i], &e);
      check(e, "buffer");
      check(clSetKernelArg(kernel, i, sizeof m[i], &m[i]), "argument");
    }
    check(clSetKernelArg(kernel, 4, sizeof s, &s), "argument 4");
    for (int i = 11; i < argc; i++) check(clSetKernelArg(kernel, i - 6, atoi(argv[i]), NULL), "local argument");
    check(clEnqueueNDRangeKernel(q, kernel, 1, NULL, &global, &local, 0, NULL, NULL), "run");
    check(clEnqueueReadBuffer(q, m[2], CL_TRUE, 0, osize, o, 0, NULL, NULL), "read");
    check(clEnqueueReadBuffer(q, m[3], CL_TRUE, 0, sizeof c, c, 0, NULL, NULL), "read");
    save(argv[10], k, "o", o, osize);
    save(argv[10], k, "c", c, sizeof c);
    for (int i = 0; i < 4; i++) clReleaseMemObject(m[i]);
  }
  return 0;
}
