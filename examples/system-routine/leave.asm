// The least that a system routine does: the status bits go, and without bit 31 of cr0.0 the
// thread goes on where it was (AIP, cr0.2).
(W)     and (1|M0)   cr0.1<1>:ud  cr0.1<0;1,0>:ud  0x1FFFFFFF:ud  {Switch}
(W)     and (1|M0)   cr0.0<1>:ud  cr0.0<0;1,0>:ud  0x7FFFFFFF:ud  {Switch}
