// What a thread does when an exception is taken: it writes the control register and
// r2 to r5 to the surface with the index 1, and returns. The thread's own registers are as
// they were: r120 and up are the routine's.
(W)     mov (8|M0)   r120.0<1>:ud  0x0:ud
(W)     mov (8|M0)   r121.0<1>:ud  0x0:ud
(W)     mov (2|M0)   r121.0<1>:ud  cr0.0<2;2,1>:ud  {Switch}
(W)     mov (1|M0)   r121.2<1>:ud  cr0.2<0;1,0>:ud  {Switch}
(W)     send (8|M0)  null  r120  0xA  0x040A0201
(W)     mov (1|M0)   r120.2<1>:ud  0x2:ud
(W)     mov (16|M0)  r121.0<1>:ud  r2.0<8;8,1>:ud
(W)     mov (16|M0)  r123.0<1>:ud  r4.0<8;8,1>:ud
(W)     send (8|M0)  null  r120  0xA  0x0A0A0401
// The status bits go: else the thread would be here again at once. Without bit 31, cr0.0 ends
// the routine.
(W)     and (1|M0)   cr0.1<1>:ud  cr0.1<0;1,0>:ud  0x1FFFFFFF:ud  {Switch}
(W)     and (1|M0)   cr0.0<1>:ud  cr0.0<0;1,0>:ud  0x7FFFFFFF:ud  {Switch}
