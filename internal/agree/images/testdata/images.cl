// Kernels that read and write one kind of image at given places: KIND names it.
// Each item has its place in at and four components in io, as bits.
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable

#if KIND == 1
#define IMAGE image1d_t
#define PLACE(p) (p).x
#elif KIND == 2
#define IMAGE image1d_array_t
#define PLACE(p) (p).xy
#elif KIND == 3
#define IMAGE image1d_buffer_t
#define PLACE(p) (p).x
#elif KIND == 4
#define IMAGE image2d_t
#define PLACE(p) (p).xy
#elif KIND == 5
#define IMAGE image2d_array_t
#define PLACE(p) (p)
#elif KIND == 6
#define IMAGE image3d_t
#define PLACE(p) (p)
#endif

#define ARGS(access) access IMAGE m, sampler_t s, global const uint4 *at, global uint4 *io
#define I get_global_id(0)

#if KIND != 3
#define SAMPLE(suffix)                                                                                         \
  kernel void sample_##suffix(ARGS(read_only)) {                                                               \
    io[I] = as_uint4(read_image##suffix(m, s, PLACE(as_float4(at[I]))));                                       \
  }                                                                                                            \
  kernel void texel_##suffix(ARGS(read_only)) { io[I] = as_uint4(read_image##suffix(m, s, PLACE(as_int4(at[I])))); }
SAMPLE(f)
SAMPLE(i)
SAMPLE(ui)
#endif

#define LOAD(suffix) \
  kernel void load_##suffix(ARGS(read_only)) { io[I] = as_uint4(read_image##suffix(m, PLACE(as_int4(at[I])))); }
LOAD(f)
LOAD(i)
LOAD(ui)

#define WRITE(suffix, type) \
  kernel void write_##suffix(ARGS(write_only)) { write_image##suffix(m, PLACE(as_int4(at[I])), as_##type(io[I])); }
WRITE(f, float4)
WRITE(i, int4)
WRITE(ui, uint4)
