// The first thread of a group writes the sum of the 32 elements of the group, eight times, to surface 1.
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
(W)     cmp (8|M0)    (ne)f0.0  null:ud   r1.0<0;1,0>:ud   0x0:ud
(W&f0.0) jmpi done
(W)     send (8|M0)   r10   r6    0xC   0x02106EFE
(W)     add (8|M0)    r6.0<1>:ud    r6.0<8;8,1>:ud   0x20:ud
(W)     send (8|M0)   r11   r6    0xC   0x02106EFE
(W)     add (8|M0)    r6.0<1>:ud    r6.0<8;8,1>:ud   0x20:ud
(W)     send (8|M0)   r12   r6    0xC   0x02106EFE
(W)     add (8|M0)    r6.0<1>:ud    r6.0<8;8,1>:ud   0x20:ud
(W)     send (8|M0)   r13   r6    0xC   0x02106EFE
(W)     add (8|M0)    r10.0<1>:ud   r10.0<8;8,1>:ud  r11.0<8;8,1>:ud
(W)     add (8|M0)    r12.0<1>:ud   r12.0<8;8,1>:ud  r13.0<8;8,1>:ud
(W)     add (8|M0)    r10.0<1>:ud   r10.0<8;8,1>:ud  r12.0<8;8,1>:ud
(W)     add (4|M0)    r10.0<1>:ud   r10.0<4;4,1>:ud  r10.4<4;4,1>:ud
(W)     add (2|M0)    r10.0<1>:ud   r10.0<2;2,1>:ud  r10.2<2;2,1>:ud
(W)     add (1|M0)    r10.0<1>:ud   r10.0<0;1,0>:ud  r10.1<0;1,0>:ud
(W)     shl (8|M0)    r20.0<1>:ud   r3.0<8;8,1>:ud   0x2:uw
(W)     shr (1|M0)    r4.1<1>:ud    r4.1<0;1,0>:ud   0x2:uw
(W)     add (8|M0)    r20.0<1>:ud   r20.0<8;8,1>:ud  r4.1<0;1,0>:ud
(W)     mov (8|M0)    r21.0<1>:ud   r10.0<0;1,0>:ud
(W)     send (8|M0)   null  r20   0xC   0x04026E01
done:
(W)     mov (8|M0)    r127.0<1>:ud  r0.0<8;8,1>:ud
(W)     send (8|M0)   null  r127  0x27  0x02000010  {EOT}
