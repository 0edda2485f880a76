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
