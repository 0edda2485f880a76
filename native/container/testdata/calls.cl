// ocloc compile -file calls.cl -device skl --format zebin -internal_options -ze-emit-zebin-visa-sections -output calls.bin -output_no_suffix
constant int table[4] = {1, 5, 9, 13};

// A function that may call itself stays one. It does not here: a zebin of this compiler has stack for one call.
__attribute__((noinline)) int count(int n) { return n < 100 ? n * 3 + table[n & 3] : count(n - 1) + 1; }

kernel void first(global int *out) { out[get_global_id(0)] = count(get_global_id(0) & 7); }

kernel void second(global int *out) {
  int i = get_global_id(0);
  out[i] = count(i & 3) * 2;
  if (i == 0) printf("second\n");
}
