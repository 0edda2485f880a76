kernel void locals(global int *o, local int *p, local char *c, local long *q)
{
	local int s[5];
	int i = get_local_id(0);
	if (i < 5)
		s[i] = i + 1;
	p[i] = i * 2;
	c[i] = i * 3;
	q[i] = i * 5;
	barrier(CLK_LOCAL_MEM_FENCE);
	o[i] = s[i % 5] + p[7 - i] * 10 + c[7 - i] * 1000 + (int)q[7 - i] * 100000;
}
