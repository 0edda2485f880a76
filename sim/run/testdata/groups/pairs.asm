// Thread r1.0 of four meets thread 3 - r1.0 at a barrier of two threads, one pair behind the other: threads 0 and 3 set
// the number, 1 and 2 come to the stored one when the first pair has written. Each writes what its partner left in local memory.
(W)     mov (8|M0)    r2.0<1>:w     0x76543210:v
(W)     mov (8|M0)    r3.0<1>:ud    r2.0<8;8,1>:uw
(W)     shl (8|M0)    r3.0<1>:ud    r3.0<8;8,1>:ud   0x2:uw
(W)     shl (1|M0)    r4.0<1>:ud    r1.0<0;1,0>:ud   0x5:uw
(W)     add (8|M0)    r6.0<1>:ud    r3.0<8;8,1>:ud   r4.0<0;1,0>:ud    // the thread's row
(W)     add (1|M0)    r4.1<1>:d     -r4.0<0;1,0>:d   0x60:d
(W)     add (8|M0)    r8.0<1>:ud    r3.0<8;8,1>:ud   r4.1<0;1,0>:ud    // its partner's
(W)     mov (8|M0)    r7.0<1>:ud    r1.0<0;1,0>:ud
(W)     add (8|M0)    r7.0<1>:ud    r7.0<8;8,1>:ud   0x64:ud
(W)     send (8|M0)   null  r6    0xC   0x04026EFE
(W)     mov (8|M0)    r30.0<1>:ud   0x8400:ud                          // M0.2: two threads
(W)     cmp (8|M0)    (eq)f0.0  null:ud   r1.0<0;1,0>:ud   0x0:ud
(W&f0.0) jmpi meet
(W)     cmp (8|M0)    (eq)f0.0  null:ud   r1.0<0;1,0>:ud   0x3:ud
(W&f0.0) jmpi meet
(W)     mov (8|M0)    r30.0<1>:ud   0x0:ud
(W)     mov (1|M0)    r9.0<1>:ud    0x60:ud
first:
(W)     send (8|M0)   r10   r9    0xC   0x02106E01                      // row 3 of the surface: the first pair has met
(W)     cmp (1|M0)    (eq)f0.0  null:ud   r10.0<0;1,0>:ud   0x0:ud
(W&f0.0) jmpi first
meet:
(W)     mov (1|M0)    n0.0<1>:ud    0x0:ud  {Switch}
(W)     send (1|M0)   null  r30   0x3   0x02000004
(W)     wait          n0.0<0;1,0>:ud
(W)     send (8|M0)   r12   r8    0xC   0x02106EFE
(W)     mov (8|M0)    r7.0<1>:ud    r12.0<8;8,1>:ud
(W)     send (8|M0)   null  r6    0xC   0x04026E01
(W)     mov (8|M0)    r127.0<1>:ud  r0.0<8;8,1>:ud
(W)     send (8|M0)   null  r127  0x27  0x02000010  {EOT}
