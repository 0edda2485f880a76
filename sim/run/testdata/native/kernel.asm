// Each thread writes 32 bytes at OWord 2 * (its number, r0.1): r1 plus r2, dword by dword.
(W)     mov (8|M0)               r10.0<1>:ud   0x0:ud
(W)     shl (1|M0)               r10.2<1>:ud   r0.1<0;1,0>:ud    0x1:uw
(W)     add (8|M0)               r11.0<1>:ud   r1.0<8;8,1>:ud    r2.0<8;8,1>:ud
(W)     send (8|M0)              null     r10     0xA            0x040A0200
(W)     mov (8|M0)               r127.0<1>:ud  r0.0<8;8,1>:ud
(W)     send (8|M0)              null     r127    0x27           0x02000010           {EOT}
