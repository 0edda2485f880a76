// A function that calls itself to another depth in each lane, from two places.
int steps(int n, int x)
{
	if (n <= 0)
		return x;
	if (x & 1)
		return steps(n - 1, x * 3 + 1) + 1;
	return steps(n - 1, x / 2) + 2;
}

kernel void recursion(global int *x, global const int *n)
{
	int i = get_global_id(0);
	x[i] = steps(n[i], x[i]);
}
