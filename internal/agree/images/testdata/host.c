// Runs kernels on images on the first CPU device.
//
//   host PROGRAM OPTIONS JOBS BLOB OUT
//
// With PROGRAM "-" it prints "ORDER TYPE" of each format that all images can be read in,
// and leaves. Else JOBS has a line for each run:
//
//   KERNEL KIND ORDER TYPE WIDTH HEIGHT DEPTH LAYERS NORMALIZED ADDRESS FILTER BYTES POINTS WRITES
//
// KIND is cl_mem_object_type, the enumerations are numbers. For each, BLOB holds
// the BYTES of the image, then 16 bytes of place and 16 bytes of data for each of
// POINTS. OUT gets what the data is afterwards, or the image if WRITES is 1. The
// kernels have the arguments (image, sampler, global uint4 *at, global uint4 *io).
// Each job prints "ok", or the error with which the image cannot be made.
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "../../testdata/host.h"

static void list(cl_context ctx) {
  static cl_image_format f[1024];
  cl_uint n = 0;
  check(clGetSupportedImageFormats(ctx, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 1024, f, &n), "formats");
  for (cl_uint i = 0; i < n; i++) printf("%u %u\n", f[i].image_channel_order, f[i].image_channel_data_type);
}

struct job {
  char kernel[32];
  unsigned kind, order, type, width, height, depth, layers, normalized, address, filter, bytes, points, writes;
};

struct device {
  cl_context ctx;
  cl_command_queue q;
  cl_program p;
};

static cl_mem image(struct device *v, struct job *j, char *data, cl_int *e) {
  cl_image_format f = {j->order, j->type};
  cl_image_desc d = {.image_type = j->kind, .image_width = j->width, .image_height = j->height, .image_depth = j->depth, .image_array_size = j->layers};
  if (j->kind != CL_MEM_OBJECT_IMAGE1D_BUFFER) return clCreateImage(v->ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &f, &d, data, e);
  d.buffer = clCreateBuffer(v->ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, j->bytes, data, e);
  check(*e, "buffer of an image");
  return clCreateImage(v->ctx, CL_MEM_READ_WRITE, &f, &d, NULL, e);
}

// run gives what the job leaves, in data or io.
static cl_int run(struct device *v, struct job *j, char *data, char *at, char *io) {
  cl_int e;
  cl_mem m = image(v, j, data, &e);
  if (e != CL_SUCCESS) return e;
  cl_sampler s = clCreateSampler(v->ctx, j->normalized, j->address, j->filter ? CL_FILTER_LINEAR : CL_FILTER_NEAREST, &e);
  check(e, "sampler");
  cl_kernel k = clCreateKernel(v->p, j->kernel, &e);
  check(e, j->kernel);
  size_t size = 16 * (size_t)j->points, global = j->points, local = 32;
  cl_mem b[2];
  b[0] = clCreateBuffer(v->ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, at, &e);
  check(e, "places");
  b[1] = clCreateBuffer(v->ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, io, &e);
  check(e, "data");
  check(clSetKernelArg(k, 0, sizeof m, &m), "argument 0");
  check(clSetKernelArg(k, 1, sizeof s, &s), "argument 1");
  check(clSetKernelArg(k, 2, sizeof b[0], &b[0]), "argument 2");
  check(clSetKernelArg(k, 3, sizeof b[1], &b[1]), "argument 3");
  check(clEnqueueNDRangeKernel(v->q, k, 1, NULL, &global, &local, 0, NULL, NULL), "run");
  if (j->writes) {
    size_t rows = j->kind == CL_MEM_OBJECT_IMAGE1D_ARRAY ? j->layers : j->height ? j->height : 1;
    size_t slices = j->kind == CL_MEM_OBJECT_IMAGE2D_ARRAY ? j->layers : j->depth ? j->depth : 1;
    size_t origin[3] = {0, 0, 0}, region[3] = {j->width, rows, slices};
    check(clEnqueueReadImage(v->q, m, CL_TRUE, origin, region, 0, 0, data, 0, NULL, NULL), "read of the image");
  } else {
    check(clEnqueueReadBuffer(v->q, b[1], CL_TRUE, 0, size, io, 0, NULL, NULL), "read");
  }
  clReleaseMemObject(b[0]), clReleaseMemObject(b[1]), clReleaseMemObject(m), clReleaseSampler(s), clReleaseKernel(k);
  return CL_SUCCESS;
}

int main(int argc, char **argv) {
  if (argc != 6) {
    fprintf(stderr, "host PROGRAM OPTIONS JOBS BLOB OUT\n");
    return 2;
  }
  cl_int e;
  cl_device_id d = cpu();
  struct device v = {.ctx = clCreateContext(NULL, 1, &d, NULL, NULL, &e)};
  check(e, "context");
  if (argv[1][0] == '-') {
    list(v.ctx);
    return 0;
  }
  v.q = clCreateCommandQueue(v.ctx, d, 0, &e);
  check(e, "queue");
  size_t size;
  v.p = build(v.ctx, d, argv[1], argv[2]);
  FILE *jobs = file(argv[3], "r"), *out = file(argv[5], "wb");
  char *blob = slurp(argv[4], &size), *end = blob + size;
  struct job j;
  while (fscanf(jobs, "%31s %u %u %u %u %u %u %u %u %u %u %u %u %u", j.kernel, &j.kind, &j.order, &j.type, &j.width, &j.height, &j.depth,
                &j.layers, &j.normalized, &j.address, &j.filter, &j.bytes, &j.points, &j.writes) == 14) {
    char *data = blob, *at = data + j.bytes, *io = at + 16 * (size_t)j.points;
    blob = io + 16 * (size_t)j.points;
    if (blob > end) {
      fprintf(stderr, "%s: too little data\n", j.kernel);
      return 1;
    }
    e = run(&v, &j, data, at, io);
    if (e != CL_SUCCESS) {
      printf("error %d\n", e);
      continue;
    }
    printf("ok\n");
    fwrite(j.writes ? data : io, 1, j.writes ? j.bytes : 16 * (size_t)j.points, out);
  }
  return fclose(out) != 0;
}
