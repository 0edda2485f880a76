kernel void k(global int*o, int n){ queue_t q=get_default_queue(); ndrange_t r=ndrange_1D(n);
 enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, r, ^{ o[get_global_id(0)]=7; }); }
