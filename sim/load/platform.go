package load

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// loadOrder is the order of load_3d's parameters in text for a target.
func loadOrder(t native.Target) visa.LoadOrder {
	if t.Caps().LevelSecond {
		return visa.LevelSecond
	}
	return visa.LevelThird
}

// MadeFor says for which platform, by its target's name, the text of a kernel was
// made; "" leaves open what the text does not tell: what load_3d takes first, and how
// %sr0 numbers threads.
func MadeFor(k *visa.Kernel, platform string) error {
	if platform == "" {
		return nil
	}
	t, err := native.ParseTarget(platform)
	if err == nil {
		madeFor(k, t)
	}
	return err
}

// madeFor is MadeFor of a target.
func madeFor(k *visa.Kernel, t native.Target) {
	k.Loads = loadOrder(t)
	k.ThreadBits, _ = t.Caps().StateThread()
}

// KeepsLoads says that the text of a kernel may stand where others take it for one
// of target t.
func KeepsLoads(k *visa.Kernel, t native.Target) bool {
	loads := visa.LoadsOf(k)
	for i := range k.Insts {
		if in := &k.Insts[i]; in.Op == visa.OpLoad3d && loads.Order(in) != loadOrder(t) {
			return false
		}
	}
	return true
}
