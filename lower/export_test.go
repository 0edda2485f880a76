package lower

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// Until is Compile as far as the pass of a name, which is the last one to run.
func Until(k *visa.Kernel, t native.Target, last string) (*native.Program, error) {
	c := newCompiler(k, t, Options{})
	for i := range passes {
		if err := passes[i].fn(c); err != nil {
			return nil, fmt.Errorf("%w (kernel %s, pass %s)", err, k.Name, passes[i].name)
		}
		if passes[i].name == last {
			return c.P, nil
		}
	}
	return nil, fmt.Errorf("pass %s: want one of %v", last, Passes())
}

// AskedFacts are the facts of targets that lowering reads.
func AskedFacts() (list []native.Fact) {
	for _, a := range asked {
		list = append(list, a.fact)
	}
	return list
}

// CallFrom lets code call what would make a kernel longer by more than n instructions, -1
// for all, until the returned function runs.
func CallFrom(n int) func() {
	old := worthCalling
	worthCalling = n
	return func() { worthCalling = old }
}
