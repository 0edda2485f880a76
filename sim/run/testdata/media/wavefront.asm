// Local alignment of two sequences (Smith and Waterman), a cell a thread: 2 for equal symbols, -1 for others and for a gap.
// r0.1 has the column and the row of the cell in its halves, r1.0 the number of columns. Surface 0 has the sequence of the
// columns and behind it that of the rows, surface 1 the matrix with a row and a column of zeros before the cells.
(W)     mov (1|M0)    r2.0<1>:d     r0.2<0;1,0>:uw
(W)     mov (1|M0)    r2.1<1>:d     r0.3<0;1,0>:uw
(W)     add (1|M0)    r3.0<1>:d     r1.0<0;1,0>:d    0x1:d
(W)     mul (1|M0)    r3.1<1>:d     r2.1<0;1,0>:d    r3.0<0;1,0>:d
(W)     mov (8|M0)    r10.0<1>:d    0x0:d
(W)     mov (8|M0)    r12.0<1>:d    0x0:d
(W)     add (1|M0)    r10.0<1>:d    r3.1<0;1,0>:d    r2.0<0;1,0>:d     // above to the left
(W)     add (1|M0)    r10.1<1>:d    r10.0<0;1,0>:d   0x1:d             // above
(W)     add (1|M0)    r10.2<1>:d    r10.0<0;1,0>:d   r3.0<0;1,0>:d     // to the left
(W)     add (1|M0)    r16.0<1>:d    r10.2<0;1,0>:d   0x1:d             // the cell
(W)     shl (1|M0)    r16.0<1>:d    r16.0<0;1,0>:d   0x2:uw
(W)     shl (8|M0)    r10.0<1>:d    r10.0<8;8,1>:d   0x2:uw
(W)     mov (1|M0)    r12.0<1>:d    r2.0<0;1,0>:d
(W)     add (1|M0)    r12.1<1>:d    r2.1<0;1,0>:d    r1.0<0;1,0>:d
(W)     shl (8|M0)    r12.0<1>:d    r12.0<8;8,1>:d   0x2:uw
(W)     send (8|M0)   r13   r12   0xC   0x02106E00
(W)     cmp (1|M0)    (eq)f0.0  null:d    r13.0<0;1,0>:d   r13.1<0;1,0>:d
(W)     mov (1|M0)    r14.0<1>:d    -1:d
(W&f0.0) mov (1|M0)   r14.0<1>:d    0x2:d
(W)     sendc (8|M0)  r11   r10   0xC   0x02106E01
(W)     add (1|M0)    r15.0<1>:d    r11.0<0;1,0>:d   r14.0<0;1,0>:d
(W)     add (1|M0)    r15.1<1>:d    r11.1<0;1,0>:d   -1:d
(W)     add (1|M0)    r15.2<1>:d    r11.2<0;1,0>:d   -1:d
(W)     sel (1|M0)    (ge)f0.0  r15.0<1>:d    r15.0<0;1,0>:d   r15.1<0;1,0>:d
(W)     sel (1|M0)    (ge)f0.0  r15.0<1>:d    r15.0<0;1,0>:d   r15.2<0;1,0>:d
(W)     sel (1|M0)    (ge)f0.0  r17.0<1>:d    r15.0<0;1,0>:d   0x0:d
(W)     send (1|M0)   null  r16   0xC   0x04026E01
(W)     mov (8|M0)    r127.0<1>:ud  r0.0<8;8,1>:ud
(W)     send (8|M0)   null  r127  0x27  0x02000010  {EOT}
