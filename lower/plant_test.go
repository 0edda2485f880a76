package lower_test

import (
	"fmt"
	"math"
	"reflect"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// factField is the field that holds the answer of a target to a question: a number that some target
// lacks stands in one that only package native knows.
func factField(t *testing.T, c *native.Caps, fact native.Fact) reflect.Value {
	t.Helper()
	v := reflect.ValueOf(c).Elem()
	f := v.FieldByName(fact.String())
	if !f.IsValid() {
		f = v.FieldByName("number" + fact.String())
	}
	require.True(t, f.IsValid(), "%v", fact)
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

// factBits is the set of facts in one of the fields yes, unknown and idle.
func factBits(t *testing.T, c *native.Caps, name string) *uint64 {
	t.Helper()
	f := reflect.ValueOf(c).Elem().FieldByName(name)
	require.True(t, f.IsValid(), name)
	return (*uint64)(unsafe.Pointer(f.UnsafeAddr()))
}

// arises reports whether the target has an answer to the question.
func arises(t *testing.T, target native.Target, fact native.Fact) bool {
	return *factBits(t, target.Caps(), "idle")>>fact&1 == 0
}

// plant makes a fact of a target what its page does not say: no for yes, the number of another
// target for its own. It gives the change, and what takes the fault out again.
func plant(t *testing.T, target native.Target, fact native.Fact) (change string, undo func()) {
	t.Helper()
	c := target.Caps()
	saved := *c
	f := factField(t, c, fact)
	if f.Kind() == reflect.Bool {
		f.SetBool(!f.Bool())
		*factBits(t, c, "yes") ^= 1 << fact
		return map[bool]string{true: "yes for no", false: "no for yes"}[f.Bool()], func() { *c = saved }
	}
	was := number(f)
	is := otherNumber(t, fact, was)
	if f.CanInt() {
		f.SetInt(int64(is))
	} else {
		f.SetUint(is)
	}
	return fmt.Sprintf("%#x for %#x", is, was), func() { *c = saved }
}

func number(f reflect.Value) uint64 {
	if f.CanInt() {
		return uint64(f.Int())
	}
	return f.Uint()
}

// otherNumber is the nearest answer of another target that there is code for, or half of the only one.
func otherNumber(t *testing.T, fact native.Fact, was uint64) uint64 {
	best, distance := was/2, uint64(math.MaxUint64)
	for target := range native.NumTargets {
		c := target.Caps()
		if !c.Knows(fact) || !arises(t, target, fact) {
			continue
		}
		n := number(factField(t, c, fact))
		if d := max(n, was) - min(n, was); d > 0 && d < distance {
			best, distance = n, d
		}
	}
	return best
}
