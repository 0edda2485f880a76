package genvisa

import "github.com/genvisa/genvisa/native/estimate"

// Cost is what native code costs by the estimate of docs/cost.md: clocks of blocks, what they are made of and
// what is waited for, the longest path, registers at once. Nothing is run.
type Cost = estimate.Code

// CostComparison is what two codes of one kernel differ in, block by block, with the reasons.
type CostComparison = estimate.Comparison

// CostOf estimates native code of a kernel, compiled by whom it may be: the kernel says how many channels threads
// have and what they start with. The error names the offset of an instruction that is none.
func CostOf(k *Kernel, target string, code []byte) (*Cost, error) {
	t, err := targetOf(target)
	if err != nil {
		return nil, err
	}
	if k == nil {
		return nil, errNoKernel
	}
	return estimate.OfCode(t, code, k.SimdSize(), k.PayloadEnd(), nil)
}

// CompareCosts compares the costs of two codes of one kernel and one target.
func CompareCosts(ours, theirs *Cost) *CostComparison {
	return estimate.Compare(estimate.Side{Estimate: ours.Estimate}, estimate.Side{Estimate: theirs.Estimate})
}
