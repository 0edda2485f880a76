// A tile of 4 rows of 8 dwords becomes one of 8 rows of 4 in surface 1, through local memory.
// r0.1 is the number of the group, r1.0 that of the thread in it; four threads of eight channels.
(W)     mov (8|M0)    r2.0<1>:w     0x76543210:v
(W)     mov (8|M0)    r3.0<1>:ud    r2.0<8;8,1>:uw
(W)     shl (1|M0)    r4.0<1>:ud    r1.0<0;1,0>:ud   0x3:uw
(W)     shl (1|M0)    r4.1<1>:ud    r0.1<0;1,0>:ud   0x7:uw
(W)     add (8|M0)    r5.0<1>:ud    r3.0<8;8,1>:ud   r4.0<0;1,0>:ud    // element of the group
(W)     shl (8|M0)    r6.0<1>:ud    r5.0<8;8,1>:ud   0x2:uw            // its place in local memory
(W)     add (8|M0)    r8.0<1>:ud    r6.0<8;8,1>:ud   r4.1<0;1,0>:ud    // and in the surface
(W)     send (8|M0)   r7    r8    0xC   0x02106E00
(W)     and (8|M0)    r30.0<1>:ud   r0.2<0;1,0>:ud   0x8F000000:ud
(W)     send (8|M0)   null  r6    0xC   0x04026EFE
(W)     mov (1|M0)    n0.0<1>:ud    0x0:ud  {Switch}
(W)     send (1|M0)   null  r30   0x3   0x02000004
(W)     wait          n0.0<0;1,0>:ud
(W)     and (8|M0)    r10.0<1>:ud   r5.0<8;8,1>:ud   0x3:ud
(W)     shl (8|M0)    r10.0<1>:ud   r10.0<8;8,1>:ud  0x5:uw
(W)     and (8|M0)    r11.0<1>:ud   r5.0<8;8,1>:ud   0xFFFFFFFC:ud     // the row of the result, times 4
(W)     add (8|M0)    r10.0<1>:ud   r10.0<8;8,1>:ud  r11.0<8;8,1>:ud
(W)     send (8|M0)   r9    r10   0xC   0x02106EFE
(W)     send (8|M0)   null  r8    0xC   0x04026E01
(W)     mov (8|M0)    r127.0<1>:ud  r0.0<8;8,1>:ud
(W)     send (8|M0)   null  r127  0x27  0x02000010  {EOT}
