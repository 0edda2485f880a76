// Four squares, written to the surface with the index 0; on the way a software exception.
(W)     mov (8|M0)   r1.0<1>:uw  0x76543210:v
(W)     mov (8|M0)   r2.0<1>:ud  r1.0<8;8,1>:uw
(W)     mul (8|M0)   r3.0<1>:ud  r2.0<8;8,1>:ud  r1.0<8;8,1>:uw
(W)     mul (8|M0)   r4.0<1>:ud  r3.0<8;8,1>:ud  r1.0<8;8,1>:uw
(W)     mul (8|M0)   r5.0<1>:ud  r4.0<8;8,1>:ud  r1.0<8;8,1>:uw
(W)     or (1|M0)    cr0.1<1>:ud  cr0.1<0;1,0>:ud  0x20000000:ud  {Switch}
(W)     mov (8|M0)   r10.0<1>:ud  0x0:ud
(W)     mov (8|M0)   r11.0<1>:ud  r5.0<8;8,1>:ud
(W)     send (8|M0)  null  r10  0xA  0x040A0200
(W)     mov (8|M0)   r127.0<1>:ud  r0.0<8;8,1>:ud
(W)     send (8|M0)  null  r127  0x27  0x02000010  {EOT}
