// Workloads that nothing here was made fast with; most kernels are of the corpus.
kernel void adler32(global const uchar *data, global uint *out, uint len)
{
    uint a = 1, b = 0, g = get_global_id(0);
    for (uint i = 0; i < len; i++) {
        a = (a + data[g * len + i]) % 65521u;
        b = (b + a) % 65521u;
    }
    out[g] = (b << 16) | a;
}

// One block of ChaCha20 for each item.
#define R(x,n) (((x) << (n)) | ((x) >> (32 - (n))))
#define QR(a,b,c,d) a += b; d ^= a; d = R(d,16); c += d; b ^= c; b = R(b,12); a += b; d ^= a; d = R(d,8); c += d; b ^= c; b = R(b,7);
kernel void chacha20(global const uint *key, global uint *out, uint base)
{
    uint g = get_global_id(0), x[16], y[16];
    x[0] = 0x61707865; x[1] = 0x3320646e; x[2] = 0x79622d32; x[3] = 0x6b206574;
    for (int i = 0; i < 8; i++) x[4 + i] = key[i];
    x[12] = base + g; x[13] = 0; x[14] = 7; x[15] = 9;
    for (int i = 0; i < 16; i++) y[i] = x[i];
    for (int r = 0; r < 10; r++) {
        QR(y[0],y[4],y[8],y[12]) QR(y[1],y[5],y[9],y[13]) QR(y[2],y[6],y[10],y[14]) QR(y[3],y[7],y[11],y[15])
        QR(y[0],y[5],y[10],y[15]) QR(y[1],y[6],y[11],y[12]) QR(y[2],y[7],y[8],y[13]) QR(y[3],y[4],y[9],y[14])
    }
    for (int i = 0; i < 16; i++) out[g * 16 + i] = x[i] + y[i];
}

kernel void conv3x3(global const int *src, global int *dst, constant int *k, int w, int h)
{
    int x = get_global_id(0), y = get_global_id(1);
    int s = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int sx = clamp(x + dx, 0, w - 1), sy = clamp(y + dy, 0, h - 1);
            s += src[sy * w + sx] * k[(dy + 1) * 3 + dx + 1];
        }
    dst[y * w + x] = s;
}

#define WG 64
kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void reduce(global const int *in, global int *out, uint n)
{
    local int tmp[WG];
    uint l = get_local_id(0);
    int s = 0;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        s += in[i];
    tmp[l] = s;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = WG / 2; d > 0; d >>= 1) {
        if (l < d)
            tmp[l] += tmp[l + d];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        out[get_group_id(0)] = tmp[0];
}

kernel void maze(global const int *in, global int *out, int lim)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int at = ((z - (int)get_global_offset(2)) * (int)get_global_size(1) + y - (int)get_global_offset(1)) * (int)get_global_size(0) + x - (int)get_global_offset(0);
    int v = in[at], s = 0;
    if (v < 0) {
        out[at] = -at;
        return;
    }
    for (int a = 0; a < 12; a++) {
        if ((v + a) % 7 == 3)
            continue;
        int b = v & 15;
        do {
            if (b == 9 && a > 4)
                break;
            switch ((v + a * 3 + b) & 7) {
            case 0: s += 1;
            case 1: s ^= 0x55; break;
            case 2: s += x; continue;
            case 3: s -= y * 2;
            case 4:
            case 5: if (s & 8) { s += 11; break; } s = s * 2 + 1; break;
            case 6: if (s > lim) goto done; s += z;
            default: s += b;
            }
            s &= 0xfffff;
        } while (b-- > 0 && (s & 63) != 17);
        v = (v * 5 + a) & 0xffff;
    }
done:
    out[at] = s * 4 + (int)((get_local_id(0) + get_local_id(1) * get_local_size(0)) & 3);
}
