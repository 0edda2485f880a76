// Sums of all elements of the group up to each, in surface 1: steps of 1, 2, 4, 8 and 16, a barrier before and behind each write.
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
(W)     mov (1|M0)    r4.2<1>:ud    0x1:ud
(W)     mov (1|M0)    n0.0<1>:ud    0x0:ud  {Switch}
(W)     send (1|M0)   null  r30   0x3   0x02000004
(W)     wait          n0.0<0;1,0>:ud
again:
(W)     mov (8|M0)    r12.0<1>:ud   0x0:ud
        cmp (8|M0)    (ge)f0.0  null:ud   r5.0<8;8,1>:ud   r4.2<0;1,0>:ud
(W)     add (8|M0)    r10.0<1>:d    r5.0<8;8,1>:d    -r4.2<0;1,0>:d
(W)     shl (8|M0)    r10.0<1>:ud   r10.0<8;8,1>:ud  0x2:uw
(f0.0)  send (8|M0)   r12   r10   0xC   0x02106EFE
(W)     mov (1|M0)    n0.0<1>:ud    0x0:ud  {Switch}
(W)     send (1|M0)   null  r30   0x3   0x02000004
(W)     wait          n0.0<0;1,0>:ud
(W)     add (8|M0)    r7.0<1>:ud    r7.0<8;8,1>:ud   r12.0<8;8,1>:ud
(W)     send (8|M0)   null  r6    0xC   0x04026EFE
(W)     mov (1|M0)    n0.0<1>:ud    0x0:ud  {Switch}
(W)     send (1|M0)   null  r30   0x3   0x02000004
(W)     wait          n0.0<0;1,0>:ud
(W)     shl (1|M0)    r4.2<1>:ud    r4.2<0;1,0>:ud   0x1:uw
(W)     cmp (8|M0)    (lt)f0.0  null:ud   r4.2<0;1,0>:ud   0x20:ud
(W&f0.0) jmpi again
(W)     mov (8|M0)    r9.0<1>:ud    r7.0<8;8,1>:ud
(W)     send (8|M0)   null  r8    0xC   0x04026E01
(W)     mov (8|M0)    r127.0<1>:ud  r0.0<8;8,1>:ud
(W)     send (8|M0)   null  r127  0x27  0x02000010  {EOT}
