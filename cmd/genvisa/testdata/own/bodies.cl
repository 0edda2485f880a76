typedef struct { float3 gravity; float dt; int n; uint flags; float mass; } world;
typedef struct { float4 pos, vel; } body;
kernel void step(global body *b, world w, global float *energy)
{
    int i = get_global_id(0);
    if (i >= w.n) return;
    body x = b[i];
    x.vel.xyz += w.gravity * w.dt;
    if (w.flags & 1) x.vel *= 0.5f;
    x.pos += x.vel * w.dt;
    b[i] = x;
    energy[i] = dot(x.vel, x.vel) * 0.5f * w.mass;
}
