// A function that another program defines: only the kernel that calls it needs it.
int g(int a);
kernel void a(global int*o){ o[get_global_id(0)]=7; }
kernel void b(global int*o){ o[get_global_id(0)]=g(o[0]); }
