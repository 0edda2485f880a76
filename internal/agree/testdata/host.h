// What the programs that ask an OpenCL implementation have in common. They define
// the version of OpenCL before they include it.
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

static void check(cl_int e, const char *what) {
  if (e != CL_SUCCESS) {
    fprintf(stderr, "%s: error %d\n", what, e);
    exit(1);
  }
}

static FILE *file(const char *path, const char *mode) {
  FILE *f = fopen(path, mode);
  if (!f) {
    perror(path);
    exit(1);
  }
  return f;
}

static char *slurp(const char *path, size_t *size) {
  FILE *f = file(path, "rb");
  fseek(f, 0, SEEK_END);
  *size = ftell(f);
  rewind(f);
  char *data = calloc(*size + 1, 1);
  if (fread(data, 1, *size, f) != *size) {
    perror(path);
    exit(1);
  }
  fclose(f);
  return data;
}

static cl_device_id cpu(void) {
  cl_platform_id platforms[8];
  cl_uint n = 0;
  check(clGetPlatformIDs(8, platforms, &n), "platforms");
  for (cl_uint i = 0; i < n && i < 8; i++) {
    cl_device_id d;
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &d, NULL) == CL_SUCCESS) return d;
  }
  fprintf(stderr, "no CPU device\n");
  exit(1);
}

static cl_program build(cl_context ctx, cl_device_id d, const char *path, const char *options) {
  cl_int e;
  size_t size;
  const char *src = slurp(path, &size);
  cl_program p = clCreateProgramWithSource(ctx, 1, &src, &size, &e);
  check(e, "program");
  if (clBuildProgram(p, 1, &d, options, NULL, NULL) != CL_SUCCESS) {
    static char log[65536];
    clGetProgramBuildInfo(p, d, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    fprintf(stderr, "build: %s\n", log);
    exit(1);
  }
  return p;
}
